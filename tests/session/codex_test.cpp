// The codex: what its reader says, and that each entry of the shipped one can happen.
#include "session/codex.hpp"

#include <fmt/format.h>

#include <set>

#include "core/files.hpp"
#include "repose/paths.hpp"
#include "session_support.hpp"

namespace repose::test::codex_test {

namespace {

const LoadedRules& rules() {
  static const LoadedRules loaded = default_rules();
  return loaded;
}

std::shared_ptr<const Codex> shipped() {
  const auto file = find_data("configs/discoveries/default.codex");
  REQUIRE(file);
  const CodexResult read = read_codex_file(*file, rules());
  for (const Diagnostic& d : read.diagnostics) UNSCOPED_INFO(repose::format(d));
  REQUIRE(read.diagnostics.empty());
  REQUIRE(read.codex);
  return read.codex;
}

const std::string kSmall = R"(codex Small
chapter Water
find mud Mud
of water with dirt becomes mud
text It is wet.
hint Make it wet.
)";

CodexResult read(const std::string& text) { return read_codex(text, "small.codex", rules()); }

// A closed box in which A and B lie in stripes, upright or flat, and air between some of them.
World stripes(std::uint8_t a, std::uint8_t b, bool upright) {
  constexpr int kWidth = 48, kHeight = 48;
  const std::uint8_t wall = rules().ruleset->find("wall").value();
  World world(kWidth, kHeight);
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const bool rim = x == 0 || y == 0 || x == kWidth - 1 || y == kHeight - 1;
      world.cell(x, y) = rim ? wall : (upright ? x : y) % 2 == 0 ? a : b;
    }
  }
  return world;
}

// A block of A that nothing holds, high over the floor.
World hanging(std::uint8_t a) {
  World world(48, 96);
  for (int y = 8; y < 20; ++y) {
    for (int x = 16; x < 32; ++x) world.cell(x, y) = a;
  }
  return world;
}

bool happens(Solver& solver, const CodexEntry& entry, const World& world, std::uint64_t steps) {
  REQUIRE(solver.upload(world));
  static_cast<void>(solver.take_reactions());
  for (std::uint64_t step = 0; step < steps; step += 50) {
    solver.step({step, 50, 3});
    for (const NoticedReaction& reaction : solver.take_reactions())
      if (entry.is(reaction)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a codex says which elements an entry is about, and what a picture of it shows") {
  const CodexResult small = read(kSmall + "find smoke Smoke\nof flame becomes smoke\ntext T.\nhint H.\n");
  REQUIRE(small.codex);
  CHECK(small.codex->title == "Small");
  CHECK(small.codex->chapters == std::vector<std::string>{"Water"});
  REQUIRE(small.codex->entries.size() == 2);
  const auto name = [](std::uint8_t element) { return rules().ruleset->elements[element].name; };
  const CodexEntry& mud = small.codex->entries[0];
  CHECK(mud.title == "Mud");
  CHECK(name(mud.shown_of) == "water");
  CHECK(name(mud.shown_with) == "dirt");
  CHECK(name(mud.shown_becomes) == "mud");
  CHECK_FALSE(mud.is_alone());
  const CodexResult burning = read(kSmall + "find fire Fire\nof oil+wood with hot\ntext T.\nhint H.\n");
  REQUIRE(burning.codex);
  CHECK(name(burning.codex->find("fire")->shown_of) == "oil");
  CHECK(name(burning.codex->find("fire")->shown_with) == "fire");
  CHECK(name(burning.codex->find("fire")->shown_becomes) == "burning_oil");
  CHECK(small.codex->find("smoke")->is_alone());
  CHECK(small.codex->find("sand") == nullptr);
  const std::uint8_t water = mud.shown_of, dirt = mud.shown_with, air = 0;
  CHECK(mud.is({std::min(water, dirt), std::max(water, dirt), mud.shown_becomes, air, {}, 0}));
  CHECK_FALSE(mud.is({std::min(water, dirt), std::max(water, dirt), water, air, {}, 0}));
  CHECK_FALSE(mud.is({water, water, mud.shown_becomes, mud.shown_becomes, {}, 0}));
}

TEST_CASE("mistakes in a codex are told with their place and what was probably meant") {
  struct Mistake {
    std::string line, message, hint;
    int line_number, column;
  };
  const Mistake mistakes[] = {
      {"fnd x X", "unknown word 'fnd'", "did you mean 'find'?", 7, 1},
      {"of water with dirt", "this entry has its elements already", "", 7, 1},
      {"find mud Again", "there is an entry 'mud' already", "", 7, 6},
      {"find Mud Again", "a short name has only a-z, 0-9 and '-'", "", 7, 6},
      {"find snow", "a title is missing", "", 7, 10},
      {"find b B\nof watr with dirt", "unknown element 'watr'", "did you mean 'water'?", 8, 4},
      {"find b B\nof wall with water", "no rule brings this about", "", 8, 14},
      {"find b B\nof sand with water", "no rule brings this about", "", 8, 14},
      {"find b B\nof water with dirt becomes gold", "no rule brings this about", "", 8, 28},
      {"find b B\nof water with dirt into mud", "'into' is too much here", "", 8, 20},
      {"chapter Fire\ntext Nothing", "'text' stands after the line 'find' that it belongs to", "", 8, 1},
  };
  for (const Mistake& mistake : mistakes) {
    INFO(mistake.line);
    const CodexResult result = read(kSmall + mistake.line + "\n");
    CHECK(result.codex == nullptr);
    REQUIRE_FALSE(result.diagnostics.empty());
    CHECK(result.diagnostics[0].message == mistake.message);
    CHECK(result.diagnostics[0].hint == mistake.hint);
    CHECK(result.diagnostics[0].line == mistake.line_number);
    CHECK(result.diagnostics[0].column == mistake.column);
  }
  CHECK(read("find a A\n").diagnostics[0].message == "an entry belongs to a chapter");
  CHECK(read("chapter A\n").diagnostics[0].message == "the codex has no title");
  CHECK(read("codex C\nchapter A\nfind a A\n").diagnostics[0].message == "the entry 'a' has no elements");
  CHECK(read_codex_file("nowhere.codex", rules()).codex == nullptr);
}

TEST_CASE("the shipped codex has five chapters, and no reaction is two discoveries") {
  const auto codex = shipped();
  CHECK(codex->chapters.size() == 5);
  CHECK(codex->entries.size() >= 60);
  CHECK(codex->entries.size() <= 90);
  std::set<std::string> titles;
  for (const CodexEntry& entry : codex->entries) {
    INFO(entry.id);
    CHECK(titles.insert(entry.title).second);
    for (const NoticedReaction& example : entry.examples) {
      for (const CodexEntry& other : codex->entries) {
        INFO(other.id);
        CHECK((&other == &entry || !other.is(example)));
      }
    }
  }
}

TEST_CASE("each entry of the shipped codex happens in a small world with its elements") {
  const auto codex = shipped();
  const Registry registry = make_registry();
  std::string error;
  const auto solver = registry.solver("conserving", Backend::cpu)->create({.threads = 1}, error);
  REQUIRE(solver->load(*rules().ruleset));
  REQUIRE(solver->watch_reactions(CellBox{0, 0, 48, 96}));
  for (const CodexEntry& entry : codex->entries) {
    INFO(entry.id);
    bool happened = entry.is_alone() && happens(*solver, entry, hanging(entry.shown_of), 1000);
    for (const NoticedReaction& example : entry.examples) {
      for (const bool upright : {true, false}) {
        happened = happened || happens(*solver, entry, stripes(example.a, example.b, upright), 1000);
        happened = happened || happens(*solver, entry, stripes(example.b, example.a, upright), 1000);
      }
      if (happened) break;
    }
    CHECK(happened);
  }
}

}  // namespace repose::test::codex_test

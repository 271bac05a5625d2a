#include <set>

#include "density_world.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace {

World filled(std::string_view scene, const Ruleset& ruleset, int width, int height, std::uint64_t seed = 1) {
  World world(width, height);
  REQUIRE(find_scene(scene)->fill(world, ruleset, seed).ok());
  return world;
}

Ruleset small_rules() { return read_config(kSmallRules, "").ruleset.value(); }

// `count` elements of different densities, without rules.
Ruleset many_elements(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "cell e" + std::to_string(i) + " 1 2 3 0." + std::to_string(100 + i) + "\n";
  return read_config(text, "").ruleset.value();
}

}  // namespace

TEST_CASE("scenes have different names, titles and two sentences") {
  std::set<std::string_view> names;
  for (const Scene& scene : scenes()) {
    INFO(scene.name);
    CHECK(names.insert(scene.name).second);
    CHECK_FALSE(scene.title.empty());
    CHECK(std::count(scene.description.begin(), scene.description.end(), '.') >= 2);
    CHECK(scene.fill);
  }
  for (const auto* name : {"empty", "mixed", "churn", "settled", "elements-grid"}) CHECK(names.count(name) == 1);
}

TEST_CASE("every scene loads in its natural size and in an odd one, and the same seed gives the same world") {
  const Registry registry = make_registry();
  for (const Scene& scene : scenes()) {
    INFO(scene.name);
    Session first(registry, density_world(), {.seed = 3}), second(registry, density_world(), {.seed = 3});
    const CommandResult natural = first.execute(command::LoadScene{std::string(scene.name), {}, {}, {}});
    INFO(natural.message);
    REQUIRE(natural.ok);
    CHECK(first.width() == scene.width);
    REQUIRE(second.execute(command::LoadScene{std::string(scene.name), {}, {}, {}}).ok);
    CHECK(first.hash() == second.hash());
    CHECK(first.execute(command::LoadScene{std::string(scene.name), 63, 65, {}}).ok);
    CHECK(first.execute(command::LoadScene{std::string(scene.name), 1, 1, {}}).ok);
  }
}

TEST_CASE("the empty scene holds background alone") { CHECK(filled("empty", small_rules(), 30, 20) == World(30, 20)); }

TEST_CASE("the mixed scene holds every element about equally often, by seed") {
  const World world = filled("mixed", small_rules(), 200, 200);
  std::array<int, 4> counts{};
  for (const std::uint8_t cell : world.cells()) ++counts.at(cell);
  for (const int count : counts) CHECK(std::abs(count - 10000) < 500);  // 500 is nearly six standard deviations
  CHECK(filled("mixed", small_rules(), 200, 200, 2) != world);
}

TEST_CASE("the settled scene holds every element, and does not move under any rules") {
  const World world = filled("settled", small_rules(), 130, 70);
  CHECK(std::set<std::uint8_t>(world.cells().begin(), world.cells().end()) == std::set<std::uint8_t>{0, 1, 2, 3});
  const std::string rules = GENERATE(std::string(), std::string(kSmallRules),
                                     std::string("cell a 0 0 0 0.5\ncell b 1 1 1 0.2\ncell c 2 2 2 1\n"),
                                     std::string("cell a 0 0 0 1\n"), std::string("cell a 0 0 0 0\n"));
  TestSession t;
  if (!rules.empty()) t.done(command::LoadConfigText{rules, "", command::KeepWorld::clear, true});
  t.done(command::LoadScene{"settled", 130, 70, {}});
  const std::uint64_t before = t.session.hash();
  for (int i = 0; i < 8; ++i) {
    t.done(command::Step{1});
    CHECK(t.session.hash() == before);
  }
}

TEST_CASE("the grid of elements has 41 blocks at 100 by 100, with the first element top left") {
  const World world = filled("elements-grid", many_elements(100), 100, 100);
  int cells = 0;
  for (const std::uint8_t cell : world.cells()) cells += cell != 0;
  CHECK(cells == 41 * 64);
  CHECK(world.cell(5, 5) == 1);
  CHECK(world.cell(12, 12) == 1);
  CHECK(world.cell(4, 5) == 0);
  CHECK(world.cell(13, 12) == 0);
  CHECK(world.cell(15, 5) == 0);  // by + bx odd
  CHECK(world.cell(25, 5) == 4);  // 99 elements on 41 blocks: every third
  CHECK(world.cell(15, 15) == 16);
}

TEST_CASE(
    "the grid of elements shows each element when there are enough blocks, and repeats them when there are fewer "
    "elements") {
  const World exact = filled("elements-grid", many_elements(42), 100, 100);
  CHECK(std::set<std::uint8_t>(exact.cells().begin(), exact.cells().end()).size() == 42);
  const World few = filled("elements-grid", many_elements(4), 100, 100);
  CHECK(few.cell(5, 5) == 1);
  CHECK(few.cell(25, 5) == 2);
  CHECK(few.cell(45, 5) == 3);
  CHECK(few.cell(65, 5) == 1);
}

namespace {

struct Liveliness {
  double share = 0;        // of cells that changed at least once
  double least_share = 1;  // the same in the quietest square of 32 x 32 cells
};

Liveliness watch(Session& session, int steps) {
  World last = session.download(), now;
  std::vector<char> changed(last.cell_count());
  for (int k = 0; k < steps; ++k) {
    REQUIRE(session.execute(command::Step{1}).ok);
    session.solver().download(now);
    for (std::size_t i = 0; i < changed.size(); ++i) changed[i] |= now.cells()[i] != last.cells()[i];
    std::swap(last, now);
  }
  Liveliness live;
  for (int top = 0; top < last.height(); top += 32) {
    for (int left = 0; left < last.width(); left += 32) {
      double square = 0;
      for (int i = 0; i < 32 * 32; ++i) square += changed[last.index(left + i % 32, top + i / 32)];
      live.share += square;
      live.least_share = std::min(live.least_share, square / (32 * 32));
    }
  }
  live.share /= static_cast<double>(last.cell_count());
  return live;
}

void check_churn(int side) {
  TestSession t;
  t.done(command::LoadScene{"churn", side, side, {}});
  for (const std::uint64_t start : {10u, 1000u, 10000u}) {
    t.done(command::Step{start - t.session.step_count()});
    const Liveliness live = watch(t.session, 256);
    INFO("after " << start << " steps at " << side << ": " << live.share << ", quietest square " << live.least_share);
    CHECK(live.share >= 0.3);
    CHECK(live.least_share >= 0.3);
  }
}

}  // namespace

TEST_CASE("churn never comes to rest, anywhere") { check_churn(128); }

// Takes minutes on a small machine: part of the longer checks.
TEST_CASE("churn never comes to rest in large worlds", "[.long]") {
  check_churn(256);
  check_churn(1024);
}

TEST_CASE("churn has five densities and a rule for every pair") {
  const Ruleset& rules = *scene_ruleset("churn");
  std::set<std::uint8_t> densities;
  for (const Element& element : rules.elements) densities.insert(element.density_byte);
  CHECK(densities.size() == 5);
  CHECK(rules.reactions.size() == 10);
  CHECK(scene_ruleset("mixed") == nullptr);
}

TEST_CASE("churn-256 has the maximum of elements, five densities, and a rule for every pair that can meet") {
  const Ruleset& rules = *scene_ruleset("churn-256");
  REQUIRE(rules.elements.size() == 256);
  std::set<std::uint8_t> densities;
  std::set<std::pair<std::uint8_t, std::uint8_t>> pairs;
  for (const Element& element : rules.elements) densities.insert(element.density_byte);
  for (const Reaction& reaction : rules.reactions) pairs.insert(std::minmax(reaction.a, reaction.b));
  CHECK(densities.size() == 5);
  std::size_t wanted = 0;
  for (std::size_t a = 0; a < 256; ++a) {
    for (std::size_t b = a + 1; b < 256; ++b)
      wanted += rules.elements[a].density_byte != rules.elements[b].density_byte;
  }
  CHECK(pairs.size() == wanted);
}

TEST_CASE("patches of churn never come to rest, and nothing leaves them") {
  TestSession t;
  t.done(command::LoadScene{"churn-patches", 1024, 1024, {}});
  const World start = t.session.download();
  t.done(command::Step{2000});
  const World before = t.session.download();
  t.done(command::Step{2});
  const World after = t.session.download();
  std::size_t changed = 0, strayed = 0;
  const std::uint8_t shell = *t.session.ruleset().find("shell");
  for (std::size_t i = 0; i < after.cell_count(); ++i) {
    changed += after.cells()[i] != before.cells()[i];
    strayed += (after.cells()[i] == shell) != (start.cells()[i] == shell);
  }
  CHECK(changed > after.cell_count() / 1000);
  CHECK(strayed == 0);
}

}  // namespace repose::test

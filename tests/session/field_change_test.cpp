// Sessions of fields: water that becomes cells and cells that become water, painted amounts, scenes with heights.
#include <cstring>

#include "session_support.hpp"

namespace repose::test {

namespace {

std::int64_t count_of(const World& world, std::uint8_t element) {
  return std::count(world.cells().begin(), world.cells().end(), element);
}

}  // namespace

TEST_CASE_METHOD(SessionFixture, "water and ground are converted from density to pressure water and back") {
  done(
      command::LoadConfigText{"cell air 0 0 0 0.1\ncell water 0 0 9 0.5\ncell wall 9 9 9 1\nrule water air air water\n"
                              "rule wall air wall air\nrule wall water wall water\nliquid water\n",
                              "", command::KeepWorld::clear});
  done(command::NewWorld{40, 30});
  done(command::Paint{RectEdit{{0, 10}, {9, 29}, 1, {}}});
  done(command::Paint{RectEdit{{20, 0}, {20, 29}, 2, {}}});
  done(command::SwitchSolver{"water", Backend::cpu});
  CHECK(session.download().has(Plane::mass));
  done(command::Step{3000});
  done(command::SwitchSolver{"density", Backend::cpu});
  const World world = session.download();
  CHECK_FALSE(world.has(Plane::mass));
  CHECK(count_of(world, 2) == 30);
  CHECK(std::abs(count_of(world, 1) - 200) <= 12);  // rounded column by column
  for (int x = 21; x < 40; ++x) CHECK(world.cell(x, 29) == 0);
}

TEST_CASE_METHOD(SessionFixture, "another backend of a field automaton takes over its planes") {
  done(command::LoadScene{"hourglass-from-above", 64, 40, 1});
  CHECK(session.automaton() == "sandpile");
  done(command::Step{20});
  const std::uint64_t hash = session.hash();
  done(command::SwitchSolver{"sandpile", Backend::scalar});
  CHECK(session.hash() == hash);
  done(command::Reset{});
  done(command::Step{20});
  CHECK(session.hash() == hash);
}

TEST_CASE_METHOD(SessionFixture, "amounts can be painted, and amounts that are not a rectangle are refused") {
  done(command::SwitchSolver{"sandpile", Backend::cpu});
  const std::uint64_t flat = session.hash();
  done(command::Paint{amount_stroke({{5, 5}, {9, 5}, 3, BrushShape::round, 0, {}}, Plane::height, kHeightOne,
                                    session.width(), session.height())});
  CHECK(session.hash() != flat);
  CHECK_FALSE(session.execute(command::Paint{AmountEdit{Plane::height, {0, 0}, 2, 2, nullptr}}).ok);
}

TEST_CASE_METHOD(SessionFixture, "an amount of sand that never settles is accepted, with advice") {
  done(command::SwitchSolver{"sandpile", Backend::cpu});
  const CommandResult result = done(command::SetParameter{"M", 2});
  CHECK(result.message == "M = 2. M = 2 is more than T/2 = 1: sand may move back and forth for ever.");
}

TEST_CASE_METHOD(SessionFixture, "another automaton gets water as whole cells") {
  done(command::LoadConfigText{"automaton water\n" + kSmallRules + "liquid water\n", "", command::KeepWorld::clear});
  done(command::NewWorld{10, 10});
  done(command::Paint{
      AmountEdit{Plane::mass, {0, 9}, 10, 1, std::make_shared<const std::vector<std::int32_t>>(10, kFullCell / 4)}});
  CHECK(count("water") == 10);  // a film
  done(command::LoadConfigText{std::string("automaton density\n") + kSmallRules + "liquid water\n", "",
                               command::KeepWorld::by_name});
  REQUIRE(session.automaton() == "density");
  CHECK(count("water") == 0);  // less than half a cell
}

TEST_CASE_METHOD(SessionFixture, "heights wait unchanged while cells run, and cells while heights run") {
  const std::uint64_t cells = session.hash();
  done(command::SwitchSolver{"sandpile", Backend::cpu, true});
  CHECK(session.ruleset().title == "sandpile.cfg");
  done(command::NewWorld{50, 40});
  done(command::Paint{
      AmountEdit{Plane::height, {3, 3}, 1, 1, std::make_shared<const std::vector<std::int32_t>>(1, kHeightOne)}});
  const std::uint64_t heights = session.hash();
  done(command::SwitchSolver{"density", Backend::cpu, true});
  CHECK(session.hash() == cells);
  CHECK(session.ruleset().title == "small.cfg");
  done(command::SwitchSolver{"sandpile", Backend::cpu, true});
  CHECK(session.hash() == heights);
  const std::int64_t sand = count_of(session.download(), 0);
  done(command::SwitchSolver{"elements", Backend::scalar, true});  // another automaton than the cells came from
  CHECK(session.ruleset().title == "small.cfg");
  CHECK(count("sand") > 0);
  CHECK(sand == 2000);
  done(command::SwitchSolver{"sandpile", Backend::cpu, true});
  CHECK(session.hash() == heights);
}

TEST_CASE_METHOD(SessionFixture, "the next scene resets the parameters that a scene has set") {
  const auto load = [&](const char* name) { done(command::LoadScene{name, 64, 40, 1, true}); };
  load("fountain");
  CHECK(session.solver().parameter("passes") == 16);
  load("u-tube");
  CHECK(session.solver().parameter("passes") == 4);
  load("dune-collapse");
  done(command::SwitchSolver{"water", Backend::cpu, true});
  CHECK(session.solver().parameter("passes") == 1);
  done(command::LoadScene{"fountain", 64, 40, 1});
  CHECK(session.solver().parameter("passes") == 1);  // without with_parameters a scene sets none
}

TEST_CASE_METHOD(SessionFixture, "heights are saved to a picture and loaded from one, where there are heights") {
  const TemporaryFolder folder;
  CHECK(refused(command::SaveHeightMap{folder / "h.png"}) == "density has no heights; sandpile has.");
  CHECK(refused(command::LoadHeightMap{folder / "h.png"}) == "density has no heights; sandpile has.");
  done(command::LoadScene{"dune-collapse", 64, 40, 1});
  const World before = session.download();
  done(command::SaveHeightMap{folder / "h.png"});
  done(command::Step{5});
  CHECK(done(command::LoadHeightMap{folder / "h.png"}).message == "Loaded h.png: 64 x 40 heights");
  const World after = session.download();
  for (std::size_t i = 0; i < before.cell_count(); ++i) {
    std::int32_t a = 0, b = 0;
    std::memcpy(&a, &before.bytes(Plane::height)[i * sizeof a], sizeof a);
    std::memcpy(&b, &after.bytes(Plane::height)[i * sizeof b], sizeof b);
    if (std::abs(a - b) > kHeightOne / 512) FAIL("cell " << i << ": " << a << " became " << b);
  }
  CHECK(session.step_count() == 0);
  CHECK_FALSE(session.execute(command::LoadHeightMap{folder / "none.png"}).ok);
}

}  // namespace repose::test

// Sessions of fields: water that was cells and cells that were water, amounts that are painted, scenes that bring heights.
#include <cstring>

#include "session_support.hpp"

namespace repose::test {

namespace {

std::int64_t count_of(const World& world, std::uint8_t element) {
  return std::count(world.cells().begin(), world.cells().end(), element);
}

}  // namespace

TEST_CASE_METHOD(SessionFixture, "water and ground go over from density to pressure water and back") {
  done(command::LoadConfigText{"cell air 0 0 0 0.1\ncell water 0 0 9 0.5\ncell wall 9 9 9 1\nrule water air air water\n"
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

TEST_CASE_METHOD(SessionFixture, "another backend of a field takes its planes over") {
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

TEST_CASE_METHOD(SessionFixture, "amounts can be painted, and what is no rectangle of amounts is refused") {
  done(command::SwitchSolver{"sandpile", Backend::cpu});
  const std::uint64_t flat = session.hash();
  done(command::Paint{amount_stroke({{5, 5}, {9, 5}, 3, BrushShape::round, 0, {}}, Plane::height, kHeightOne, session.width(),
                                    session.height())});
  CHECK(session.hash() != flat);
  CHECK_FALSE(session.execute(command::Paint{AmountEdit{Plane::height, {0, 0}, 2, 2, nullptr}}).ok);
}

TEST_CASE_METHOD(SessionFixture, "a restless amount of sand is taken, with a word of advice") {
  done(command::SwitchSolver{"sandpile", Backend::cpu});
  const CommandResult result = done(command::SetParameter{"M", 2});
  CHECK(result.message == "M = 2. M = 2 is more than T/2 = 1: sand may go to and fro for ever.");
}

}  // namespace repose::test

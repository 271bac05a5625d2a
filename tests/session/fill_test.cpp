// Filling connected cells, in every automaton.
#include <algorithm>
#include <cstring>

#include "session_support.hpp"

namespace repose::test {

namespace {

// A box of walls, 8 x 6 cells inside, in a world of 20 x 15, in that automaton, before the first step.
struct Box : TestSession {
  explicit Box(std::string_view automaton) {
    done(command::LoadConfigText{kSmallRules + "liquid water\n", "", command::KeepWorld::clear});
    done(command::SwitchSolver{std::string(automaton), Backend::cpu});
    done(command::NewWorld{20, 15});
    done(command::Paint{RectEdit{{5, 4}, {14, 11}, 3, {}}});
    done(command::Paint{RectEdit{{6, 5}, {13, 10}, 0, {}}});
  }
  std::int64_t count(std::uint8_t element) const { return std::ranges::count(session.download().cells(), element); }
};

std::int32_t height_at(const World& world, int x, int y) {
  std::int32_t height = 0;
  std::memcpy(&height, &world.bytes(Plane::height)[world.index(x, y) * sizeof height], sizeof height);
  return height;
}

}  // namespace

TEST_CASE("a fill floods the inside of a box, in every automaton with cells") {
  for (const char* automaton : {"density", "conserving", "elements", "fastsab", "tiles"}) {
    INFO(automaton);
    Box box(automaton);
    CHECK(box.done(command::Fill{{{6, 5}}, 1, {}, {}}).message == "Filled 48 cells.");
    CHECK(box.count(1) == 48);
    CHECK(box.session.download().cell(13, 10) == 1);
    box.done(command::Fill{{{5, 4}}, 2, {}, {}});  // the wall
    CHECK(box.count(3) == 0);
    CHECK(box.count(2) == 80 - 48);
    box.done(command::Fill{{{0, 0}}, 1, {}, {}});
    CHECK(box.count(0) == 0);
  }
}

TEST_CASE("a fill with water fills cells, and a fill with an amount adds to connected cells") {
  Box box("water");
  box.done(command::Fill{{{9, 7}}, 2, {}, {}});
  CHECK(box.count(2) == 48);
  const auto water = [&] {
    const World world = box.session.download();
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < world.cell_count(); ++i) {
      std::int32_t mass = 0;
      std::memcpy(&mass, &world.bytes(Plane::mass)[i * sizeof mass], sizeof mass);
      sum += mass;
    }
    return sum;
  };
  CHECK(water() == 48LL * kFullCell);
  box.done(command::Fill{{{9, 7}}, 2, command::Fill::Amount{Plane::mass, kFullCell / 4, false}, {}});
  CHECK(water() == 60LL * kFullCell);
  box.done(command::Fill{{{0, 0}}, 2, command::Fill::Amount{Plane::mass, kFullCell / 2, false}, {}});
  CHECK(water() == 60LL * kFullCell + (300 - 80) * std::int64_t{kFullCell} / 2);
}

TEST_CASE("a fill of a sandpile raises the open ground between obstacles, or turns ground of one kind into another") {
  Box box("sandpile");
  box.done(command::Fill{{{9, 7}}, 1, command::Fill::Amount{Plane::height, 3 * kHeightOne, false}, {}});
  World world = box.session.download();
  CHECK(height_at(world, 6, 5) - height_at(world, 0, 0) == height_at(world, 13, 10) - height_at(world, 0, 0));
  const std::int32_t inside = height_at(world, 9, 7);
  box.done(command::Fill{{{9, 7}}, 1, command::Fill::Amount{Plane::height, kHeightOne, false}, {}});
  world = box.session.download();
  CHECK(height_at(world, 9, 7) == inside + kHeightOne);
  CHECK(height_at(world, 0, 0) == 0);
  box.done(
      command::Fill{{{5, 4}}, 0, command::Fill::Amount{Plane::height, -kHeightOne, true}, {}});  // the obstacle goes
  const World after = box.session.download();
  CHECK(std::ranges::count(after.bytes(Plane::wall), 0) == 300);
}

TEST_CASE("a fill from several places is one edit, which counts each cell once") {
  Box box("sandpile");
  box.done(command::Fill{{{6, 5}, {13, 10}, {-4, 2}}, 1, command::Fill::Amount{Plane::height, kHeightOne, false}, {}});
  box.done(command::Fill{{{6, 5}, {13, 10}}, 1, command::Fill::Amount{Plane::height, kHeightOne, false}, {}});
  const World world = box.session.download();
  CHECK(height_at(world, 9, 7) - height_at(world, 6, 5) == 0);
  Box cells("density");
  CHECK(cells.done(command::Fill{{{6, 5}, {13, 10}, {0, 0}, {20, 15}}, 1, {}, {}}).message == "Filled 268 cells.");
}

TEST_CASE("a fill floods nothing outside the world, over another element, or with an element that is not there") {
  Box box("density");
  const std::uint64_t hash = box.session.hash();
  CHECK(box.done(command::Fill{{{-1, 3}, {20, 3}}, 1, {}, {}}).message.empty());
  CHECK(box.done(command::Fill{{{5, 4}}, 1, {}, std::uint8_t{0}}).message.empty());
  CHECK_FALSE(box.session.execute(command::Fill{{{6, 5}}, 9, {}, {}}).ok);
  CHECK(box.session.hash() == hash);
  CHECK(box.done(command::Fill{{{6, 5}}, 1, {}, std::uint8_t{0}}).message == "Filled 48 cells.");
}

TEST_CASE("a fill can be undone and redone; one that floods nothing leaves nothing to undo") {
  Box box("density");
  box.session.keep_history(HistoryLimits{});
  box.done(command::Fill{{{-1, -1}}, 1, {}, {}});
  CHECK(box.session.history().undo_title.empty());
  const std::uint64_t before = box.session.hash();
  box.done(command::Fill{{{6, 5}}, 1, {}, {}});
  const std::uint64_t after = box.session.hash();
  CHECK(box.session.history().undo_title == "Fill");
  box.done(command::Undo{});
  CHECK(box.session.hash() == before);
  box.done(command::Redo{});
  CHECK(box.session.hash() == after);
}

TEST_CASE("a fill waits for steps in the background, and scalar and cpu fill alike") {
  Box box("density");
  box.done(command::LoadScene{"mixed", 60, 40, 3});
  REQUIRE(box.session.begin_steps(10));
  const CellPoint at{30, 20};
  box.done(command::Fill{{at}, 3, {}, {}});
  const std::uint64_t hash = box.session.hash();
  box.done(command::SwitchSolver{"density", Backend::scalar});
  box.done(command::LoadScene{"mixed", 60, 40, 3});
  box.done(command::Step{10});
  box.done(command::Fill{{at}, 3, {}, {}});
  CHECK(box.session.hash() == hash);
}

}  // namespace repose::test

// The scenes of the default world: they build at any shape, move everywhere, and never come to rest.
#include <algorithm>
#include <vector>

#include "repose/registry.hpp"
#include "repose/scene.hpp"
#include "session/scenes/gallery.hpp"
#include "session/scenes/world_scenes.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

constexpr std::uint64_t kSecond = 125;  // steps
constexpr int kTile = 80;               // cells

const Ruleset& world_rules() {
  static const Ruleset rules =
      read_config_file(std::filesystem::path(REPOSE_SOURCE_DIR) / "configs/default.cfg").ruleset.value();
  return rules;
}

std::ptrdiff_t count_of(const World& world, std::string_view element) {
  return std::ranges::count(world.cells(), world_rules().find(element).value());
}

// A scene of the default world on the cpu backend.
class WorldScene {
 public:
  WorldScene(std::string_view scene, int width, int height) {
    World world(width, height);
    REQUIRE(find_scene(scene)->fill(world, world_rules(), 1).ok());
    std::string error;
    solver_ = make_registry().solver("conserving", Backend::cpu)->create(SolverOptions{.threads = 2}, error);
    REQUIRE(solver_ != nullptr);
    REQUIRE(solver_->load(world_rules()).ok());
    REQUIRE(solver_->upload(world).ok());
  }

  void step(std::uint64_t count) {
    solver_->step({.first_step = steps_, .count = count});
    steps_ += count;
  }
  World world() const {
    World world;
    solver_->download(world);
    return world;
  }
  // For each cell: does it change in the next steps?
  std::vector<bool> changes(std::uint64_t steps) {
    World last = world();
    std::vector<bool> changed(last.cell_count());
    for (std::uint64_t i = 0; i < steps; ++i) {
      step(1);
      World now = world();
      for (std::size_t cell = 0; cell < changed.size(); ++cell) {
        if (now.cells()[cell] != last.cells()[cell]) changed[cell] = true;
      }
      last = std::move(now);
    }
    return changed;
  }

 private:
  std::unique_ptr<Solver> solver_;
  std::uint64_t steps_ = 0;
};

// What a square of kTile x kTile cells holds besides air and rock, and how much of it changes.
struct Tile {
  int content = 0, changed = 0;
};

Tile look_at(const World& world, const std::vector<bool>& changed, CellPoint corner) {
  std::vector<bool> still(256);
  for (const char* name : {"air", "stone", "gravel", "clay", "dirt"}) still[world_rules().find(name).value()] = true;
  Tile tile;
  for (int y = corner.y; y < corner.y + kTile; ++y) {
    for (int x = corner.x; x < corner.x + kTile; ++x) {
      tile.content += !still[world.cell(x, y)];
      tile.changed += changed[world.index(x, y)];
    }
  }
  return tile;
}

}  // namespace

TEST_CASE("the valley moves everywhere within a second") {
  WorldScene valley("valley", kSketchWidth, kSketchHeight);
  const World start = valley.world();
  const std::vector<bool> changed = valley.changes(kSecond);
  int full = 0, moving = 0;
  for (int y = 0; y < start.height(); y += kTile) {
    for (int x = 0; x < start.width(); x += kTile) {
      const Tile tile = look_at(start, changed, {x, y});
      if (tile.content == 0) continue;
      ++full;
      moving += tile.changed > 0;
    }
  }
  CHECK(full >= 25);
  CHECK(moving >= full - 3);
  CHECK(std::ranges::count(changed, true) >= 15000);
}

// At 640x400 there are 8060 cells of water, 1042 of lava and 1205 of sand after 2000 steps; 7890, 1042 and 1224 after
// 10,000; 8358, 1042 and 1239 after 40,000.
TEST_CASE("the valley does not come to rest, and keeps its water, lava and sand") {
  WorldScene valley("valley", kSketchWidth / 2, kSketchHeight / 2);
  valley.step(2000);
  const World now = valley.world();
  const auto is_about = [&](std::string_view element, std::ptrdiff_t figure) {
    const std::ptrdiff_t found = count_of(now, element);
    INFO(found << " of " << element);
    CHECK(found >= figure / 2);
    CHECK(found <= 2 * figure);
  };
  is_about("water", 2260);
  is_about("lava", 310);
  is_about("sand", 355);
  CHECK(std::ranges::count(valley.changes(1), true) >= 300);
}

TEST_CASE("scenes of the default world build at any size and shape") {
  struct Size {
    int width, height;
  };
  for (const Scene& scene : world_scenes()) {
    INFO(scene.name);
    CHECK(scene.any_shape);
    for (const auto [width, height] : {Size{640, 400}, {200, 200}, {630, 270}, {90, 360}, {64, 40}, {3, 200}, {1, 1}}) {
      INFO(width << " x " << height);
      World world(width, height);
      const Status status = scene.fill(world, world_rules(), 1);
      CHECK(status.ok());
      if (width >= 64) CHECK(std::ranges::count(world.cells(), 0) < width * height * 9 / 10);
    }
  }
}

TEST_CASE("scenes of the default world move within a second") {
  for (const Scene& scene : world_scenes()) {
    INFO(scene.name);
    WorldScene running(scene.name, kSketchWidth / 2, kSketchHeight / 2);
    const auto moved = std::ranges::count(running.changes(kSecond), true);
    CHECK(moved >= 300);
  }
}

TEST_CASE("a scene of the default world without an element that it needs fails with its name") {
  for (const Scene& scene : world_scenes()) {
    INFO(scene.name);
    World whole(80, 50);
    REQUIRE(scene.fill(whole, world_rules(), 1).ok());
    int needed = 0;
    Ruleset lacking = world_rules();
    for (std::size_t i = 1; i < lacking.elements.size(); ++i) {
      const Element& element = world_rules().elements[i];
      lacking.elements[i].name = "missing";
      World world(80, 50);
      const Status status = scene.fill(world, lacking, 1);
      lacking.elements[i].name = element.name;
      INFO(element.name);
      if (count_of(whole, element.name) > 0) CHECK_FALSE(status.ok());
      if (status.ok()) continue;
      ++needed;
      CHECK(status.message().find("'" + element.name + "'") != std::string::npos);
    }
    CHECK(needed >= 5);
  }
}

}  // namespace repose::test

// What comes of scenes at the own pace of their automata, run by commands as in the app.
#include <algorithm>
#include <cstdlib>

#include "density_world.hpp"
#include "repose/registry.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

// A scene with its own parameters, in its natural size unless `width` and `height` are given.
class PlayedScene {
 public:
  explicit PlayedScene(const char* name, std::optional<int> width = {}, std::optional<int> height = {}) {
    done(command::LoadScene{name, width, height, {}, true});
  }

  void done(const Command& command) {
    const CommandResult result = session.execute(command);
    INFO(result.message);
    REQUIRE(result.ok);
  }
  void step(std::uint64_t count) { done(command::Step{count}); }
  std::uint8_t element(std::string_view name) const { return session.ruleset().find(name).value(); }

 private:
  Registry registry_ = make_registry();

 public:
  Session session{registry_, density_world(), {.threads = 2}};
};

// In how many rows above the middle the cell over the neck is air, with sand within `reach` on both sides.
int shaft_rows(const World& world, std::uint8_t sand, int reach) {
  const int middle = world.width() / 2;
  int rows = 0;
  for (int y = 0; y < world.height() / 2; ++y) {
    const auto sand_beside = [&](int side) {
      for (int i = 0; i <= reach; ++i) {
        if (world.cell(middle + side * i, y) == sand) return true;
      }
      return false;
    };
    rows += world.cell(middle, y) == 0 && sand_beside(-1) && sand_beside(+1);
  }
  return rows;
}

std::ptrdiff_t upper_cells(const World& world, std::uint8_t element) {
  return std::count(world.cells().begin(), world.cells().begin() + static_cast<std::ptrdiff_t>(world.cell_count() / 2),
                    element);
}

}  // namespace

TEST_CASE("the sand of the hourglass of tiles runs out through a funnel, not through a shaft") {
  PlayedScene glass("tiles-hourglass");
  const std::uint8_t sand = glass.element("sand");
  const std::ptrdiff_t all = upper_cells(glass.session.download(), sand);
  REQUIRE(all > 5000);
  for (int i = 0; i < 12; ++i) {
    glass.step(250);
    INFO("after " << glass.session.step_count() << " steps");
    CHECK(shaft_rows(glass.session.download(), sand, 6) <= 8);
  }
  CHECK(upper_cells(glass.session.download(), sand) < all / 4);
  glass.step(2000);
  CHECK(upper_cells(glass.session.download(), sand) < all / 50);
}

}  // namespace repose::test

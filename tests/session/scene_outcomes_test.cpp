// What comes of scenes at the own pace of their automata, run by commands as in the app.
#include <fmt/format.h>

#include <algorithm>
#include <map>

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

// Cells of an element in some columns, and there from the row `top` on.
std::ptrdiff_t cells_in(const World& world, std::uint8_t element, int first_column, int last_column, int top = 0) {
  std::ptrdiff_t found = 0;
  for (int y = top; y < world.height(); ++y) {
    for (int x = first_column; x <= last_column; ++x) found += world.cell(x, y) == element;
  }
  return found;
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

TEST_CASE("what floats down the winding river leaves on the right, comes back on the left, and drops out below") {
  PlayedScene river("winding-river", 160, 100);
  const std::uint8_t oil = river.element("oil");
  const auto oil_in = [&](int first, int last) { return cells_in(river.session.download(), oil, first, last); };
  river.done(command::Paint{RectEdit{{145, 33}, {155, 35}, oil, {}}});
  const std::ptrdiff_t poured = oil_in(0, 159);
  REQUIRE(poured > 20);
  REQUIRE(oil_in(0, 80) == 0);
  river.step(300);
  CHECK(oil_in(0, 80) > poured / 4);
  CHECK(oil_in(0, 159) == poured);
  river.step(3000);
  CHECK(oil_in(0, 159) < poured * 3 / 4);
}

TEST_CASE("a tank over nothing empties when its plug burns, and the others stay full") {
  PlayedScene tanks("plugs", 320, 200);
  const std::uint8_t sand = tanks.element("sand"), oil = tanks.element("oil"), water = tanks.element("water");
  const auto count = [&](std::uint8_t element) { return cells_in(tanks.session.download(), element, 0, 319); };
  const std::ptrdiff_t all_sand = count(sand), all_oil = count(oil), all_water = count(water);
  tanks.step(2000);  // the plug of the sand burns from the first step on
  CHECK(count(sand) < all_sand * 3 / 4);
  CHECK(count(oil) == all_oil);
  CHECK(count(water) == all_water);
  tanks.done(command::Paint{RectEdit{{258, 118}, {269, 120}, tanks.element("fire"), {}}});
  tanks.step(2000);
  CHECK(count(water) < all_water / 2);
  CHECK(count(oil) == all_oil);
}

TEST_CASE("every scene of pressure water says whether it runs the numbers of the article") {
  const std::map<std::string_view, double> article = {{"walls", 0},       {"max_compress", 0.02}, {"min_mass", 0.0001},
                                                      {"min_flow", 0.01}, {"max_speed", 1},       {"passes", 1},
                                                      {"levelling", 0}};
  int with_others = 0, with_all = 0;
  for (const Scene& scene : scenes()) {
    if (scene.automaton != "water") continue;
    INFO(scene.name << ": " << scene.description);
    std::map<std::string_view, double> own(scene.parameters.begin(), scene.parameters.end());
    const bool differs = std::ranges::any_of(own, [&](const auto& value) {
      return article.count(value.first) > 0 && article.at(value.first) != value.second;
    });
    const auto says = [&](const std::string& words) { return scene.description.find(words) != std::string::npos; };
    CHECK(says("Faster than in the article: ") == differs);
    if (differs) {
      ++with_others;
      CHECK(says(fmt::format("{:g} passes a step", own["passes"])));
      CHECK(says("and levelling") == (own["levelling"] > 0));
    }
    if (says("the numbers of the article")) {
      ++with_all;
      CHECK(own == article);
      CHECK(scene.title == "Water as in the article");
    }
  }
  CHECK(with_others == 3);
  CHECK(with_all == 1);
}

TEST_CASE("the scene that is named for the article runs its numbers, whatever ran before") {
  PlayedScene played("fountain");
  played.done(command::SetParameter{"max_speed", 2});
  played.done(command::LoadScene{"article-water", {}, {}, {}, true});
  for (const auto& [name, value] : find_scene("article-water")->parameters) {
    INFO(name);
    CHECK(played.session.solver().parameter(name) == Approx(value));
  }
}

}  // namespace repose::test

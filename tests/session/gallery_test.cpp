// The scenes of the menu and of the default world: approved hashes, any size, lasting movement, missing elements, and
// what comes of some of them.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "repose/config.hpp"
#include "repose/paths.hpp"
#include "repose/registry.hpp"
#include "repose/scene.hpp"
#include "session/scenes/gallery.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace {

constexpr std::uint64_t kSecond = 125;  // steps of conserving

Ruleset rules_of(const Scene& scene) {
  return read_config_file(find_data("configs/" + std::string(scene.config)).value()).ruleset.value();
}

// A scene that runs on the cpu backend, changed by commands as in the app.
struct PlayedScene : TestSession {
  // With its own parameters, in its natural size unless `width` and `height` are given.
  explicit PlayedScene(std::string_view name, std::optional<int> width = {}, std::optional<int> height = {}) {
    done(command::LoadScene{std::string(name), width, height, {}, true});
  }
  // Without its own parameters. Scenes that name no automaton run in `sandjs_automaton`.
  PlayedScene(const Scene& scene, int width, int height, std::string_view sandjs_automaton) {
    done(command::LoadScene{std::string(scene.name), width, height, 1});
    const std::string_view automaton = scene.automaton.empty() ? sandjs_automaton : scene.automaton;
    done(command::SwitchSolver{std::string(automaton), Backend::cpu});
  }

  void dab(std::string_view name, CellPoint at, int size) {
    done(command::Paint{StrokeEdit{at, at, size, BrushShape::round, element(name), {}}});
  }
  // How many cells change in the next steps.
  std::ptrdiff_t changes(std::uint64_t steps = 1) {
    World last = session.download();
    std::vector<bool> changed(last.cell_count());
    for (std::uint64_t i = 0; i < steps; ++i) {
      step(1);
      World now = session.download();
      for (std::size_t cell = 0; cell < changed.size(); ++cell)
        if (now.cells()[cell] != last.cells()[cell]) changed[cell] = true;
      last = std::move(now);
    }
    return std::ranges::count(changed, true);
  }
};

std::vector<Scene> listed_scenes() {
  std::vector<Scene> list = gallery_scenes();
  for (Scene& scene : world_scenes()) list.push_back(std::move(scene));
  return list;
}

}  // namespace

TEST_CASE("every scene has the approved hash after 200 steps at 320x200") {
  const std::map<std::string_view, std::string> approved = {
      {"falls", "fb3785fd833f5c71"},
      {"pouring-ledges", "4bd671810d3ef5e0"},
      {"rain-on-slope", "2cb0fd34d7422e10"},
      {"acid-cave", "c42699f89f9ed73c"},
      {"forest-fire", "8a9bd791b9456e92"},
      {"oil-alight", "a4f63bd644aa284d"},
      {"lava-meets-water", "1a5b00895e8572d7"},
      {"volcano", "41aaa1481d54fba0"},
      {"pond", "f9b08485a775d094"},
      {"fireworks", "bd3b82f5aea14c4d"},
      {"chemistry", "3f954d251eeae0bc"},
      {"valley", "6314ca3c1d04b62f"},
      {"wildfire", "ccf8fc994fe8d113"},
      {"fortress", "f658d196c9c8bf7e"},
      {"acid-works", "224b90d9da052d3b"},
      {"burning-bay", "497a33034c25330f"},
      {"new-land", "7eb363efff2e9da2"},
      {"winding-river", "eae3c6b7530a558f"},
      {"demolition", "3312740895c9a2db"},
      {"plugs", "68ef84d30bf27f2d"},
      {"storm", "4deaf843b68c73aa"},
      {"pressure-cooker", "8f575483c55a1687"},
      {"chimney-sweep", "a584c9722130d784"},
      {"land", "d83e834826976d89"},
  };
  for (const Scene& scene : listed_scenes()) {
    PlayedScene played(scene, 320, 200, scene.config == "default.cfg" ? "conserving" : "density");
    played.step(200);
    const std::string hash = fmt::format("{:016x}", played.session.hash());
    INFO("line to paste: {\"" << scene.name << "\", \"" << hash << "\"},");
    REQUIRE(approved.count(scene.name) == 1);
    CHECK(hash == approved.at(scene.name));
  }
}

TEST_CASE("every gallery scene moves from its first step on and still moves much later", "[slow]") {
  for (const Scene& scene : gallery_scenes()) {
    INFO(scene.name);
    // Decays and reactions of elements never end; rules that only move can come to rest where they were not made for.
    const std::uint64_t long_after = scene.automaton == "elements" ? 300 : 1500;
    for (const std::string_view sandjs_automaton : {"density", "conserving"}) {
      if (!scene.automaton.empty() && sandjs_automaton != "density") continue;
      INFO(sandjs_automaton);
      PlayedScene played(scene, 240, 150, sandjs_automaton);
      CHECK(played.changes() > 0);
      if (scene.automaton.empty() && sandjs_automaton == "conserving") continue;
      played.step(long_after - 1);
      CHECK(played.changes() > 30);
    }
  }
}

TEST_CASE("the opening scene is in balance: after 10000 steps its streams run and its lake keeps its level") {
  PlayedScene running(*find_scene("falls"), 640, 400, "density");
  running.step(2000);
  const auto water = running.count("water"), sand = running.count("sand"), rain = running.count("rain");
  REQUIRE(water > 0);
  running.step(8000);
  CHECK(std::abs(running.count("water") - water) < water / 20);
  CHECK(std::abs(running.count("sand") - sand) < sand / 5);
  CHECK(std::abs(running.count("rain") - rain) < rain / 5);
  CHECK(running.changes() > 1000);
}

// At 640x400 there are 8060 cells of water, 1042 of lava and 1205 of sand after 2000 steps; 7890, 1042 and 1224 after
// 10,000; 8358, 1042 and 1239 after 40,000.
TEST_CASE("the valley does not come to rest, and keeps its water, lava and sand") {
  PlayedScene valley(*find_scene("valley"), kSketchWidth / 2, kSketchHeight / 2, "conserving");
  valley.step(2000);
  const auto is_about = [&](std::string_view element, std::ptrdiff_t figure) {
    const std::ptrdiff_t found = valley.count(element);
    INFO(found << " of " << element);
    CHECK(found >= figure / 2);
    CHECK(found <= 2 * figure);
  };
  is_about("water", 2260);
  is_about("lava", 310);
  is_about("sand", 355);
  CHECK(valley.changes() >= 300);
}

TEST_CASE("scenes of the menu build at any size and shape") {
  struct Size {
    int width, height;
  };
  for (const Scene& scene : scenes()) {
    if (!scene.in_menu) continue;
    INFO(scene.name);
    CHECK(scene.any_shape);
    for (const auto [width, height] : {Size{640, 400}, {200, 200}, {630, 270}, {90, 360}, {64, 40}, {3, 200}, {1, 1}}) {
      INFO(width << " x " << height);
      World world(width, height);
      const Status status = scene.fill(world, rules_of(scene), 1);
      CHECK(status.ok());
      if (width >= 64 && scene.config == "default.cfg")
        CHECK(std::ranges::count(world.cells(), 0) < width * height * 9 / 10);
    }
  }
}

TEST_CASE("scenes of the default world move within a second") {
  for (const Scene& scene : world_scenes()) {
    INFO(scene.name);
    PlayedScene played(scene, kSketchWidth / 2, kSketchHeight / 2, "conserving");
    CHECK(played.changes(kSecond) >= 300);
  }
}

TEST_CASE("a gallery scene looks elements up by name, so that their order does not matter") {
  const Scene& falls = *find_scene("falls");
  Ruleset rules = rules_of(falls);
  World plain(120, 80), reversed(120, 80);
  REQUIRE(falls.fill(plain, rules, 1).ok());
  const std::size_t last = rules.elements.size() - 1;
  std::reverse(rules.elements.begin() + 1, rules.elements.end());
  REQUIRE(falls.fill(reversed, rules, 1).ok());
  for (std::size_t i = 0; i < plain.cell_count(); ++i) {
    const std::size_t expected = plain.cells()[i] == 0 ? 0 : last + 1 - plain.cells()[i];
    REQUIRE(reversed.cells()[i] == expected);
  }
}

TEST_CASE("a scene without an element that it needs fails with its name", "[slow]") {
  for (const Scene& scene : listed_scenes()) {
    INFO(scene.name);
    World whole(80, 50);
    REQUIRE(scene.fill(whole, rules_of(scene), 1).ok());
    int needed = 0;
    const Ruleset rules = rules_of(scene);
    Ruleset lacking = rules;
    for (std::size_t i = 1; i < lacking.elements.size(); ++i) {
      const Element& element = rules.elements[i];
      lacking.elements[i].name = "missing";
      World world(80, 50);
      const Status status = scene.fill(world, lacking, 1);
      lacking.elements[i].name = element.name;
      INFO(element.name);
      if (std::ranges::count(whole.cells(), i) > 0) CHECK_FALSE(status.ok());
      if (status.ok()) continue;
      ++needed;
      CHECK(status.message().find("'" + element.name + "'") != std::string::npos);
    }
    CHECK(needed >= 1);
  }
}

TEST_CASE("the shipped configs have no diagnostics") {
  const auto folder = find_data("configs");
  REQUIRE(folder.has_value());
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    if (entry.path().extension() != ".cfg" && entry.path().extension() != ".txt") continue;
    const ConfigResult result = read_config_file(entry.path());
    for (const Diagnostic& diagnostic : result.diagnostics) UNSCOPED_INFO(format(diagnostic));
    CHECK(result.diagnostics.empty());
    CHECK(result.ruleset.has_value());
  }
}

// ---- what comes of scenes at the own pace of their automata ----

TEST_CASE("oil poured on the lake of the falls stays for twenty seconds, and burns when it is lit") {
  for (const char* automaton : {"density", "conserving"}) {
    INFO(automaton);
    PlayedScene falls(*find_scene("falls"), 320, 200, automaton);
    falls.step(2 * kSecond);
    for (const int x : {150, 170, 220}) falls.dab("oil", {x, 154}, 13);
    const std::int64_t poured = falls.count("oil");
    REQUIRE(poured > 300);
    falls.step(10 * kSecond);
    CHECK(falls.count("oil") > poured * 2 / 3);
    falls.step(10 * kSecond);
    const std::int64_t later = falls.count("oil");
    CHECK(later > poured * 2 / 3);
    for (const int x : {150, 170, 220}) falls.dab("fire", {x, 158}, 9);
    falls.step(10 * kSecond);
    CHECK(falls.count("oil") < later * 3 / 4);
  }
}

namespace {

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
  river.step(4000);
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
    CHECK(says("Faster than Elsts' own: ") == differs);
    if (differs) {
      ++with_others;
      CHECK(says(fmt::format("{:g} passes a step", own["passes"])));
      CHECK(says("and levelling") == (own["levelling"] > 0));
    }
    if (says("the numbers of the article")) {
      ++with_all;
      CHECK(own == article);
      CHECK(scene.title == "Water as in Elsts' article");
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

TEST_CASE("a scene of fastsab that is as the article's or its author's has the flags of the article") {
  int count = 0;
  for (const Scene& scene : scenes()) {
    const auto says = [&](const char* words) { return scene.description.find(words) != std::string::npos; };
    if (scene.automaton != "fastsab" || (!says("article") && !says("original"))) continue;
    INFO(scene.name);
    CHECK(PlayedScene(scene.name, 64, 48).session.solver().parameter("sinkers_active") == 0);
    ++count;
  }
  CHECK(count == 1);
}

}  // namespace repose::test

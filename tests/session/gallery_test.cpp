// The scenes of the menu and of the default world: approved hashes, any size, lasting movement, missing elements.
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
#include "session/scenes/world_scenes.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

constexpr std::uint64_t kSecond = 125;  // steps of conserving

Ruleset rules_of(const Scene& scene) {
  const auto path = find_data("configs/" + std::string(scene.config));
  REQUIRE(path.has_value());
  return read_config_file(*path).ruleset.value();
}

// A scene that runs on the cpu backend.
class Running {
 public:
  // Scenes that name no automaton run in `sandjs_automaton`.
  Running(const Scene& scene, int width, int height, std::string_view sandjs_automaton = "density")
      : rules_(rules_of(scene)) {
    World world(width, height);
    REQUIRE(scene.fill(world, rules_, 1).ok());
    std::string error;
    const std::string_view automaton = scene.automaton.empty() ? sandjs_automaton : scene.automaton;
    solver_ = make_registry().solver(automaton, Backend::cpu)->create(SolverOptions{.threads = 2}, error);
    REQUIRE(solver_ != nullptr);
    REQUIRE(solver_->load(rules_).ok());
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
  std::string hash() const { return fmt::format("{:016x}", hash_world(world(), solver_->state_planes())); }
  std::ptrdiff_t count(std::string_view element) const {
    return std::ranges::count(world().cells(), rules_.find(element).value());
  }
  // How many cells change in the next steps.
  std::ptrdiff_t changes(std::uint64_t steps = 1) {
    World last = world();
    std::vector<bool> changed(last.cell_count());
    for (std::uint64_t i = 0; i < steps; ++i) {
      step(1);
      World now = world();
      for (std::size_t cell = 0; cell < changed.size(); ++cell)
        if (now.cells()[cell] != last.cells()[cell]) changed[cell] = true;
      last = std::move(now);
    }
    return std::ranges::count(changed, true);
  }

 private:
  Ruleset rules_;
  std::unique_ptr<Solver> solver_;
  std::uint64_t steps_ = 0;
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
      {"valley", "0c70f610135a460d"},
      {"wildfire", "206998398ea826b1"},
      {"fortress", "4cde6795806374e4"},
      {"acid-works", "e8fa56a21006e176"},
      {"burning-bay", "2abe625edeae0e54"},
      {"new-land", "95e88ed41dd80b4c"},
      {"winding-river", "8276c2a28c8b536d"},
      {"plugs", "c77f06e2ce8bb8ba"},
  };
  for (const Scene& scene : listed_scenes()) {
    Running running(scene, 320, 200, scene.config == "default.cfg" ? "conserving" : "density");
    running.step(200);
    INFO("line to paste: {\"" << scene.name << "\", \"" << running.hash() << "\"},");
    REQUIRE(approved.count(scene.name) == 1);
    CHECK(running.hash() == approved.at(scene.name));
  }
}

TEST_CASE("every gallery scene moves from its first step on and still moves much later", "[slow]") {
  for (const Scene& scene : gallery_scenes()) {
    INFO(scene.name);
    // Decays and reactions of elements never end; the rules of density can come to rest.
    const std::uint64_t long_after = scene.automaton == "elements" ? 600 : 3000;
    for (const std::string_view sandjs_automaton : {"density", "conserving"}) {
      if (!scene.automaton.empty() && sandjs_automaton != "density") continue;
      INFO(sandjs_automaton);
      Running running(scene, 320, 200, sandjs_automaton);
      CHECK(running.changes() > 0);
      running.step(long_after - 1);
      CHECK(running.changes() > 50);
    }
  }
}

TEST_CASE("the opening scene is in balance: after 10000 steps its streams run and its lake keeps its level") {
  Running running(*find_scene("falls"), 640, 400);
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
  Running valley(*find_scene("valley"), kSketchWidth / 2, kSketchHeight / 2, "conserving");
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
      const Status status = scene.fill(world, rules_of(scene), 1);
      CHECK(status.ok());
      if (width >= 64) CHECK(std::ranges::count(world.cells(), 0) < width * height * 9 / 10);
    }
  }
}

TEST_CASE("scenes of the default world move within a second") {
  for (const Scene& scene : world_scenes()) {
    INFO(scene.name);
    Running running(scene, kSketchWidth / 2, kSketchHeight / 2, "conserving");
    CHECK(running.changes(kSecond) >= 300);
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

TEST_CASE("a scene without an element that it needs fails with its name") {
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

}  // namespace repose::test

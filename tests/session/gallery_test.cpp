// The scenes of the menu: approved hashes, lasting movement, and errors for missing elements.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>

#include "repose/paths.hpp"
#include "repose/registry.hpp"
#include "repose/scene.hpp"
#include "session/scenes/gallery.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

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
    solver_ = make_registry().solver(automaton, Backend::cpu)->create(SolverOptions{.threads = 1}, error);
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
  std::int64_t count(std::string_view element) const {
    const World now = world();
    return std::count(now.cells().begin(), now.cells().end(), rules_.find(element).value());
  }
  std::size_t cells_changed_by_next_step() {
    const World before = world();
    step(1);
    const World after = world();
    return std::inner_product(before.cells().begin(), before.cells().end(), after.cells().begin(), std::size_t{0},
                              std::plus<>{}, std::not_equal_to<>{});
  }

 private:
  Ruleset rules_;
  std::unique_ptr<Solver> solver_;
  std::uint64_t steps_ = 0;
};

const Scene& opening_scene() { return *find_scene("falls"); }

}  // namespace

TEST_CASE("every gallery scene has the approved hash after 200 steps at 320x200") {
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
  };
  for (const Scene& scene : gallery_scenes()) {
    Running running(scene, 320, 200);
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
      CHECK(running.cells_changed_by_next_step() > 0);
      running.step(long_after - 1);
      CHECK(running.cells_changed_by_next_step() > 50);
    }
  }
}

TEST_CASE("the opening scene is in balance: after 10000 steps its streams run and its lake keeps its level") {
  Running running(opening_scene(), 640, 400);
  running.step(2000);
  const auto water = running.count("water"), sand = running.count("sand"), rain = running.count("rain");
  REQUIRE(water > 0);
  running.step(8000);
  CHECK(std::abs(running.count("water") - water) < water / 20);
  CHECK(std::abs(running.count("sand") - sand) < sand / 5);
  CHECK(std::abs(running.count("rain") - rain) < rain / 5);
  CHECK(running.cells_changed_by_next_step() > 1000);
}

TEST_CASE("a gallery scene looks elements up by name, so that their order does not matter") {
  Ruleset rules = rules_of(opening_scene());
  World plain(120, 80), reversed(120, 80);
  REQUIRE(opening_scene().fill(plain, rules, 1).ok());
  const std::size_t last = rules.elements.size() - 1;
  std::reverse(rules.elements.begin() + 1, rules.elements.end());
  REQUIRE(opening_scene().fill(reversed, rules, 1).ok());
  for (std::size_t i = 0; i < plain.cell_count(); ++i) {
    const std::size_t expected = plain.cells()[i] == 0 ? 0 : last + 1 - plain.cells()[i];
    REQUIRE(reversed.cells()[i] == expected);
  }
}

TEST_CASE("a gallery scene without the elements that it needs fails with the name of one") {
  const Ruleset bare =
      read_config("cell air 0 0 0 0.3\ncell sand 9 9 9 0.7\nrule sand air air sand\n", "").ruleset.value();
  for (const Scene& scene : gallery_scenes()) {
    INFO(scene.name);
    World world(64, 64);
    const Status status = scene.fill(world, bare, 1);
    CHECK_FALSE(status.ok());
    CHECK(status.message().find("needs an element named") != std::string::npos);
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

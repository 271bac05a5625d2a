// The lake of the scene *falls*: oil that a person pours on it stays and burns, and its water keeps its level.
#include <algorithm>
#include <cstdlib>

#include "density_world.hpp"
#include "repose/registry.hpp"
#include "repose/scene.hpp"
#include "support.hpp"

namespace repose::test {

namespace {

constexpr std::uint64_t kStepsASecond = 125;

// The scene in half its natural size, changed by commands as in the app.
class Falls {
 public:
  explicit Falls(const char* automaton) {
    done(command::LoadScene{"falls", 320, 200, {}});
    done(command::SwitchSolver{automaton, Backend::cpu});
  }

  void step(std::uint64_t count) { done(command::Step{count}); }
  void dab(std::string_view name, CellPoint at, int size) {
    done(command::Paint{StrokeEdit{at, at, size, BrushShape::round, *session_.ruleset().find(name), {}}});
  }
  std::ptrdiff_t count(std::string_view name) const {
    const World world = session_.download();
    return std::count(world.cells().begin(), world.cells().end(), *session_.ruleset().find(name));
  }

 private:
  void done(const Command& command) {
    const CommandResult result = session_.execute(command);
    INFO(result.message);
    REQUIRE(result.ok);
  }

  Registry registry_ = make_registry();
  Session session_{registry_, density_world(), {.threads = 2}};
};

}  // namespace

TEST_CASE("oil poured on the lake of the falls stays for twenty seconds, and burns when it is lit") {
  for (const char* automaton : {"density", "conserving"}) {
    INFO(automaton);
    Falls falls(automaton);
    falls.step(2 * kStepsASecond);
    for (const int x : {150, 170, 220}) falls.dab("oil", {x, 154}, 13);
    const std::ptrdiff_t poured = falls.count("oil");
    REQUIRE(poured > 300);
    falls.step(10 * kStepsASecond);
    CHECK(falls.count("oil") > poured * 2 / 3);
    falls.step(10 * kStepsASecond);
    const std::ptrdiff_t later = falls.count("oil");
    CHECK(later > poured * 2 / 3);
    for (const int x : {150, 170, 220}) falls.dab("fire", {x, 158}, 9);
    falls.step(10 * kStepsASecond);
    CHECK(falls.count("oil") < later * 3 / 4);
  }
}

TEST_CASE("the lake of the falls keeps its level, with oil on it too") {
  for (const char* automaton : {"density", "conserving"}) {
    INFO(automaton);
    Falls falls(automaton);
    falls.dab("oil", {150, 154}, 13);
    falls.step(2 * kStepsASecond);
    const std::ptrdiff_t water = falls.count("water");
    falls.step(3000);
    INFO(water << " cells of water at first, " << falls.count("water") << " later");
    CHECK(std::abs(falls.count("water") - water) < water / 20);
    CHECK(falls.count("oil") < 1000);
  }
}

}  // namespace repose::test

// repose-cli flashes.
#include <fmt/format.h>

#include "cli_support.hpp"

namespace repose::test {

namespace {

// A wall that is white for `steps` steps, then black for as many, and so on.
std::string blinking(int steps) {
  std::string cells = "automaton conserving\ncell air 0 0 0 0.1\n", decays;
  for (int i = 0; i < 2 * steps; ++i) {
    // Each in a colour of its own, told apart by a little blue, which is hardly bright.
    cells += i < steps ? fmt::format("cell lamp{} 255 255 {} 1\n", i, 255 - i)
                       : fmt::format("cell lamp{} 0 0 {} 1\n", i, i - steps);
    decays += fmt::format("decay lamp{} lamp{} 1\n", i, (i + 1) % (2 * steps));
  }
  return cells + decays;
}

}  // namespace

TEST_CASE_METHOD(Cli, "a world that flashes more than three times in a second fails, and is told with its place") {
  write("fast.cfg", blinking(10));  // 125 steps a second: six flashes
  write("slow.cfg", blinking(32));  // two
  write("cells", std::string(200 * 150, '\1'));
  const std::string world = " --cells-in @cells --size 200x150 --seconds 2 --json";
  const Outcome fast = call("flashes --config @fast.cfg" + world);
  CHECK(fast.code == 1);
  const Json worlds = fast.json()["worlds"];
  REQUIRE(worlds.size() == 2);
  CHECK(worlds[0]["zoom"] == 1);
  CHECK(worlds[0]["general"]["flashes"] == 6);
  CHECK(worlds[1]["zoom"] == 3);
  CHECK(worlds[1]["general"]["flashes"] == 6);
  CHECK(worlds[1]["red"]["flashes"] == 0);
  CHECK(fine("flashes --config @slow.cfg" + world).json()["worlds"][0]["general"]["flashes"] == 2);
}

TEST_CASE_METHOD(Cli, "blasts in a scene do not flash more than three times in a second") {
  const Outcome outcome = fine("flashes --scene fireworks --seconds 1 --events blasts --zoom 3 --json");
  CHECK(outcome.json()["worlds"][0]["general"]["largest_change_pixels"] > 0);
  CHECK(call("flashes --scene fireworks --events earthquake").err ==
        "repose-cli: --events: 'earthquake' is not all, none, blasts, fireworks, storm\n");
}

}  // namespace repose::test

#include <cstring>

#include "repose/rng.hpp"
#include "session/scenes/field_scenes.hpp"
#include "session/scenes/gallery_sketch.hpp"

namespace repose {
namespace {

// Water behind a dam that is no longer there, and a few rocks in its way.
Status dam_break(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t water = s.element("water"), stone = s.element("stone"), clay = s.element("clay");
  s.ground(0, 639, [&](int u) { return 372 + s.noise(u, 90, 1) * 16 / 255; }, stone, clay, 5);
  s.rect(0, 70, 190, 387, water);
  s.ground(0, 190, [&](int u) { return 372 + s.noise(u, 90, 1) * 16 / 255; }, stone, clay, 5);
  s.blob(330, 372, 36, 46, stone, 20);
  s.blob(450, 372, 22, 74, stone, 20);
  s.rect(520, 250, 600, 258, s.element("wood"));
  s.rect(556, 258, 562, 372, s.element("wood"));
  return s.status();
}

// Two arms that are joined below; all the water stands in the left one.
Status u_tube(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t water = s.element("water"), stone = s.element("stone");
  s.rect(0, 0, 639, 399, stone);
  s.rect(80, 30, 219, 359, 0);
  s.rect(420, 30, 559, 359, 0);
  s.rect(80, 300, 559, 359, 0);
  s.rect(80, 60, 219, 359, water);
  return s.status();
}

// A tank that taps keep full presses water through a pipe and out of a nozzle, into a basin that overflows into a drain.
Status fountain(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t water = s.element("water"), stone = s.element("stone"), clay = s.element("clay");
  s.rect(0, 300, 639, 399, clay);
  s.rect(20, 20, 190, 360, stone);
  s.rect(34, 34, 176, 346, 0);
  s.rect(34, 60, 176, 346, water);
  s.rect(40, 34, 170, 35, s.element("tap"));
  s.rect(230, 280, 570, 380, stone);
  s.rect(244, 280, 556, 330, 0);
  s.rect(244, 296, 556, 330, water);
  s.rect(380, 180, 420, 346, stone);
  s.rect(390, 176, 410, 346, water);
  s.rect(150, 346, 410, 366, stone);
  s.rect(150, 336, 410, 356, water);
  s.rect(150, 326, 176, 346, water);
  s.rect(177, 326, 389, 335, stone);
  s.rect(600, 296, 639, 302, s.element("drain"));
  return s.status();
}

// For measuring: up to two cells' worth of water everywhere, so that all of it flows for thousands of steps.
Status rough_water(World& world, const Ruleset&, std::uint64_t seed) {
  world.add(Plane::mass);
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    const std::uint32_t random = random_u32(seed, 0, static_cast<std::uint32_t>(i), 0, static_cast<std::uint32_t>(Salt::scene));
    const auto mass = static_cast<std::int32_t>(below(random, 2 * kFullCell));
    std::memcpy(&world.bytes(Plane::mass)[i * sizeof mass], &mass, sizeof mass);
  }
  return {};
}

}  // namespace

std::vector<Scene> water_scenes() {
  return {{"rough-water", "Rough water", "Up to two cells of water in every cell. For benchmarks: everything flows.", "water",
           "water.cfg", false, 640, 400, rough_water},
          {"dam-break", "Dam break",
           "A lake stands upright where a dam has just gone. It falls, runs through the rocks and swings back from the far wall.",
           "water", "water.cfg", false, 640, 400, dam_break},
          {"u-tube", "U-tube",
           "Two arms joined below, all the water in one of them. Pressure lifts it in the other until both are level.", "water",
           "water.cfg", false, 320, 200, u_tube},
          {"fountain", "Fountain",
           "A tank that taps keep full presses water through a pipe and up out of a nozzle. Raise the nozzle, or break the tank.",
           "water", "water.cfg", false, 320, 200, fountain}};
}

}  // namespace repose

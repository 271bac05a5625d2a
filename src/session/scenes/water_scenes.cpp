// The scenes of water.
#include <algorithm>
#include <cstring>

#include "repose/rng.hpp"
#include "session/scenes/field_scenes.hpp"
#include "session/scenes/gallery_sketch.hpp"

namespace repose {
namespace {

// Compresses the water by its own pressure, for a surface at the height v of the picture: each cell holds a fiftieth
// more than the cell above. Otherwise deep water would sink at first.
void press(World& world, const Sketch& s, std::uint8_t water, int v) {
  world.add(Plane::mass);
  for (int y = 0; y < world.height(); ++y) {
    const std::int32_t mass = kFullCell + std::max(0, y - s.cell_y(v)) * (kFullCell / 50);
    for (int x = 0; x < world.width(); ++x) {
      if (world.cell(x, y) == water)
        std::memcpy(&world.bytes(Plane::mass)[world.index(x, y) * sizeof mass], &mass, sizeof mass);
    }
  }
}

// A lake whose dam has just been removed, high above a valley with terraces. A river feeds it.
Status dam_break(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t water = s.element("water"), stone = s.element("stone"), clay = s.element("clay");
  const auto ground = [&](int u) {
    const int terrace = u < 200   ? 236
                        : u < 290 ? 236 + (u - 200) * 3 / 4
                        : u < 350 ? 304
                        : u < 400 ? 304 + (u - 350)
                                  : 362;
    return terrace + s.noise(u, 60, 1) * 12 / 255;
  };
  s.ground(0, 639, ground, stone, clay, 5);
  s.rect(0, 96, 130, 250, water);
  s.ground(0, 190, ground, stone, clay, 5);
  s.blob(318, 300, 15, 20, stone, 25);
  s.blob(462, 368, 30, 44, stone, 20);
  s.blob(430, 372, 20, 22, stone, 20);
  s.blob(560, 374, 14, 26, stone, 20);
  s.rect(0, 20, 30, 32, stone);
  s.rect(6, 33, 10, 35, s.element("tap"));
  s.rect(628, 316, 639, 399, stone);
  s.rect(628, 296, 639, 315, s.element("drain"));
  press(world, s, water, 96);
  return s.status();
}

// Three arms that are connected below; at first all water is in the first. A tap drips into the last, and an overflow
// at the first keeps them from spilling.
Status u_tube(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t water = s.element("water"), stone = s.element("stone"), clay = s.element("clay");
  s.rect(0, 0, 639, 399, stone);
  s.strata(stone, clay, 90, 30);
  s.rect(60, 24, 199, 359, 0);
  s.rect(290, 24, 337, 359, 0);
  s.rect(430, 24, 579, 359, 0);
  s.blob(505, 130, 110, 90, 0);
  s.rect(60, 318, 579, 359, 0);
  s.rect(60, 40, 199, 359, water);
  s.rect(502, 20, 508, 23, s.element("tap"));
  s.rect(56, 110, 59, 120, s.element("drain"));
  press(world, s, water, 40);
  return s.status();
}

// A tank, kept full by taps, presses water through a pipe and up out of a nozzle. It falls from bowl to bowl into a
// basin, which overflows into a drain.
Status fountain(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t water = s.element("water"), stone = s.element("stone"), clay = s.element("clay");
  s.rect(0, 320, 639, 399, clay);
  s.rect(16, 10, 150, 384, stone);
  s.rect(30, 24, 136, 370, 0);
  s.rect(30, 40, 136, 370, water);
  s.rect(34, 24, 132, 25, s.element("tap"));
  const auto bowl = [&](int half, int v, int depth) {
    s.rect(400 - half, v, 400 + half, v + depth, stone);
    s.rect(400 - half + 8, v, 400 + half - 8, v + depth - 9, 0);
  };
  bowl(70, 150, 26);
  bowl(130, 220, 32);
  bowl(200, 300, 76);
  s.rect(208, 340, 592, 366, water);
  s.rect(137, 344, 418, 384, stone);  // the pipe, below the basin
  s.rect(382, 110, 418, 384, stone);  // the column
  s.rect(130, 352, 408, 376, water);
  s.rect(392, 110, 408, 370, water);
  s.rect(630, 316, 639, 322, s.element("drain"));
  s.rect(150, 316, 180, 322, s.element("drain"));
  press(world, s, water, 40);
  return s.status();
}

// A tank whose water rises in the other arm of a pipe and runs over into a basin; what runs over its rim leaves the
// world.
Status article_water(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t water = s.element("water"), stone = s.element("stone"), clay = s.element("clay");
  constexpr int kSurface = 46, kRim = 166;
  s.rect(40, 26, 56, 246, stone);
  s.rect(40, 230, 356, 246, stone);
  s.rect(240, 26, 256, 189, stone);
  s.rect(340, kRim, 356, 246, stone);
  s.rect(57, kSurface, 239, 229, water);
  s.rect(240, 190, 339, 229, water);
  s.rect(257, kRim, 339, 189, water);
  s.rect(330, 290, 346, 388, clay);
  s.rect(330, 372, 606, 388, clay);
  s.rect(590, 326, 606, 388, clay);
  for (const int u : {430, 510}) s.rect(u, 340, u + 14, 371, clay);
  s.rect(440, 60, 560, 160, water);  // falls
  press(world, s, water, kSurface);
  return s.status();
}

// The numbers of Elsts' article, all of them. Water that reaches the border of the world is removed, as there.
const std::vector<std::pair<std::string_view, double>> kOfTheArticle = {
    {"walls", 0},     {"max_compress", 0.02}, {"min_mass", 0.0001}, {"min_flow", 0.01},
    {"max_speed", 1}, {"passes", 1},          {"levelling", 0}};

// For measuring: up to two full cells of water everywhere, so that all of it flows for thousands of steps.
Status rough_water(World& world, const Ruleset&, std::uint64_t seed) {
  world.add(Plane::mass);
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    const std::uint32_t random =
        random_u32(seed, 0, static_cast<std::uint32_t>(i), 0, static_cast<std::uint32_t>(Salt::scene));
    const auto mass = static_cast<std::int32_t>(below(random, 2 * kFullCell));
    std::memcpy(&world.bytes(Plane::mass)[i * sizeof mass], &mass, sizeof mass);
  }
  return {};
}

}  // namespace

std::vector<Scene> water_scenes() {
  return {
      {"rough-water", "Rough water", "Up to two cells of water in every cell. For benchmarks: everything flows.",
       "water", "water.cfg", false, 640, 400, rough_water},
      {"dam-break",
       "Dam break",
       "The dam of a lake has just been removed. The water falls from terrace to terrace through the rocks, and a "
       "river follows. Faster than in the article: 8 passes a step, and levelling.",
       "water",
       "water.cfg",
       true,
       240,
       150,
       dam_break,
       {{"passes", 8}, {"levelling", 4}, {"levelling_pace", 0.1}}},
      {"u-tube",
       "U-tube",
       "Three arms joined below, all the water in one of them. Pressure lifts it in the others until all are level. "
       "Faster than in the article: 4 passes a step, and levelling.",
       "water",
       "water.cfg",
       true,
       240,
       150,
       u_tube,
       {{"passes", 4}, {"levelling", 8}, {"levelling_pace", 0.01}}},
      {"fountain",
       "Fountain",
       "A tank, kept full by taps, presses water through a pipe and up out of a nozzle. The water falls from bowl to "
       "bowl. Faster than in the article: 16 passes a step, and levelling.",
       "water",
       "water.cfg",
       true,
       240,
       150,
       fountain,
       {{"passes", 16}, {"levelling", 8}, {"levelling_pace", 0.02}}},
      {"article-water", "Water as in the article",
       "Pressure lifts the water of a tank over a wall, and more falls from the sky. Runs the numbers of the article "
       "itself: one pass a step, no levelling, and what reaches the border is gone.",
       "water", "water.cfg", true, 96, 60, article_water, kOfTheArticle, "water"}};
}

}  // namespace repose

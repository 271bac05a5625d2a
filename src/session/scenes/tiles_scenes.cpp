// The scenes of tiles.
#include <algorithm>
#include <cstdlib>

#include "session/scenes/gallery_sketch.hpp"
#include "session/scenes/grain_scenes.hpp"

namespace repose {
namespace {

// Puts `device` into the ceiling over the first free cell at or below v.
void hang_tap(Sketch& s, int u, int v, std::uint8_t device) {
  constexpr int kWidth = 4;  // cells
  for (int x = s.cell_x(u); x < s.cell_x(u) + kWidth; ++x) {
    int y = std::max(1, s.cell_y(v));
    while (y < s.height() && (!s.empty(x, y) || s.empty(x, y - 1))) ++y;
    s.put(x, y - 1, device);
  }
}

// Half the width at height `v` of an hourglass, which is made of two funnels; `neck`: where it is narrowest.
int glass_half(int v, int neck) {
  constexpr int kWaist = 200, kBulb = 104;
  return std::min(kBulb, neck + std::abs(v - kWaist) * 2 / 3);
}

Status fill_hourglass(Sketch& s, std::uint8_t wall, std::uint8_t sand, std::uint8_t water, int neck) {
  constexpr int kTop = 24, kBottom = 376, kCentre = 320, kThickness = 7;
  for (int y = s.cell_y(kTop); y < s.cell_y(kBottom); ++y) {
    const int v = s.picture_v(y), half = glass_half(v, neck);
    for (int x = s.cell_x(kCentre - 130); x <= s.cell_x(kCentre + 130); ++x) {
      const int away = std::abs(s.picture_u(x) - kCentre);
      if (away > half + kThickness) continue;
      const bool is_rim = away > half || v < kTop + kThickness || v >= kBottom - kThickness;
      const bool is_sand = v >= 70 && v < 190, is_water = v >= 330;
      s.put(x, y, is_rim ? wall : is_sand ? sand : is_water ? water : std::uint8_t{0});
    }
  }
  return s.status();
}

// For all rules with sand, water and a wall.
Status hourglass(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  std::string_view wall = "wall";
  for (const std::string_view other : {"rock", "ground"}) {
    if (!ruleset.find(wall)) wall = other;
  }
  return fill_hourglass(s, s.element(wall), s.element("sand"), s.element("water"), 5);
}

Status tap_cave(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t ground = s.element("ground");
  s.rect(0, 0, 639, 399, ground);
  s.caves(14, 388, 118);
  s.strata(ground, s.element("sand"), 44, 26);
  s.strata(ground, s.element("gravel"), 58, 16);
  for (const int u : {40, 130, 215, 330, 470, 590}) hang_tap(s, u, 16, s.element("tap"));
  for (const int u : {85, 395}) hang_tap(s, u, 16, s.element("oil_tap"));
  for (const int u : {275, 540}) hang_tap(s, u, 16, s.element("sand_tap"));
  for (int u = 20; u < 640; u += 75) {
    const int v = s.floor_v(u, 366);
    s.rect(u, v, u + 5, v + 1, s.element("drain"));
  }
  return s.status();
}

Status tiles_hourglass(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  // Sand falls along both sides of a neck, one cell wide each, and a wider neck would be a shaft with air in its
  // middle.
  return fill_hourglass(s, s.element("ground"), s.element("sand"), s.element("water"), 1);
}

// Basins in steps down from both sides. Each overflows into the next, and the last into a drain in the middle.
Status terraces(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t ground = s.element("ground"), drain = s.element("drain");
  constexpr int kSteps = 6, kRise = 44, kRun = 48;
  for (int i = 0; i < kSteps; ++i) {
    const int v = 96 + i * kRise, u0 = i * kRun;
    for (const bool mirrored : {false, true}) {
      const auto box = [&](int left, int top, int right, int bottom, std::uint8_t element) {
        mirrored ? s.rect(639 - right, top, 639 - left, bottom, element) : s.rect(left, top, right, bottom, element);
      };
      box(u0, v, u0 + kRun - 1, 399, ground);
      box(u0 + kRun - 6, v - 12 - s.random(i, mirrored, 8, 1), u0 + kRun - 1, v, ground);
      box(u0, v - 7, u0 + kRun - 7, v - 1, s.element("water"));
      if (i % 2 == 1) box(u0 + 6, v - 5, u0 + kRun - 8, v - 1, s.element("gravel"));
    }
  }
  s.rect(288, 388, 351, 399, ground);
  s.rect(296, 386, 343, 387, drain);
  s.rect(6, 40, 21, 41, s.element("tap"));
  s.rect(618, 40, 633, 41, s.element("tap"));
  s.rect(610, 20, 611, 21, s.element("oil_tap"));
  return s.status();
}

// Caves with 200 taps. A share of the cells, in percent, holds loose tiles high in the air.
Status bench_caves(World& world, const Ruleset& ruleset, std::uint64_t seed, int loose_percent) {
  constexpr int kTaps = 200, kFloorEvery = 640;  // cells
  Sketch s(world, ruleset, seed);
  const std::uint8_t ground = s.element("ground"), tap = s.element("tap");
  const std::uint8_t loose[] = {s.element("sand"), s.element("water"), s.element("oil")};
  for (int y = 0; y < s.height(); ++y) {
    for (int x = 0; x < s.width(); ++x) {
      const bool is_ground = (y + s.noise(x, 97, 1) / 4) % kFloorEvery < 12 || x % 512 < 6;
      const bool is_loose = s.random(x, y, 100, 2) < loose_percent;
      s.put(x, y, is_ground ? ground : is_loose ? loose[s.random(x, y, 3, 3)] : std::uint8_t{0});
    }
  }
  for (int i = 0; i < kTaps; ++i) s.put(s.random(i, 0, s.width(), 4), s.random(i, 1, s.height(), 4), tap);
  return s.status();
}

// Layers at rest, a shaft between them, and one tap over a drain.
Status one_tap(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t ground = s.element("ground"), sand = s.element("sand"), water = s.element("water");
  const int middle = s.width() / 2, surface = s.height() / 2;
  for (int y = surface; y < s.height(); ++y) {
    for (int x = 0; x < s.width(); ++x) {
      const bool is_dam = std::abs(x - middle) < 40 || x % 256 < 4;
      s.put(x, y, is_dam ? ground : y > (surface + s.height()) / 2 ? sand : water);
    }
  }
  s.put(middle, surface - 64, s.element("tap"));
  for (int x = middle - 30; x <= middle + 30; ++x) s.put(x, surface - 1, s.element("drain"));
  return s.status();
}

Scene bench_scene(std::string_view name, std::string_view title, decltype(Scene::fill) fill) {
  return {.name = name,
          .title = title,
          .description = "For benchmarks: measures the cost of a tile that may move. There is little to see.",
          .automaton = "tiles",
          .config = "tiles.cfg",
          .width = 1024,
          .height = 1024,
          .fill = std::move(fill)};
}

}  // namespace

std::vector<Scene> tiles_scenes() {
  const auto caves = [](int percent) {
    return [percent](World& world, const Ruleset& ruleset, std::uint64_t seed) {
      return bench_caves(world, ruleset, seed, percent);
    };
  };
  return {
      {.name = "hourglass",
       .title = "Hourglass, for any rules",
       .description = "Sand over a pool of water, in a glass. Every automaton runs it in its own way.",
       .fill = hourglass},
      bench_scene("tiles-caves-1", "Caves, one tile in a hundred loose", caves(1)),
      bench_scene("tiles-caves-10", "Caves, one tile in ten loose", caves(10)),
      bench_scene("tiles-caves-50", "Caves, half of the tiles loose", caves(50)),
      bench_scene("tiles-one-tap", "One tap over a world at rest", one_tap),
      {"tap-cave", "Cave with taps",
       "Taps in the ceiling of a cave pour water, oil and sand, and drains in its floors remove them. Dig a hole and "
       "see where they run.",
       "tiles", "tiles.cfg", true, 640, 400, tap_cave},
      {"tiles-hourglass",
       "Hourglass",
       "Sand runs through a narrow neck into a pool of water. Paint to block the neck or to widen it.",
       "tiles",
       "tiles.cfg",
       true,
       480,
       300,
       tiles_hourglass,
       {{"jitter", 0.25}}},  // spreads the stream
      {"terraces", "Terraces",
       "Basin after basin fills and runs over, down to a drain in the valley. Break a rim and the level above sinks.",
       "tiles", "tiles.cfg", true, 640, 400, terraces},
  };
}

}  // namespace repose

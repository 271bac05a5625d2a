// The scenes of the automata that move grains one after another, fastsab and tiles; and a jar for conserving.
#include <algorithm>
#include <cstdlib>

#include "core/language.hpp"
#include "session/scenes/gallery.hpp"

namespace repose {
namespace {

// Five of six cells hold a grain, 400 000 of 800 x 600: lumps of five substances that are about to fall into the holes
// between them. The holes are the sixth of the cells with the lowest noise, so that the number is exact.
void sab_400k(Sketch& s) {
  constexpr int kHolePeriod = 60, kLumpPeriod = 80;
  World& world = s.world();
  // Water is beside concrete, the only substance that it does not wash away.
  const std::array<std::uint8_t, 5> substances = {s.element("water"), s.element("concrete"), s.element("cement"),
                                                  s.element("sand"), s.element("dirt")};
  std::vector<std::int64_t> holes;  // noise, then the cell in the low bits, so that all are different
  visit_cells(0, 0, s.width(), s.height(), [&](int x, int y) {
    const int u = s.picture_u(x), v = s.picture_v(y);
    const int lump = std::clamp(2 * s.noise(u, v, kLumpPeriod, 2) - 128, 0, 255) * 5 / 256;
    s.put(x, y, substances[static_cast<std::size_t>(lump)]);
    const std::int64_t noise = s.noise(u, v, kHolePeriod, 1) * 64 + s.random(x, y, 64, 3);
    holes.push_back((noise << 32) + static_cast<std::int64_t>(world.index(x, y)));
  });
  const auto hole_count = static_cast<std::ptrdiff_t>(holes.size() / 6);
  std::nth_element(holes.begin(), holes.begin() + hole_count, holes.end());
  for (std::ptrdiff_t i = 0; i < hole_count; ++i)
    world.cells()[static_cast<std::size_t>(holes[static_cast<std::size_t>(i)] & 0xffffffff)] = 0;
}

// Shelves above a basin: heaps of everything that flows, slides or falls, and a vat of acid that dissolves.
void sandbox(Sketch& s) {
  s.ground(0, 639, "wall", [&](int u) { return 384 + s.noise(u, 40, 1) * 8 / 255; });
  s.rect(0, 250, 9, 399, "wall");
  s.rect(630, 250, 639, 399, "wall");
  for (const auto& [u, v] : {std::pair{130, 190}, {320, 230}, {510, 190}})
    s.ledge(u - 74, u + 74, v, 12, "wall", "wall", 1);
  s.heap(130, 190, 64, "sand");
  s.heap(320, 230, 60, "dirt");
  s.rect(470, 150, 476, 189, "concrete");
  s.rect(544, 150, 550, 189, "concrete");
  s.rect(477, 160, 543, 189, "acid");
  s.rect(60, 20, 120, 70, "cement");
  s.rect(230, 10, 410, 60, "water");
  s.blob(520, 60, 40, 30, "dirt", 20);
  for (const int u : {200, 420}) s.rect(u, 300, u + 14, 383, "concrete");
  s.rect(215, 340, 419, 383, "water");
  s.rect(10, 352, 199, 383, "sand");
}

// The scenes of tiles.

// Puts `device` into the ceiling over the first free cell at or below v.
void hang_tap(Sketch& s, int u, int v, Ink device) {
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

void fill_hourglass(Sketch& s, std::string_view walls, int neck) {
  const std::uint8_t wall = s.element(walls), sand = s.element("sand"), water = s.element("water");
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
}

// For all rules with sand, water and a wall.
void hourglass(Sketch& s) {
  std::string_view wall = "wall";
  for (const std::string_view other : {"rock", "ground"}) {
    if (!s.has(wall)) wall = other;
  }
  fill_hourglass(s, wall, 5);
}

void tap_cave(Sketch& s) {
  s.rect(0, 0, 639, 399, "ground");
  s.caves(14, 388, 118);
  s.strata("ground", "sand", 44, 26);
  s.strata("ground", "gravel", 58, 16);
  for (const int u : {40, 130, 215, 330, 470, 590}) hang_tap(s, u, 16, "tap");
  for (const int u : {85, 395}) hang_tap(s, u, 16, "oil_tap");
  for (const int u : {275, 540}) hang_tap(s, u, 16, "sand_tap");
  for (int u = 20; u < 640; u += 75) {
    const int v = s.floor_v(u, 366);
    s.rect(u, v, u + 5, v + 1, "drain");
  }
}

void tiles_hourglass(Sketch& s) {
  // Sand falls along both sides of a neck, one cell wide each: in the middle of a wider one would be air.
  fill_hourglass(s, "ground", 1);
}

// Basins in steps down from both sides. Each overflows into the next, and the last into a drain in the middle.
void terraces(Sketch& s) {
  constexpr int kSteps = 6, kRise = 44, kRun = 48;
  for (int i = 0; i < kSteps; ++i) {
    const int v = 96 + i * kRise, u0 = i * kRun;
    for (const bool mirrored : {false, true}) {
      const auto box = [&](int left, int top, int right, int bottom, Ink element) {
        mirrored ? s.rect(639 - right, top, 639 - left, bottom, element) : s.rect(left, top, right, bottom, element);
      };
      box(u0, v, u0 + kRun - 1, 399, "ground");
      box(u0 + kRun - 6, v - 12 - s.random(i, mirrored, 8, 1), u0 + kRun - 1, v, "ground");
      box(u0, v - 7, u0 + kRun - 7, v - 1, "water");
      if (i % 2 == 1) box(u0 + 6, v - 5, u0 + kRun - 8, v - 1, "gravel");
    }
  }
  s.rect(288, 388, 351, 399, "ground");
  s.rect(296, 386, 343, 387, "drain");
  s.rect(6, 40, 21, 41, "tap");
  s.rect(618, 40, 633, 41, "tap");
  s.rect(610, 20, 611, 21, "oil_tap");
}

// Caves with 200 taps. A share of the cells, in percent, holds loose tiles high in the air.
void bench_caves(Sketch& s, int loose_percent) {
  constexpr int kTaps = 200, kFloorEvery = 640;  // cells
  const std::uint8_t ground = s.element("ground"), tap = s.element("tap");
  const std::uint8_t loose[] = {s.element("sand"), s.element("water"), s.element("oil")};
  visit_cells(0, 0, s.width(), s.height(), [&](int x, int y) {
    const bool is_ground = (y + s.noise(x, 97, 1) / 4) % kFloorEvery < 12 || x % 512 < 6;
    const bool is_loose = s.random(x, y, 100, 2) < loose_percent;
    s.put(x, y, is_ground ? ground : is_loose ? loose[s.random(x, y, 3, 3)] : std::uint8_t{0});
  });
  for (int i = 0; i < kTaps; ++i) s.put(s.random(i, 0, s.width(), 4), s.random(i, 1, s.height(), 4), tap);
}

// Layers at rest, a shaft between them, and one tap over a drain.
void one_tap(Sketch& s) {
  const std::uint8_t ground = s.element("ground"), sand = s.element("sand"), water = s.element("water");
  const int middle = s.width() / 2, surface = s.height() / 2;
  visit_cells(0, surface, s.width(), s.height(), [&](int x, int y) {
    const bool is_dam = std::abs(x - middle) < 40 || x % 256 < 4;
    s.put(x, y, is_dam ? ground : y > (surface + s.height()) / 2 ? sand : water);
  });
  s.put(middle, surface - 64, "tap");
  for (int x = middle - 30; x <= middle + 30; ++x) s.put(x, surface - 1, "drain");
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

// A jar of liquids that were shaken, and separate again.

constexpr int kJarCentre = 320, kLid = 40, kJarNeck = 72, kShoulder = 126, kFloor = 372;  // of the jar, in the picture
constexpr int kNeckHalf = 88, kBodyHalf = 232, kJarThickness = 8;

// Half the inner width of the jar at that height.
int jar_half(int v) {
  if (v < kJarNeck) return kNeckHalf;
  if (v < kShoulder) return kNeckHalf + (kBodyHalf - kNeckHalf) * (v - kJarNeck) / (kShoulder - kJarNeck);
  const int rounding = std::max(0, v - (kFloor - 48));
  return kBodyHalf - rounding * rounding / 40;
}

void sorting(Sketch& s) {
  constexpr int kFilledFrom = 118, kSandFrom = 362;
  const std::uint8_t glass = s.element("glass"), sand = s.element("sand"), pearl = s.element("pearl"),
                     bubble = s.element("bubble");
  const std::array<std::uint8_t, 8> liquids = {s.element("honey"), s.element("syrup"), s.element("juice"),
                                               s.element("grape"), s.element("water"), s.element("mint"),
                                               s.element("lime"),  s.element("oil")};
  const auto shaken = [&](int x, int y) {
    constexpr int kPearlIn = 40;  // one of so many cells is a pearl, and one is a bubble
    const int draw = s.random(x, y, kPearlIn, 1);
    return draw == 0   ? pearl
           : draw == 1 ? bubble
                       : liquids[static_cast<std::size_t>(s.random(x, y, static_cast<int>(liquids.size()), 2))];
  };
  for (int y = s.cell_y(kLid - kJarThickness); y < s.cell_y(kFloor + kJarThickness); ++y) {
    const int v = s.picture_v(y), half = jar_half(v);
    for (int x = 0; x < s.width(); ++x) {
      const int away = std::abs(s.picture_u(x) - kJarCentre);
      if (away > half + kJarThickness) continue;
      const bool is_glass = away > half || v < kLid || v >= kFloor;
      if (is_glass || v >= kFilledFrom) s.put(x, y, is_glass ? glass : v >= kSandFrom ? sand : shaken(x, y));
    }
  }
}

}  // namespace

std::vector<Scene> fastsab_scenes() {
  return {drawn_scene({"fastsab", "fastsab.cfg"}, "sandbox", text_id("Sand and below"), sandbox, {},
                      text_id("Heaps on shelves, falling blocks, two dams and a vat that acid dissolves. It shows "
                              "everything that the seven substances do to each other.")),
          {.name = "sab-400k",
           .title = "400 000 grains",
           .description =
               "Lumps of sand, water, cement, concrete and dirt fall into the holes between them. Five cells in six "
               "hold a grain: 400 000 of them at 800 by 600, as on the screen of the original's author.",
           .automaton = "fastsab",
           .config = "fastsab.cfg",
           .width = 800,
           .height = 600,
           .fill = drawn_by(sab_400k),
           .parameters = {{"sinkers_active", 0}}}};  // as the article says it
}

std::vector<Scene> tiles_scenes() {
  const auto caves = [](int percent) { return drawn_by([percent](Sketch& s) { bench_caves(s, percent); }); };
  return {
      {.name = "hourglass",
       .title = "Hourglass, for any rules",
       .description = "Sand over a pool of water, in a glass. Every automaton runs it in its own way.",
       .fill = drawn_by(hourglass)},
      bench_scene("tiles-caves-1", "Caves, one tile in a hundred loose", caves(1)),
      bench_scene("tiles-caves-10", "Caves, one tile in ten loose", caves(10)),
      bench_scene("tiles-caves-50", "Caves, half of the tiles loose", caves(50)),
      bench_scene("tiles-one-tap", "One tap over a world at rest", drawn_by(one_tap)),
      drawn_scene({"tiles", "tiles.cfg"}, "tap-cave", text_id("Cave with taps"), tap_cave, {},
                  text_id("Taps in the ceiling of a cave pour water, oil and sand, and drains in its floors remove "
                          "them. Dig a hole and see where they run.")),
      drawn_scene({"tiles", "tiles.cfg", 480, 300}, "tiles-hourglass", text_id("Hourglass"), tiles_hourglass,
                  {"", {{"jitter", 0.25}}},
                  text_id("Sand runs through a narrow neck into a pool of water. Paint to block the neck or to widen "
                          "it.")),  // spreads the stream
      drawn_scene({"tiles", "tiles.cfg"}, "terraces", text_id("Terraces"), terraces, {},
                  text_id("Basin after basin fills and runs over, down to a drain in the valley. Break a rim and the "
                          "level above sinks.")),
  };
}

std::vector<Scene> sorting_scenes() {
  return {drawn_scene({"conserving", "layers.cfg", 480, 300}, "sorting", text_id("Sorting by density"), sorting, {},
                      text_id("A shaken jar of eight liquids separates into a rainbow, the heaviest below. Pearls sink "
                              "through it and rise again as bubbles."))};
}

}  // namespace repose

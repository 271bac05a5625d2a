// The scenes of the default world.
#include <algorithm>
#include <cstdlib>

#include "core/language.hpp"
#include "repose/registry.hpp"
#include "session/scenes/gallery.hpp"
#include "session/scenes/land.hpp"

namespace repose {
namespace {

// A ball of leaves: light above, dark below, with gaps.
void foliage(Sketch& s, int u, int v, int radius) {
  const std::uint8_t leaf = s.element("plant"), shade = s.element("tendril");
  const int reach = radius * 5 / 4;
  visit_cells(
      s.cell_x(u - reach), s.cell_y(v - reach), s.cell_x(u + reach) + 1, s.cell_y(v + reach) + 1, [&](int x, int y) {
        const int du = s.picture_u(x) - u, dv = (s.picture_v(y) - v) * 5 / 4;
        const int rim = radius * radius * (60 + s.noise(s.picture_u(x), s.picture_v(y), 6, 51) * 70 / 255) / 100;
        if (du * du + dv * dv > rim || s.random(x, y, 14, 52) == 0) return;
        const int dark = (dv - radius / 4) * 180 / radius + s.noise(s.picture_u(x), s.picture_v(y), 5, 53);
        s.put(x, y, dark + s.random(x, y, 120, 54) > 260 ? shade : leaf);
      });
}

// A block of stone that pours `name` from its lower side, from u to the right; `width` wide, at least one cell.
void draw_tap(Sketch& s, int u, int v, int width, std::string_view name) {
  const std::uint8_t pours = s.element(std::string_view("cloner:" + std::string(name)));
  s.rect(u - 2, v - 6, u + width + 1, v, "stone");
  for (int x = s.cell_x(u); x < std::max(s.cell_x(u + width), s.cell_x(u) + 1); ++x) s.put(x, s.cell_y(v), pours);
}

void wildfire(Sketch& s) {
  const auto hill = [&](int u) { return 316 + s.noise(u, 150, 1) * 50 / 255 + s.noise(u, 40, 2) * 18 / 255; };
  s.ground(0, 639, "stone", "dirt", 9, hill);
  s.blob(452, hill(452) + 2, 36, 14, "water", 0);
  s.rect(410, 0, 494, hill(452) - 3, 0);
  for (int i = 0; i < 40; ++i) {
    const int u = 10 + i * 16 + s.random(i, 0, 9, 3), size = 86 + s.random(i, 1, 80, 4);
    if (std::abs(u - 452) < 46) continue;
    if (s.random(i, 2, 3, 5) == 0) {
      draw_oak(s, u, hill(u), size * 4 / 5, 10 + i);
    } else {
      s.conifer(u, hill(u), size, 10 + i, "tendril", true);
    }
  }
  draw_turf(s, 0, 639, 4);
  s.strata("stone", "gravel", 40, 30);
  s.blob(22, 300, 9, 5, "ember", 0);
  s.blob(18, 288, 6, 4, "fire", 0);
  s.cloud(452, 50, 34, 3);
}

void acid_works(Sketch& s) {
  s.rect(0, 0, 639, 399, "stone");
  s.caves(92, 384, 105);
  s.strata("stone", "clay", 54, 36);
  s.strata("stone", "sand", 37, 40);
  s.strata("stone", "metal", 91, 14);
  s.rect(0, 0, 639, 18, 0);
  for (const int u : {84, 240, 400, 556}) {
    for (const auto& [du, v] : {CellPoint{0, 124}, {-26, 184}, {26, 172}, {-46, 246}, {50, 236}}) {
      s.blob(u + du, v - 12, 26, 17, 0, 20);
      s.ledge(u + du - 15, u + du + 15, v, 9, du == 0 ? "glass" : "wax", "wax", 1);
    }
    const int top = 10 + s.random(u, 0, 8, 9);
    draw_vat(s, {u, top}, 64, "glass", "acid");
    s.rect(u, top + 64, u, top + 70, 0);  // a leak
  }
  for (int x = 0; x < s.width(); ++x) {
    for (int y = s.cell_y(350); y < s.height(); ++y) {
      if (s.empty(x, y)) s.put(x, y, "water");
    }
  }
  s.rect(0, 390, 639, 399, "glass");
}

void ship(Sketch& s, int u, int v) {
  for (int dv = 0; dv <= 40; ++dv) s.rect(u - 76 + dv / 2, v - 20 + dv, u + 70 - dv * 2 / 3, v - 20 + dv, "wood");
  s.rect(u - 66, v - 16, u + 58, v + 8, 0);
  s.rect(u - 20, v - 16, u + 10, v + 6, "gunpowder");
  s.rect(u - 8, v - 122, u - 5, v + 10, "wood");
  for (int dv = 0; dv <= 88; ++dv) s.rect(u - 4, v - 114 + dv, u - 4 + dv / 2, v - 114 + dv, "plant");
}

void burning_bay(Sketch& s) {
  s.rect(0, 250, 639, 399, "water");
  s.rect(0, 236, 639, 249, "oil");
  s.ground(0, 639, "stone", "sand", 5, [&](int u) {
    const int shore = std::min(u, 639 - u);
    return 372 - std::max(0, 96 - shore) * 2 + s.noise(u, 43, 1) * 24 / 255 + s.noise(u, 9, 2) * 6 / 255;
  });
  ship(s, 320, 226);
  s.rect(470, 222, 600, 226, "wood");
  for (int u = 480; u < 600; u += 24) s.rect(u, 227, u + 2, 360, "stone");
  s.rect(596, 206, 604, 221, "brick");
  s.rect(598, 204, 602, 205, "torch");
  s.roof(40, 190, "stone", [&](int u) { return 56 - (u - 120) * (u - 120) / 66 + s.noise(u, 9, 3) * 8 / 255; });
  draw_tap(s, 120, s.ceiling_v(120, 120) + 2, 0, "lava");
  for (int i = 0; i < 12; ++i) {
    const int u = 140 + s.random(i, 1, 340, 30), v = 280 + s.random(i, 2, 60, 31);
    s.rect(u, v, u, v, "fish");
  }
  s.strata("stone", "gravel", 40, 30);
}

void new_land(Sketch& s) {
  s.rect(0, 276, 639, 399, "water");
  s.ground(0, 639, "stone", "sand", 4, [&](int u) { return 370 + s.noise(u, 51, 1) * 22 / 255; });
  s.ground(70, 570, "stone", [&](int u) {
    const int off = std::max(0, std::abs(u - 320) - 22);
    return 120 + off * 4 / 3 + s.noise(u, 37, 2) * 12 / 255 + s.noise(u, 7, 3) * 3 / 255;
  });
  s.rect(296, 90, 344, 140, 0);
  s.rect(306, 108, 334, 150, "lava");
  for (const int u : {300, 340}) s.rect(u - 4, 104, u + 4, 160, "stone");
  s.rect(290, 40, 350, 46, "stone");
  for (const int u : {316, 322}) draw_tap(s, u, 48, 0, "lava");
  for (const int u : {60, 580}) {
    s.roof(u - 60, u + 60, "stone",
           [&](int at) { return 120 - (at - u) * (at - u) / 40 + s.noise(at, 6, 6) * 8 / 255; });
    draw_tap(s, u, s.ceiling_v(u, 230) + 2, 0, "lava");
  }
  s.cloud(180, 40, 44, 1);
  s.cloud(452, 52, 50, 2);
  s.strata("stone", "gravel", 44, 34);
}

// A tower of brick with a wooden floor on every storey, bombs on most of them, and powder in the cellar.
void tower(Sketch& s, int u, int v, int half, int storeys) {
  s.rect(u - half, v - storeys * 34, u + half, v, "brick");
  for (int i = 0; i < storeys; ++i) {
    const int floor = v - i * 34;
    s.rect(u - half + 5, floor - 30, u + half - 5, floor - 1, 0);
    s.rect(u - half + 5, floor - 34, u + half - 5, floor - 31, "wood");
    if (i % 2 == 1 || i == storeys - 1) s.rect(u - 5, floor - 6, u + 5, floor - 1, "bomb");
    s.rect(u - half, floor - 22, u - half + 4, floor - 14, "glass");
    s.rect(u + half - 4, floor - 22, u + half, floor - 14, "glass");
  }
  for (int du = -half; du <= half; du += 10)
    s.rect(u + du, v - storeys * 34 - 8, u + du + 4, v - storeys * 34, "brick");
  s.heap(u, v - 1, half - 6, "gunpowder");
}

void fortress(Sketch& s) {
  s.ground(0, 639, "stone", "dirt", 8, [&](int u) { return 330 + s.noise(u, 90, 1) * 10 / 255; });
  s.rect(90, 330, 560, 356, "stone");
  for (const auto& [u, storeys] : {CellPoint{180, 5}, {340, 7}, {500, 4}}) tower(s, u, 330, 30, storeys);
  s.rect(210, 262, 310, 266, "brick");
  s.rect(370, 262, 470, 266, "brick");
  for (const int u : {260, 420}) {
    s.rect(u - 4, 267, u + 4, 330, "brick");
    s.rect(u - 10, 244, u + 10, 261, "metal");
    s.rect(u - 8, 244, u + 8, 259, "bomb");
  }
  // A wire runs deep under the walls; a battery behind an open switch waits at the left.
  s.rect(95, 331, 95, 350, "wire");
  s.rect(95, 350, 500, 350, "wire");
  for (const int u : {180, 340, 500}) s.rect(u, 330, u, 350, "wire");
  for (const int u : {260, 420}) s.rect(u, 259, u, 350, "wire");
  s.rect(40, 326, 50, 333, "battery");
  s.rect(51, 330, 66, 331, "wire");
  s.rect(67, 326, 78, 333, "switch");
  s.rect(79, 330, 95, 331, "wire");
  for (const int u : {18, 600, 626}) draw_oak(s, u, 334, 70, u);
  draw_turf(s, 0, 39, 4);
  draw_turf(s, 562, 639, 4);
  s.cloud(610, 60, 36, 4);
}

int valley_ground(const Sketch& s, int u) {
  const int rough = s.noise(u, 41, 2) * 14 / 255 + s.noise(u, 9, 4) * 4 / 255;
  if (u < 190) return 92 + std::abs(u - 84) * 3 / 4 + std::max(0, u - 150) * 3 / 2 + rough;
  if (u < 386) return 296 + rough;
  return std::max(214, 258 - 3 * (u - 386)) + rough / 2;
}

void valley_land(Sketch& s) {
  const auto top = [&](int u) { return valley_ground(s, u); };
  s.rect(170, 262, 386, 300, "water");
  s.ground(0, 189, "stone", top);
  s.ground(190, 385, "stone", "clay", 5, top);
  s.ground(386, 639, "stone", "dirt", 14, top);
}

// A crater with lava, and below it a chamber into which lava drips.
void valley_volcano(Sketch& s) {
  s.blob(84, 108, 22, 22, 0, 15);
  s.rect(40, 60, 128, 98, 0);
  s.blob(84, 114, 18, 18, "lava", 10);
  s.rect(60, 60, 108, 115, 0);
  for (const int u : {58, 63, 68, 98, 103, 108}) s.rect(u, s.floor_v(u, 90) - 1, u + 2, s.floor_v(u, 90), "torch");
  s.blob(78, 322, 62, 42, 0, 25);
  s.rect(14, 340, 76, 364, "lava");
  s.ground(10, 146, "stone", [&](int u) { return 352 - s.noise(u, 30, 8) * 12 / 255; });
  s.rect(77, 336, 81, 364, "stone");
  for (const int u : {96, 120}) {
    s.rect(u - 2, s.floor_v(u, 330) - 1, u + 2, s.floor_v(u, 330) - 1, "drain");
    draw_tap(s, u, s.ceiling_v(u, 322) + 2, 0, "lava");
  }
}

// A waterfall into the lake, whose water leaves through a shaft into a cave.
void valley_water(Sketch& s) {
  s.ledge(120, 226, 168, 34, "stone", "dirt", 4);
  draw_tap(s, 199, s.ceiling_v(199, 250) + 2, 1, "water");
  s.blob(318, 352, 96, 34, 0, 25);
  s.rect(214, 368, 420, 390, "stone");
  s.blob(300, 368, 70, 12, "water", 0);
  s.rect(226, 352, 380, 367, 0);
  s.rect(362, 266, 378, 330, "stone");
  s.rect(368, 262, 372, 348, 0);
  s.rect(186, 258, 190, 260, "drain");  // drains a part of the waterfall: the lake stays level
  s.rect(232, 367, 240, 367, "drain");
  s.rect(362, 367, 374, 367, "drain");
}

void valley_animals(Sketch& s) {
  for (int i = 0; i < 14; ++i) {
    const int u = 210 + s.random(i, 1, 150, 30), v = 268 + s.random(i, 2, 20, 31);
    s.rect(u, v, u, v, "fish");
  }
  for (int i = 0; i < 16; ++i) {
    const int u = 200 + s.random(i, 3, 150, 32), v = 290;
    s.rect(u, v - 8 - s.random(i, 4, 16, 33), u, v - 8, "kelp");
    s.rect(u, v - 7, u, v - 6, "algae");
  }
  for (int i = 0; i < 10; ++i) {
    const int u = 400 + s.random(i, 5, 230, 34);
    s.rect(u, valley_ground(s, u) + 7, u, valley_ground(s, u) + 7, "worm");
  }
  for (int i = 0; i < 9; ++i) {
    const int u = 400 + s.random(i, 6, 60, 35), v = 86 + s.random(i, 7, 20, 36);
    s.rect(u, v, u, v, "bird");
  }
  constexpr int kHill = 519;
  s.heap(kHill, valley_ground(s, kHill) - 1, 6, "anthill");
  for (int i = 0; i < 8; ++i) {
    const int u = kHill - 24 + 6 * i;
    s.rect(u, valley_ground(s, u) - 2, u, valley_ground(s, u) - 2, "ant");
  }
}

// Streams of sand in a cave, from ledge to ledge.
void valley_sand(Sketch& s) {
  s.blob(532, 328, 84, 52, 0, 25);
  for (const int u : {496, 566}) draw_tap(s, u, s.ceiling_v(u, 320) + 2, 1, "sand");
  for (const auto& [u, v] : {CellPoint{500, 306}, {560, 314}, {528, 342}, {484, 352}, {582, 356}}) {
    s.ledge(u - 17, u + 17, v, 10, "stone", "stone", 1);
    s.heap(u, v - 1, 13, "sand");
  }
  for (const int u : {484, 582}) s.rect(u - 5, u < 500 ? 352 : 356, u + 5, u < 500 ? 352 : 356, "drain");
  s.rect(440, 372, 630, 394, "stone");
  s.rect(584, 364, 630, 394, "stone");
  for (const int u : {470, 510, 550, 590}) s.rect(u, 371, u + 8, 371, "drain");
}

// A flag on a pole that stands at v.
void draw_flag(Sketch& s, int u, int v, int high) {
  s.rect(u, v - high, u, v, "metal");
  s.rect(u, v - high, u, v - high + high / 3, "flag");
}

// A house whose chimney smokes.
void valley_house(Sketch& s, int u) {
  const int v = std::min(valley_ground(s, u - 26), valley_ground(s, u + 26)) + 4;
  s.rect(u - 28, v - 30, u + 28, v + 8, "stone");
  s.rect(u - 28, v - 30, u + 28, v, "wood");
  s.rect(u - 25, v - 27, u + 25, v - 1, 0);
  for (int i = 0; i < 20; ++i) s.rect(u - 34 + i * 17 / 10, v - 31 - i, u + 34 - i * 17 / 10, v - 31 - i, "wood");
  s.rect(u - 25, v - 21, u - 5, v - 21, "wood");  // the window hangs on it
  s.rect(u - 16, v - 20, u - 6, v - 12, "glass");
  s.rect(u - 28, v - 12, u - 26, v - 1, 0);
  s.rect(u + 8, v - 62, u + 20, v - 1, "brick");
  s.rect(u + 12, v - 62, u + 16, v - 4, 0);
  s.rect(u + 12, v - 5, u + 16, v - 4, "torch");
  draw_flag(s, u - 12, v - 44, 24);
}

// Fireworks on a fuse, which wait for a spark.
void valley_fireworks(Sketch& s) {
  const int v = valley_ground(s, 412);
  s.rect(402, v - 2, 440, v + 5, "stone");
  s.rect(402, v - 3, 440, v - 3, "fuse");
  for (const int u : {408, 418, 428}) {
    s.rect(u - 3, v - 12, u + 3, v - 4, "brick");
    s.rect(u - 1, v - 12, u + 1, v - 7, 0);
    s.rect(u - 1, v - 9, u + 1, v - 5, "firework");
    s.rect(u, v - 4, u, v - 4, "fuse");
  }
  s.rect(440, v - 8, 440, v - 3, "fuse");
}

// A battery, a wire under the caves, and lamps that stand in them.
void valley_lamps(Sketch& s) {
  s.rect(8, 395, 616, 395, "wire");
  s.rect(2, 392, 8, 398, "battery");
  for (const int u : {160, 252, 350, 404, 458, 532, 606}) {
    const int v = s.floor_v(u, 340);
    s.rect(u - 1, v - 8, u + 1, v, "stone");
    s.rect(u, v - 8, u, 395, "wire");
    s.blob(u, v - 13, 5, 5, "lamp", 0);
  }
}

// The scene that the app opens with: everything moves, and never comes to rest.
void valley(Sketch& s) {
  valley_land(s);
  valley_volcano(s);
  valley_sand(s);
  valley_water(s);
  valley_lamps(s);
  s.strata("stone", "gravel", 52, 22);
  draw_turf(s, 120, 226, 6);
  draw_turf(s, 386, 639, 5);
  for (const auto& [u, size] : {CellPoint{466, 96}, {536, 82}, {502, 58}}) draw_oak(s, u, valley_ground(s, u), size, u);
  draw_oak(s, 150, 168, 60, 9);
  valley_house(s, 590);
  valley_fireworks(s);
  valley_animals(s);
  for (const int u : {446, 554, 632}) s.blob(u, valley_ground(s, u) - 2, 1, 1, "sapling", 0);
  s.cloud(262, 44, 60, 1);
  s.cloud(346, 30, 44, 2);
}

// The valley, when a storm blows.
void storm(Sketch& s) {
  valley(s);
  for (const auto& [u, v] : {CellPoint{60, 26}, {150, 38}, {446, 28}, {530, 40}, {610, 24}}) s.cloud(u, v, 52, u);
  draw_flag(s, 420, valley_ground(s, 420), 40);
  draw_flag(s, 30, s.floor_v(30, 60), 34);
}

// Boilers of brick with thin, thicker and thick walls. Lava drips into the water in them.
void pressure_cooker(Sketch& s) {
  s.ground(0, 639, "stone", "dirt", 6, [&](int u) { return 352 + s.noise(u, 60, 1) * 8 / 255; });
  s.rect(0, 346, 639, 358, "stone");
  int u = 70;
  for (const int thick : {4, 10, 20}) {
    const int wide = 70, high = 44, right = u + wide + 2 * thick, top = 345 - high - 2 * thick;
    s.rect(u, top, right, 345, "brick");
    s.rect(u + thick, top + thick, right - thick, 345 - thick, 0);
    s.rect(u + thick, 345 - thick - 18, right - thick, 345 - thick, "water");
    for (const int at : {u + thick + 12, u + thick + 27, u + thick + 43, u + thick + 58}) {
      for (int x = s.cell_x(at); x < s.cell_x(at) + 1; ++x) s.put(x, s.cell_y(top + thick), "cloner:lava");
    }
    u = right + 80;
  }
  // A hut of wood and glass, too near.
  s.rect(586, 300, 632, 345, "wood");
  s.rect(590, 304, 628, 345, 0);
  s.rect(586, 312, 589, 330, "glass");
  draw_flag(s, 609, 299, 36);
  draw_turf(s, 0, 69, 4);
}

// A house full of smoke, with a chimney, a fan and a vent.
void chimney_sweep(Sketch& s) {
  s.ground(0, 639, "stone", "dirt", 10, [&](int u) { return 340 + s.noise(u, 80, 1) * 10 / 255; });
  s.rect(190, 338, 470, 352, "stone");
  s.rect(200, 214, 460, 338, "brick");
  s.rect(208, 222, 452, 337, 0);
  for (int i = 0; i < 60; ++i) s.rect(184 + i * 9 / 4, 213 - i, 476 - i * 9 / 4, 213 - i, "wood");
  s.rect(208, 276, 340, 281, "brick");  // an upper floor
  // The chimney, and the hearth below it.
  s.rect(386, 100, 432, 338, "brick");
  s.rect(396, 100, 422, 330, 0);
  s.rect(386, 306, 395, 330, 0);
  s.rect(392, 331, 426, 337, "stone");
  for (const int u : {400, 408, 416}) s.rect(u, 329, u + 2, 330, "torch");
  for (const int u : {236, 250, 264}) s.rect(u, 336, u + 3, 337, "torch");
  // The door, left open, and a fan in the wall above it; a vent in the gable.
  s.rect(200, 308, 207, 337, 0);
  s.rect(194, 308, 196, 337, "wood");
  s.rect(206, 292, 207, 299, "fan_right");
  s.rect(200, 292, 205, 299, 0);
  s.rect(452, 236, 460, 240, "vent");
  s.rect(208, 282, 385, 300, "smoke");
  draw_flag(s, 330, 153, 44);
  for (const auto& [u, size] : {CellPoint{70, 120}, {130, 86}, {560, 130}}) draw_oak(s, u, 342, size, u);
  draw_turf(s, 0, 189, 5);
  draw_turf(s, 471, 639, 5);
}

// Scenes of the default world that have no walls around them: one goes round, the others have nothing below.

// A ramp that leaves the picture on the right and comes back on the left, one winding lower.
constexpr int kWindings = 4, kDrop = 86, kRampEnd = 470;  // of the last winding, where the ramp ends over nothing

// The surface of the ramp at the column u of a winding.
int ramp_top(const Sketch& s, int winding, int u) {
  const int way = winding * kSketchWidth + u;
  return 62 + way * kDrop / kSketchWidth + s.noise(way, 64, 1) * 20 / 255 + s.noise(way, 15, 2) * 6 / 255;
}

void ramp(Sketch& s, int winding) {
  const std::uint8_t stone = s.element("stone"), gravel = s.element("gravel");
  const int end = winding == kWindings - 1 ? kRampEnd : kSketchWidth - 1;
  for (int x = s.cell_x(0); x < s.cell_x(end + 1); ++x) {
    const int u = s.picture_u(x), top = ramp_top(s, winding, u);
    const int bottom = top + 15 + s.noise(u, winding * 50, 23, 3) * 14 / 255;
    for (int y = s.cell_y(top); y <= s.cell_y(bottom); ++y)
      s.put(x, y, y < s.cell_y(top) + s.cells(3) ? gravel : stone);
    for (int y = s.cell_y(top - 4); y < s.cell_y(top); ++y) s.put(x, y, "water");
  }
}

// A rock in the air, with a house and a tree, so high that the river runs below it.
void hanging_garden(Sketch& s, int u, int v) {
  s.ledge(u - 34, u + 34, v, 11, "stone", "stone", 1);
  draw_oak(s, u + 16, v, 36, u);
  s.rect(u - 26, v - 13, u - 6, v - 1, "wood");
  s.rect(u - 23, v - 10, u - 9, v - 1, 0);
  for (int i = 0; i < 7; ++i) s.rect(u - 29 + i * 2, v - 14 - i, u - 3 - i * 2, v - 14 - i, "wood");
  s.rect(u - 18, v - 5, u - 15, v - 1, "lit_lamp");
}

// A tank of brick with a funnel below, whose neck is plugged.
void plugged_tank(Sketch& s, int u, Ink content, Ink plug) {
  constexpr int kTop = 46, kFull = 66, kShoulder = 150, kNeck = 222, kEnd = 236, kHalf = 82, kNeckHalf = 3;
  for (int y = s.cell_y(kTop); y < s.cell_y(kEnd); ++y) {
    const int v = s.picture_v(y);
    const int narrowing = std::clamp((v - kShoulder) * (kHalf - kNeckHalf) / (kNeck - kShoulder), 0, kHalf - kNeckHalf);
    const int half = kHalf - narrowing;
    s.rect(u - half - 7, v, u + half + 7, v, "brick");
    s.rect(u - half, v, u + half, v, v >= kNeck + 4 ? plug : v >= kFull ? content : Ink(0));
  }
  for (const int side : {-1, 1}) s.rect(u + side * 86 - 4, 0, u + side * 86 + 4, kTop, "metal");
}

// A river on a ramp that winds round the world, which wraps; and tanks over nothing.
void winding_river(Sketch& s) {
  for (int winding = 0; winding < kWindings; ++winding) ramp(s, winding);
  s.rect(0, 10, 16, 84, "stone");  // the spring's rock, behind which the ramp begins
  s.strata("stone", "clay", 40, 26);
  for (int winding = 0; winding < kWindings - 1; ++winding) {
    const int u = 150 + winding * 160;
    hanging_garden(s, u, std::min(ramp_top(s, winding, u - 30), ramp_top(s, winding, u)) - 20);
  }
  for (int v = 46; v < 52; v += 2) s.rect(17, v, 17, v, "cloner:water");
  for (int winding = 0; winding < kWindings; ++winding) {
    for (int i = 0; i < 7; ++i) {
      const int u = 40 + s.random(i, winding, 380, 41), v = ramp_top(s, winding, u) - 1;
      s.rect(u, v, u, v, "fish");
    }
  }
}

void plugs(Sketch& s) {
  plugged_tank(s, 112, "sand", "wood");
  plugged_tank(s, 320, "oil", "wood");
  plugged_tank(s, 528, "water", "fuse");
  s.rect(109, 229, 115, 235, "charred_wood");  // this one burns already
  // Islands, each under a tank, over nothing.
  s.ledge(92, 132, 344, 18, "stone", "stone", 1);
  s.ledge(258, 382, 338, 30, "stone", "dirt", 6);
  for (const auto& [u, size] : {CellPoint{278, 58}, {302, 44}, {338, 50}, {364, 62}}) draw_oak(s, u, 338, size, u);
  s.ledge(474, 582, 334, 30, "stone", "dirt", 8);
  draw_turf(s, 258, 382, 0);
  draw_turf(s, 474, 582, 25);
}

// A block of flats: brick around floors of wood, with windows.
void flats(Sketch& s, int u, int v, int half, int storeys) {
  const int top = v - storeys * 24;
  s.rect(u - half, top, u + half, v, "brick");
  for (int i = 0; i < storeys; ++i) {
    const int floor = v - i * 24;
    s.rect(u - half + 4, floor - 20, u + half - 4, floor - 1, 0);
    s.rect(u - half + 4, floor - 24, u + half - 4, floor - 21, "wood");
    for (const int side : {u - half, u + half - 3}) s.rect(side, floor - 16, side + 3, floor - 9, "glass");
  }
  s.rect(u - half - 3, top - 3, u + half + 3, top, "stone");
}

// A dam, blocks of flats, a chimney, a bridge and a mine, to be knocked down.
void demolition(Sketch& s) {
  const auto ground = [](int u) { return u < 330 ? 330 : u < 344 ? 330 + (u - 330) * 3 : u < 470 ? 372 : 330; };
  s.ground(0, 639, "stone", "dirt", 8, ground);
  // The dam stands on dirt.
  s.rect(0, 232, 76, 329, "water");
  s.rect(77, 222, 88, 329, "brick");
  s.rect(74, 218, 91, 222, "stone");
  flats(s, 132, 330, 24, 6);
  flats(s, 204, 330, 18, 4);
  flats(s, 250, 330, 14, 8);
  // A chimney with a narrow foot.
  s.rect(292, 150, 308, 330, "brick");
  s.rect(296, 150, 304, 322, 0);
  s.rect(289, 148, 311, 153, "stone");
  // A bridge of brick on two pillars over a stream.
  s.rect(346, 362, 468, 371, "water");
  for (const int u : {364, 440}) {
    s.rect(u, 300, u + 9, 371, "stone");
    s.rect(u - 3, 296, u + 12, 300, "stone");
  }
  s.rect(338, 288, 476, 295, "brick");
  for (int u = 340; u <= 472; u += 12) s.rect(u, 282, u + 1, 287, "metal");
  // A mine: gravel over planks on props.
  s.ground(500, 639, "dirt", "grass", 1,
           [&](int u) { return 226 + std::max(0, 540 - u) * 2 + s.noise(u, 30, 5) * 8 / 255; });
  s.rect(500, 346, 639, 399, "stone");
  s.rect(516, 300, 630, 345, 0);
  s.rect(514, 292, 632, 299, "wood");
  for (int u = 524; u <= 624; u += 20) s.rect(u, 300, u + 3, 345, "wood");
  for (const int u : {534, 576, 612}) s.heap(u, 345, 9, u == 576 ? "gunpowder" : "coal");
  s.rect(500, 300, 515, 345, 0);
  s.rect(470, 330, 499, 345, "dirt");
  for (const int u : {132, 250}) s.rect(u - 3, 322, u + 3, 329, "bomb");
  draw_turf(s, 92, 330, 2);
}

constexpr SceneKind kWorld = {"conserving", "default.cfg", kSketchWidth, kSketchHeight};

// What nothing holds gets one cell of wall, deep inside, so that it may hang in the air; leaves and crumbs go.
void hold_up(World& world, const Ruleset& ruleset, std::uint8_t wall,
             std::span<const std::pair<std::string_view, double>> parameters) {
  const AutomatonDefinition* const automaton = find_automaton(kWorld.automaton);
  for (int round = 0; round < 64; ++round) {
    const std::vector<std::uint8_t> loose = automaton->unheld(ruleset, world, parameters);
    if (loose.empty()) return;
    std::array<std::vector<std::size_t>, kElementsMax> pieces;
    for (std::size_t i = 0; i < loose.size(); ++i) pieces[loose[i]].push_back(i);
    for (std::size_t number = 1; number < pieces.size(); ++number) {
      const std::vector<std::size_t>& piece = pieces[number];
      const auto width = static_cast<std::size_t>(world.width());
      const auto is_thin = [&](std::size_t i) { return ruleset.elements[world.cells()[i]].thin; };
      const bool is_small = piece.size() < 4 || std::ranges::all_of(piece, is_thin);
      std::size_t sum_x = 0, sum_y = 0;
      for (const std::size_t i : piece) {
        sum_x += i % width;
        sum_y += i / width;
        if (is_small) world.cells()[i] = 0;
      }
      if (is_small) continue;
      const auto distance = [&](std::size_t i) {
        const auto dx = static_cast<std::int64_t>(i % width) - static_cast<std::int64_t>(sum_x / piece.size());
        const auto dy = static_cast<std::int64_t>(i / width) - static_cast<std::int64_t>(sum_y / piece.size());
        bool is_inside = true;
        for (const std::size_t side : {i - 1, i + 1, i - width, i + width})
          is_inside = is_inside && side < loose.size() && loose[side] == number;
        return std::pair(!is_inside, dx * dx + dy * dy);
      };
      world.cells()[*std::ranges::min_element(piece, {}, distance)] = wall;
    }
  }
}

}  // namespace

void draw_oak(Sketch& s, int u, int v, int size, int use) {
  const int trunk = std::max(1, size / 24), crown = size * 3 / 10;
  for (int i = 0; i < 10; ++i) {
    const int du = s.random(u, i, 2 * crown + 1, use) - crown, dv = s.random(u, i, crown, use + 1);
    foliage(s, u + du, v - size * 3 / 5 - dv * (2 * crown - std::abs(du)) / (2 * crown),
            std::max(4, crown * (35 + s.random(u, i, 25, use + 2)) / 100));
  }
  s.rect(u - trunk, v - size / 2, u + trunk, v + 3, "wood");
  s.rect(u - trunk - 1, v - size / 14, u + trunk + 1, v + 3, "wood");
  s.rect(u - trunk - 3, v - 1, u + trunk + 3, v + 3, "wood");
  for (int i = 0; i <= crown * 2 / 3; ++i) {
    s.rect(u - i / 2, v - size / 2 - i, u - i / 2 + trunk / 2, v - size / 2 - i, "wood");
    s.rect(u + i / 2, v - size * 2 / 5 - i, u + i / 2 + trunk / 2, v - size * 2 / 5 - i, "wood");
  }
}

void draw_turf(Sketch& s, int u0, int u1, int seeds_percent) {
  const std::uint8_t dirt = s.element("dirt"), grass = s.element("grass"), seed = s.element("seed");
  const std::uint8_t mud = s.element("mud"), blade = s.element("blade");
  for (int x = s.cell_x(u0); x < s.cell_x(u1 + 1); ++x) {
    for (int y = 1; y < s.height(); ++y) {
      if (s.at(x, y) != dirt || !s.empty(x, y - 1)) continue;
      const bool sown = s.random(x, y, 100, 70) < seeds_percent;
      s.put(x, y, sown ? mud : grass);
      if (sown)
        s.put(x, y - 1, seed);
      else if (s.random(x, y, 2, 71) == 0)
        s.put(x, y - 1, blade);
    }
  }
}

std::vector<Scene> world_scenes() {
  std::vector<Scene> scenes = {
      drawn_scene(
          kWorld, "valley", text_id("Valley"), valley, {"", {{"top_border", 1}}},
          text_id(
              "A volcano, a waterfall, a lake with fish, a wood, caves. Light the fireworks, or let the lava out.")),
      drawn_scene(kWorld, "wildfire", text_id("Wildfire"), wildfire, {"fire"},
                  text_id("A few embers lie at the edge of a wood. The fire spreads from tree to tree, and rain falls "
                          "on one place only.")),
      drawn_scene(kWorld, "fortress", text_id("Fortress"), fortress, {"spark"},
                  text_id("Three towers with powder in their cellars and bombs on their floors. One click or spark on "
                          "the switch is enough.")),
      drawn_scene(
          kWorld, "acid-works", text_id("Acid works"), acid_works, {"acid"},
          text_id(
              "Acid leaks from four vats of glass and eats its way down through stone, sand and metal. Wax stops it.")),
      drawn_scene(kWorld, "burning-bay", text_id("Burning bay"), burning_bay, {"fire", {{"top_border", 1}}},
                  text_id("Lava drips on oil that floats on a bay. A ship with powder in it lies in the way.")),
      drawn_scene(
          kWorld, "new-land", text_id("New land"), new_land, {"lava", {{"top_border", 1}}},
          text_id("A volcano runs over into the sea. Lava that touches water turns to stone, and new land grows.")),
      drawn_scene(kWorld, "winding-river", text_id("Winding river"), winding_river,
                  {"acid", {{"side_borders", 2}, {"top_border", 1}, {"bottom_border", 1}}},
                  text_id("A river winds round the world: it leaves on the right, comes back on the left one floor "
                          "lower, and falls into nothing at the end. Acid opens a short cut.")),
      drawn_scene(kWorld, "plugs", text_id("Pull the plugs"), plugs,
                  {"fire", {{"side_borders", 1}, {"top_border", 1}, {"bottom_border", 1}}},
                  text_id("Tanks of sand, oil and water hang over nothing, and one plug burns already. Light another: "
                          "what misses the island below leaves the world.")),
      drawn_scene(kWorld, "demolition", text_id("Demolition"), demolition, {"bomb"},
                  text_id("A dam, blocks of flats, a chimney, a bridge and a mine on props. What loses its foot falls. "
                          "Bombs lie ready; sparks light them.")),
      drawn_scene(kWorld, "storm", text_id("Storm"), storm, {"", {{"top_border", 1}, {"wind_right", 80}}},
                  text_id("The valley in a gale: rain and fires lean, smoke and flags stream. The slider Wind, under "
                          "More, turns it.")),
      drawn_scene(kWorld, "pressure-cooker", text_id("Pressure cooker"), pressure_cooker,
                  {"brick", {{"top_border", 1}}},
                  text_id("Lava drips into three boilers of brick, and steam presses on their walls. Guess which one "
                          "bursts first.")),
      drawn_scene(kWorld, "chimney-sweep", text_id("Chimney sweep"), chimney_sweep, {"fan", {{"top_border", 1}}},
                  text_id("Fires smoke in a house with a chimney. Fans blow, a vent swallows: click a fan to turn it, "
                          "brick up the door, stop the chimney.")),
      drawn_scene(kWorld, "land", text_id("Your land"), nullptr, {"", {{"top_border", 1}}},
                  text_id("Hills, a lake, a wood, caves and ore, another land for every seed. Scenes, Make a land "
                          "gives you one as you like it.")),
  };
  scenes.back().fill = [](World& world, const Ruleset& ruleset, std::uint64_t seed) {
    const LandPlan plan = unpack_land(seed);
    Sketch s(world, ruleset, plan.seed);  // more of one thing leaves the others in their places
    draw_land(s, plan);
    return s.status();
  };
  for (Scene& scene : scenes) {
    scene.fill = [draw = std::move(scene.fill), parameters = scene.parameters](World& world, const Ruleset& ruleset,
                                                                               std::uint64_t seed) {
      if (Status status = draw(world, ruleset, seed); !status) return status;
      Sketch s(world, ruleset, seed);
      hold_up(world, ruleset, s.element("wall"), parameters);
      return s.status();
    };
  }
  return scenes;
}

}  // namespace repose

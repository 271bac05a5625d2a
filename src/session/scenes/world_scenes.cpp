#include "session/scenes/world_scenes.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "session/scenes/world_sketch.hpp"

namespace repose {
namespace {

Status wildfire(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const auto hill = [&](int u) { return 316 + s.noise(u, 150, 1) * 50 / 255 + s.noise(u, 40, 2) * 18 / 255; };
  s.ground(0, 639, hill, s.element("stone"), s.element("dirt"), 9);
  s.blob(452, hill(452) + 2, 36, 14, s.element("water"), 0);
  s.rect(410, 0, 494, hill(452) - 3, 0);
  for (int i = 0; i < 40; ++i) {
    const int u = 10 + i * 16 + s.random(i, 0, 9, 3), size = 86 + s.random(i, 1, 80, 4);
    if (std::abs(u - 452) < 46) continue;
    if (s.random(i, 2, 3, 5) == 0) {
      draw_oak(s, u, hill(u), size * 4 / 5, 10 + i);
    } else {
      draw_fir(s, u, hill(u), size, 10 + i);
    }
  }
  draw_turf(s, 0, 639, 4);
  s.strata(s.element("stone"), s.element("gravel"), 40, 30);
  s.blob(22, 300, 9, 5, s.element("ember"), 0);
  s.blob(18, 288, 6, 4, s.element("fire"), 0);
  draw_rain_cloud(s, 452, 50, 34, 3);
  return s.status();
}

// A funnel of glass full of acid, with a leak below.
void acid_vat(Sketch& s, int u, int v, int half) {
  const std::uint8_t glass = s.element("glass"), acid = s.element("acid");
  for (int dv = 0; dv <= half; ++dv) {
    s.rect(u - half + dv - 3, v + dv, u + half - dv + 3, v + dv, glass);
    s.rect(u - half + dv, v + dv, u + half - dv, v + dv, acid);
  }
  s.rect(u, v + half, u, v + half + 6, 0);
}

Status acid_works(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t stone = s.element("stone");
  s.rect(0, 0, 639, 399, stone);
  s.caves(92, 384, 105);
  s.strata(stone, s.element("clay"), 54, 36);
  s.strata(stone, s.element("sand"), 37, 40);
  s.strata(stone, s.element("metal"), 91, 14);
  s.rect(0, 0, 639, 18, 0);
  for (const int u : {84, 240, 400, 556}) {
    for (const auto& [du, v] : {CellPoint{0, 124}, {-26, 184}, {26, 172}, {-46, 246}, {50, 236}}) {
      s.blob(u + du, v - 12, 26, 17, 0, 20);
      s.ledge(u + du - 15, u + du + 15, v, 9, s.element(du == 0 ? "glass" : "wax"), s.element("wax"), 1);
    }
    acid_vat(s, u, 10 + s.random(u, 0, 8, 9), 64);
  }
  for (int x = 0; x < s.width(); ++x) {
    for (int y = s.cell_y(350); y < s.height(); ++y) {
      if (s.empty(x, y)) s.put(x, y, s.element("water"));
    }
  }
  s.rect(0, 390, 639, 399, s.element("glass"));
  return s.status();
}

void ship(Sketch& s, int u, int v) {
  const std::uint8_t wood = s.element("wood");
  for (int dv = 0; dv <= 40; ++dv) s.rect(u - 76 + dv / 2, v - 20 + dv, u + 70 - dv * 2 / 3, v - 20 + dv, wood);
  s.rect(u - 66, v - 16, u + 58, v + 8, 0);
  s.rect(u - 20, v - 16, u + 10, v + 6, s.element("gunpowder"));
  s.rect(u - 8, v - 122, u - 5, v + 10, wood);
  for (int dv = 0; dv <= 88; ++dv) s.rect(u - 4, v - 114 + dv, u - 4 + dv / 2, v - 114 + dv, s.element("plant"));
}

Status burning_bay(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t stone = s.element("stone"), wood = s.element("wood");
  s.rect(0, 250, 639, 399, s.element("water"));
  s.rect(0, 236, 639, 249, s.element("oil"));
  s.ground(
      0, 639,
      [&](int u) {
        const int shore = std::min(u, 639 - u);
        return 372 - std::max(0, 96 - shore) * 2 + s.noise(u, 43, 1) * 24 / 255 + s.noise(u, 9, 2) * 6 / 255;
      },
      stone, s.element("sand"), 5);
  ship(s, 320, 226);
  s.rect(470, 222, 600, 226, wood);
  for (int u = 480; u < 600; u += 24) s.rect(u, 227, u + 2, 360, stone);
  s.rect(596, 206, 604, 221, s.element("brick"));
  s.rect(598, 204, 602, 205, s.element("torch"));
  s.roof(
      40, 190, [&](int u) { return 56 - (u - 120) * (u - 120) / 66 + s.noise(u, 9, 3) * 8 / 255; }, stone);
  draw_tap(s, 120, s.ceiling_v(120, 120) + 2, 0, "lava");
  for (int i = 0; i < 12; ++i) {
    const int u = 140 + s.random(i, 1, 340, 30), v = 280 + s.random(i, 2, 60, 31);
    s.rect(u, v, u, v, s.element("fish"));
  }
  s.strata(stone, s.element("gravel"), 40, 30);
  return s.status();
}

Status new_land(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t stone = s.element("stone");
  s.rect(0, 276, 639, 399, s.element("water"));
  s.ground(
      0, 639, [&](int u) { return 370 + s.noise(u, 51, 1) * 22 / 255; }, stone, s.element("sand"), 4);
  s.ground(
      70, 570,
      [&](int u) {
        const int off = std::max(0, std::abs(u - 320) - 22);
        return 120 + off * 4 / 3 + s.noise(u, 37, 2) * 12 / 255 + s.noise(u, 7, 3) * 3 / 255;
      },
      stone, stone, 1);
  s.rect(296, 90, 344, 140, 0);
  s.rect(306, 108, 334, 150, s.element("lava"));
  for (const int u : {300, 340}) s.rect(u - 4, 104, u + 4, 160, stone);
  s.rect(290, 40, 350, 46, stone);
  for (const int u : {316, 322}) draw_tap(s, u, 48, 0, "lava");
  for (const int u : {60, 580}) {
    s.roof(
        u - 60, u + 60, [&](int at) { return 120 - (at - u) * (at - u) / 40 + s.noise(at, 6, 6) * 8 / 255; }, stone);
    draw_tap(s, u, s.ceiling_v(u, 230) + 2, 0, "lava");
  }
  draw_rain_cloud(s, 180, 40, 44, 1);
  draw_rain_cloud(s, 452, 52, 50, 2);
  s.strata(stone, s.element("gravel"), 44, 34);
  return s.status();
}

// A tower of brick with a wooden floor on every storey, bombs on most of them, and powder in the cellar.
void tower(Sketch& s, int u, int v, int half, int storeys) {
  const std::uint8_t brick = s.element("brick"), wood = s.element("wood");
  s.rect(u - half, v - storeys * 34, u + half, v, brick);
  for (int i = 0; i < storeys; ++i) {
    const int floor = v - i * 34;
    s.rect(u - half + 5, floor - 30, u + half - 5, floor - 1, 0);
    s.rect(u - half + 5, floor - 34, u + half - 5, floor - 31, wood);
    if (i % 2 == 1 || i == storeys - 1) s.rect(u - 5, floor - 6, u + 5, floor - 1, s.element("bomb"));
    s.rect(u - half, floor - 22, u - half + 4, floor - 14, s.element("glass"));
    s.rect(u + half - 4, floor - 22, u + half, floor - 14, s.element("glass"));
  }
  for (int du = -half; du <= half; du += 10) s.rect(u + du, v - storeys * 34 - 8, u + du + 4, v - storeys * 34, brick);
  s.heap(u, v - 1, half - 6, s.element("gunpowder"));
}

Status fortress(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t stone = s.element("stone"), wire = s.element("wire"), brick = s.element("brick");
  s.ground(
      0, 639, [&](int u) { return 330 + s.noise(u, 90, 1) * 10 / 255; }, stone, s.element("dirt"), 8);
  s.rect(90, 330, 560, 356, stone);
  for (const auto& [u, storeys] : {CellPoint{180, 5}, {340, 7}, {500, 4}}) tower(s, u, 330, 30, storeys);
  s.rect(210, 262, 310, 266, brick);
  s.rect(370, 262, 470, 266, brick);
  for (const int u : {260, 420}) {
    s.rect(u - 4, 267, u + 4, 330, brick);
    s.rect(u - 10, 244, u + 10, 261, s.element("metal"));
    s.rect(u - 8, 244, u + 8, 259, s.element("bomb"));
  }
  // A wire runs deep under the walls; a battery behind an open switch waits at the left.
  s.rect(95, 331, 95, 350, wire);
  s.rect(95, 350, 500, 350, wire);
  for (const int u : {180, 340, 500}) s.rect(u, 330, u, 350, wire);
  for (const int u : {260, 420}) s.rect(u, 259, u, 350, wire);
  s.rect(40, 326, 50, 333, s.element("battery"));
  s.rect(51, 330, 66, 331, wire);
  s.rect(67, 326, 78, 333, s.element("switch"));
  s.rect(79, 330, 95, 331, wire);
  for (const int u : {18, 600, 626}) draw_oak(s, u, 334, 70, u);
  draw_turf(s, 0, 39, 4);
  draw_turf(s, 562, 639, 4);
  draw_rain_cloud(s, 610, 60, 36, 4);
  return s.status();
}

Scene of_the_world(std::string_view name, std::string_view title, std::string_view description,
                   Status (*fill)(World&, const Ruleset&, std::uint64_t), std::string_view plays_with,
                   decltype(Scene::parameters) parameters = {}) {
  return {.name = name,
          .title = title,
          .description = description,
          .automaton = "conserving",
          .config = "default.cfg",
          .in_menu = true,
          .fill = fill,
          .parameters = std::move(parameters),
          .plays_with = plays_with,
          .any_shape = true};
}

}  // namespace

std::vector<Scene> world_scenes() {
  return {
      of_the_world("valley", "Valley",
                   "A volcano, a waterfall, a lake with fish, a wood, caves. Light the fireworks, or let the lava out.",
                   fill_valley, ""),
      of_the_world("wildfire", "Wildfire",
                   "A few embers lie at the edge of a wood. The fire spreads from tree to tree, and rain falls on one "
                   "place only.",
                   wildfire, "fire"),
      of_the_world("fortress", "Fortress",
                   "Three towers with powder in their cellars and bombs on their floors. One spark on the switch is "
                   "enough.",
                   fortress, "spark"),
      of_the_world("acid-works", "Acid works",
                   "Acid leaks from four vats of glass and eats its way down through stone, sand and metal. Wax stops "
                   "it.",
                   acid_works, "acid"),
      of_the_world("burning-bay", "Burning bay",
                   "Lava drips on oil that floats on a bay. A ship with powder in it lies in the way.", burning_bay,
                   "fire"),
      of_the_world("new-land", "New land",
                   "A volcano runs over into the sea. Lava that touches water turns to stone, and new land grows.",
                   new_land, "lava"),
      of_the_world("winding-river", "Winding river",
                   "A river winds round the world: it leaves on the right, comes back on the left one floor lower, and "
                   "falls into nothing at the end. Acid opens a short cut.",
                   fill_winding_river, "acid", {{"side_borders", 2}, {"top_border", 1}, {"bottom_border", 1}}),
      of_the_world("plugs", "Pull the plugs",
                   "Tanks of sand, oil and water hang over nothing, and one plug burns already. Light another: what "
                   "misses the island "
                   "below leaves the world.",
                   fill_plugs, "fire", {{"side_borders", 1}, {"top_border", 1}, {"bottom_border", 1}}),
  };
}

}  // namespace repose

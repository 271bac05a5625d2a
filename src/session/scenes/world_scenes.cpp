#include "session/scenes/world_scenes.hpp"

#include <algorithm>
#include <cstdlib>

#include "session/scenes/gallery_sketch.hpp"

namespace repose {
namespace {

// A ball of leaves: light above, dark below, with gaps.
void foliage(Sketch& s, int u, int v, int radius) {
  const std::uint8_t leaf = s.element("plant"), shade = s.element("tendril");
  const int reach = radius * 5 / 4;
  for (int y = s.cell_y(v - reach); y <= s.cell_y(v + reach); ++y) {
    for (int x = s.cell_x(u - reach); x <= s.cell_x(u + reach); ++x) {
      const int du = s.picture_u(x) - u, dv = (s.picture_v(y) - v) * 5 / 4;
      const int rim = radius * radius * (60 + s.noise(s.picture_u(x), s.picture_v(y), 6, 51) * 70 / 255) / 100;
      if (du * du + dv * dv > rim || s.random(x, y, 14, 52) == 0) continue;
      const int dark = 128 + (dv - radius / 4) * 180 / radius + s.noise(s.picture_u(x), s.picture_v(y), 5, 53) - 128;
      s.put(x, y, dark + s.random(x, y, 120, 54) > 260 ? shade : leaf);
    }
  }
}

// A broad tree: a trunk with roots, boughs, and a crown of balls of leaves.
void oak(Sketch& s, int u, int v, int size, int use) {
  const std::uint8_t wood = s.element("wood");
  const int trunk = std::max(1, size / 24), crown = size * 3 / 10;
  for (int i = 0; i < 10; ++i) {
    const int du = s.random(u, i, 2 * crown + 1, use) - crown, dv = s.random(u, i, crown, use + 1);
    foliage(s, u + du, v - size * 3 / 5 - dv * (2 * crown - std::abs(du)) / (2 * crown),
            std::max(4, crown * (35 + s.random(u, i, 25, use + 2)) / 100));
  }
  s.rect(u - trunk, v - size / 2, u + trunk, v + 3, wood);
  s.rect(u - trunk - 1, v - size / 14, u + trunk + 1, v + 3, wood);
  s.rect(u - trunk - 3, v - 1, u + trunk + 3, v + 3, wood);
  for (int i = 0; i <= crown * 2 / 3; ++i) {
    s.rect(u - i / 2, v - size / 2 - i, u - i / 2 + trunk / 2, v - size / 2 - i, wood);
    s.rect(u + i / 2, v - size * 2 / 5 - i, u + i / 2 + trunk / 2, v - size * 2 / 5 - i, wood);
  }
}

// A stone pipe in a ceiling or wall that pours `name` out of its lower end.
void tap(Sketch& s, int u, int v, int width, std::string_view name) {
  const std::uint8_t stone = s.element("stone"), pours = s.element("cloner:" + std::string(name));
  s.rect(u - 2, v - 6, u + width + 1, v, stone);
  for (int x = s.cell_x(u); x < std::max(s.cell_x(u + width), s.cell_x(u) + 1); ++x) s.put(x, s.cell_y(v), pours);
}

void rain_cloud(Sketch& s, int u, int v, int radius, int use) {
  const std::uint8_t body = s.element("cloud");
  for (int i = 0; i < 7; ++i) {
    const int du = (i - 3) * radius / 4, puff = radius * (30 - std::abs(i - 3) * 5) / 80 + s.random(i, use, 5, 90);
    s.blob(u + du, v - s.random(i, use, 5, 91), puff + 4, puff * 3 / 4 + 3, body, 20);
  }
}

// Turf on every free surface of soil between u0 and u1, with some seeds of flowers.
void turf(Sketch& s, int u0, int u1, int seeds_percent) {
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

int valley_ground(const Sketch& s, int u) {
  const int rough = s.noise(u, 41, 2) * 14 / 255 + s.noise(u, 9, 4) * 4 / 255;
  if (u < 190) return 92 + std::abs(u - 84) * 3 / 4 + std::max(0, u - 150) * 3 / 2 + rough;
  if (u < 386) return 296 + rough;
  return std::max(214, 258 - 3 * (u - 386)) + rough / 2;
}

void valley_land(Sketch& s) {
  const std::uint8_t stone = s.element("stone"), dirt = s.element("dirt"), clay = s.element("clay");
  const auto top = [&](int u) { return valley_ground(s, u); };
  s.rect(170, 262, 386, 300, s.element("water"));
  s.ground(0, 189, top, stone, stone, 1);
  s.ground(190, 385, top, stone, clay, 5);
  s.ground(386, 639, top, stone, dirt, 14);
}

// A crater with lava, and below it a chamber into which lava drips.
void valley_volcano(Sketch& s) {
  const std::uint8_t lava = s.element("lava"), torch = s.element("torch"), drain = s.element("drain");
  s.blob(84, 108, 22, 22, 0, 15);
  s.rect(40, 60, 128, 98, 0);
  s.blob(84, 114, 18, 18, lava, 10);
  s.rect(60, 60, 108, 115, 0);
  for (const int u : {58, 63, 68, 98, 103, 108}) s.rect(u, s.floor_v(u, 90) - 1, u + 2, s.floor_v(u, 90), torch);
  s.blob(78, 322, 62, 42, 0, 25);
  s.rect(14, 340, 76, 364, lava);
  s.ground(
      10, 146, [&](int u) { return 352 - s.noise(u, 30, 8) * 12 / 255; }, s.element("stone"), s.element("stone"), 1);
  s.rect(77, 336, 81, 364, s.element("stone"));
  for (const int u : {96, 120}) {
    s.rect(u - 2, s.floor_v(u, 330) - 1, u + 2, s.floor_v(u, 330) - 1, drain);
    tap(s, u, s.ceiling_v(u, 322) + 2, 0, "lava");
  }
}

// A waterfall into the lake, whose water leaves through a shaft into a cave.
void valley_water(Sketch& s) {
  const std::uint8_t stone = s.element("stone"), water = s.element("water");
  s.ledge(120, 226, 168, 34, stone, s.element("dirt"), 4);
  tap(s, 208, s.ceiling_v(208, 250) + 2, 1, "water");
  s.blob(318, 352, 96, 34, 0, 25);
  s.rect(214, 368, 420, 390, stone);
  s.blob(300, 368, 70, 12, water, 0);
  s.rect(226, 352, 380, 367, 0);
  s.rect(362, 266, 378, 330, stone);
  s.rect(368, 262, 372, 348, 0);
  s.rect(232, 367, 240, 367, s.element("drain"));
  s.rect(362, 367, 374, 367, s.element("drain"));
}

void valley_animals(Sketch& s) {
  for (int i = 0; i < 14; ++i) {
    const int u = 210 + s.random(i, 1, 150, 30), v = 268 + s.random(i, 2, 20, 31);
    s.rect(u, v, u, v, s.element("fish"));
  }
  for (int i = 0; i < 16; ++i) {
    const int u = 200 + s.random(i, 3, 150, 32), v = 290;
    s.rect(u, v - 8 - s.random(i, 4, 16, 33), u, v - 8, s.element("kelp"));
    s.rect(u, v - 7, u, v - 6, s.element("algae"));
  }
  for (int i = 0; i < 10; ++i) {
    const int u = 400 + s.random(i, 5, 230, 34);
    s.rect(u, valley_ground(s, u) + 7, u + 1, valley_ground(s, u) + 7, s.element("worm"));
  }
}

// Streams of sand in a cave, from ledge to ledge.
void valley_sand(Sketch& s) {
  const std::uint8_t stone = s.element("stone"), sand = s.element("sand"), drain = s.element("drain");
  s.blob(532, 328, 84, 52, 0, 25);
  for (const int u : {496, 566}) tap(s, u, s.ceiling_v(u, 320) + 2, 1, "sand");
  for (const auto& [u, v] : {CellPoint{500, 306}, {560, 314}, {528, 342}, {484, 352}, {582, 356}}) {
    s.ledge(u - 17, u + 17, v, 10, stone, stone, 1);
    s.heap(u, v - 1, 13, sand);
  }
  s.rect(440, 372, 630, 394, stone);
  for (const int u : {470, 510, 550, 590}) s.rect(u, 371, u + 8, 371, drain);
}

// A house whose chimney smokes.
void valley_house(Sketch& s, int u) {
  const std::uint8_t wood = s.element("wood"), brick = s.element("brick"), glass = s.element("glass");
  const int v = std::min(valley_ground(s, u - 26), valley_ground(s, u + 26)) + 4;
  s.rect(u - 28, v - 30, u + 28, v + 8, s.element("stone"));
  s.rect(u - 28, v - 30, u + 28, v, wood);
  s.rect(u - 25, v - 27, u + 25, v - 1, 0);
  for (int i = 0; i < 20; ++i) s.rect(u - 34 + i * 17 / 10, v - 31 - i, u + 34 - i * 17 / 10, v - 31 - i, wood);
  s.rect(u - 16, v - 20, u - 6, v - 12, glass);
  s.rect(u - 28, v - 12, u - 26, v - 1, 0);
  s.rect(u + 8, v - 62, u + 20, v - 1, brick);
  s.rect(u + 12, v - 62, u + 16, v - 4, 0);
  s.rect(u + 12, v - 5, u + 16, v - 4, s.element("torch"));
}

// Fireworks on a fuse, which wait for a spark.
void valley_fireworks(Sketch& s) {
  const std::uint8_t brick = s.element("brick"), fuse = s.element("fuse");
  const int v = valley_ground(s, 412);
  s.rect(402, v - 2, 440, v + 5, s.element("stone"));
  s.rect(402, v - 3, 440, v - 3, fuse);
  for (const int u : {408, 418, 428}) {
    s.rect(u - 3, v - 12, u + 3, v - 4, brick);
    s.rect(u - 1, v - 12, u + 1, v - 7, 0);
    s.rect(u - 1, v - 6, u + 1, v - 5, s.element("firework"));
    s.rect(u, v - 4, u, v - 4, fuse);
  }
  s.rect(440, v - 8, 440, v - 3, fuse);
}

// A battery, a wire under the caves, and lamps that stand in them.
void valley_lamps(Sketch& s) {
  const std::uint8_t wire = s.element("wire"), stone = s.element("stone");
  s.rect(8, 395, 616, 395, wire);
  s.rect(2, 392, 8, 398, s.element("battery"));
  for (const int u : {160, 252, 350, 404, 458, 532, 606}) {
    const int v = s.floor_v(u, 340);
    s.rect(u - 1, v - 8, u + 1, v, stone);
    s.rect(u, v - 8, u, 395, wire);
    s.blob(u, v - 13, 5, 5, s.element("lamp"), 0);
  }
}

Status valley(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  valley_land(s);
  valley_volcano(s);
  valley_sand(s);
  valley_water(s);
  valley_lamps(s);
  s.strata(s.element("stone"), s.element("gravel"), 52, 22);
  turf(s, 120, 226, 6);
  turf(s, 386, 639, 5);
  for (const auto& [u, size] : {CellPoint{466, 96}, {536, 82}, {502, 58}}) oak(s, u, valley_ground(s, u), size, u);
  oak(s, 150, 168, 60, 9);
  valley_house(s, 590);
  valley_fireworks(s);
  valley_animals(s);
  for (const int u : {446, 554, 632}) s.blob(u, valley_ground(s, u) - 2, 1, 1, s.element("sapling"), 0);
  rain_cloud(s, 262, 44, 60, 1);
  rain_cloud(s, 346, 30, 44, 2);
  return s.status();
}

}  // namespace

std::vector<Scene> world_scenes() {
  return {
      {"valley", "Valley",
       "A valley with everything in it: a volcano, a waterfall, a lake with fish, a wood, caves. Light the fireworks, "
       "or let the lava out.",
       "conserving", "default.cfg", true, 640, 400, valley},
  };
}

}  // namespace repose

// The scene that the app opens with.
#include "session/scenes/world_scenes.hpp"

#include <algorithm>
#include <cstdlib>

#include "session/scenes/world_sketch.hpp"

namespace repose {
namespace {

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
    draw_tap(s, u, s.ceiling_v(u, 322) + 2, 0, "lava");
  }
}

// A waterfall into the lake, whose water leaves through a shaft into a cave.
void valley_water(Sketch& s) {
  const std::uint8_t stone = s.element("stone"), water = s.element("water");
  s.ledge(120, 226, 168, 34, stone, s.element("dirt"), 4);
  draw_tap(s, 199, s.ceiling_v(199, 250) + 2, 1, "water");
  s.blob(318, 352, 96, 34, 0, 25);
  s.rect(214, 368, 420, 390, stone);
  s.blob(300, 368, 70, 12, water, 0);
  s.rect(226, 352, 380, 367, 0);
  s.rect(362, 266, 378, 330, stone);
  s.rect(368, 262, 372, 348, 0);
  s.rect(186, 258, 190, 260, s.element("drain"));  // drains a part of the waterfall: the lake stays level
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
  for (const int u : {496, 566}) draw_tap(s, u, s.ceiling_v(u, 320) + 2, 1, "sand");
  for (const auto& [u, v] : {CellPoint{500, 306}, {560, 314}, {528, 342}, {484, 352}, {582, 356}}) {
    s.ledge(u - 17, u + 17, v, 10, stone, stone, 1);
    s.heap(u, v - 1, 13, sand);
  }
  for (const int u : {484, 582}) s.rect(u - 5, u < 500 ? 352 : 356, u + 5, u < 500 ? 352 : 356, drain);
  s.rect(440, 372, 630, 394, stone);
  s.rect(584, 364, 630, 394, stone);
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
    s.rect(u - 1, v - 9, u + 1, v - 5, s.element("firework"));
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

}  // namespace

Status fill_valley(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  valley_land(s);
  valley_volcano(s);
  valley_sand(s);
  valley_water(s);
  valley_lamps(s);
  s.strata(s.element("stone"), s.element("gravel"), 52, 22);
  draw_turf(s, 120, 226, 6);
  draw_turf(s, 386, 639, 5);
  for (const auto& [u, size] : {CellPoint{466, 96}, {536, 82}, {502, 58}}) draw_oak(s, u, valley_ground(s, u), size, u);
  draw_oak(s, 150, 168, 60, 9);
  valley_house(s, 590);
  valley_fireworks(s);
  valley_animals(s);
  for (const int u : {446, 554, 632}) s.blob(u, valley_ground(s, u) - 2, 1, 1, s.element("sapling"), 0);
  draw_rain_cloud(s, 262, 44, 60, 1);
  draw_rain_cloud(s, 346, 30, 44, 2);
  return s.status();
}

}  // namespace repose

// Scenes of the default world that have no walls around them: one goes round, the others have nothing below.
#include <algorithm>

#include "session/scenes/world_scenes.hpp"
#include "session/scenes/world_sketch.hpp"

namespace repose {

namespace {

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
    for (int y = s.cell_y(top - 4); y < s.cell_y(top); ++y) s.put(x, y, s.element("water"));
  }
}

// A rock in the air, with a house and a tree, so high that the river runs below it.
void hanging_garden(Sketch& s, int u, int v) {
  const std::uint8_t wood = s.element("wood"), stone = s.element("stone");
  s.ledge(u - 34, u + 34, v, 11, stone, stone, 1);
  draw_oak(s, u + 16, v, 36, u);
  s.rect(u - 26, v - 13, u - 6, v - 1, wood);
  s.rect(u - 23, v - 10, u - 9, v - 1, 0);
  for (int i = 0; i < 7; ++i) s.rect(u - 29 + i * 2, v - 14 - i, u - 3 - i * 2, v - 14 - i, wood);
  s.rect(u - 18, v - 5, u - 15, v - 1, s.element("lit"));
}

// A tank of brick with a funnel below, whose neck is plugged.
void plugged_tank(Sketch& s, int u, std::uint8_t content, std::uint8_t plug) {
  constexpr int kTop = 46, kFull = 66, kShoulder = 150, kNeck = 222, kEnd = 236, kHalf = 82, kNeckHalf = 3;
  const std::uint8_t brick = s.element("brick");
  for (int y = s.cell_y(kTop); y < s.cell_y(kEnd); ++y) {
    const int v = s.picture_v(y);
    const int narrowing = std::clamp((v - kShoulder) * (kHalf - kNeckHalf) / (kNeck - kShoulder), 0, kHalf - kNeckHalf);
    const int half = kHalf - narrowing;
    s.rect(u - half - 7, v, u + half + 7, v, brick);
    s.rect(u - half, v, u + half, v, v >= kNeck + 4 ? plug : v >= kFull ? content : std::uint8_t{0});
  }
  for (const int side : {-1, 1}) s.rect(u + side * 86 - 4, 0, u + side * 86 + 4, kTop, s.element("metal"));
}

}  // namespace

Status fill_winding_river(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t stone = s.element("stone");
  for (int winding = 0; winding < kWindings; ++winding) ramp(s, winding);
  s.rect(0, 10, 16, 84, stone);  // the spring's rock, behind which the ramp begins
  s.strata(stone, s.element("clay"), 40, 26);
  for (int winding = 0; winding < kWindings - 1; ++winding) {
    const int u = 150 + winding * 160;
    hanging_garden(s, u, std::min(ramp_top(s, winding, u - 30), ramp_top(s, winding, u)) - 20);
  }
  for (int v = 46; v < 52; v += 2) s.rect(17, v, 17, v, s.element("cloner:water"));
  for (int winding = 0; winding < kWindings; ++winding) {
    for (int i = 0; i < 7; ++i) {
      const int u = 40 + s.random(i, winding, 380, 41), v = ramp_top(s, winding, u) - 1;
      s.rect(u, v, u, v, s.element("fish"));
    }
  }
  return s.status();
}

Status fill_plugs(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t stone = s.element("stone"), dirt = s.element("dirt"), wood = s.element("wood");
  plugged_tank(s, 112, s.element("sand"), wood);
  plugged_tank(s, 320, s.element("oil"), wood);
  plugged_tank(s, 528, s.element("water"), s.element("fuse"));
  s.rect(109, 229, 115, 235, s.element("charwood"));  // this one burns already
  // Islands, each under a tank, over nothing.
  s.ledge(92, 132, 344, 18, stone, stone, 1);
  s.ledge(258, 382, 338, 30, stone, dirt, 6);
  for (const auto& [u, size] : {CellPoint{278, 58}, {302, 44}, {338, 50}, {364, 62}}) draw_oak(s, u, 338, size, u);
  s.ledge(474, 582, 334, 30, stone, dirt, 8);
  draw_turf(s, 258, 382, 0);
  draw_turf(s, 474, 582, 25);
  return s.status();
}

}  // namespace repose

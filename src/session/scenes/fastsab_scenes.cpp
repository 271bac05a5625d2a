// The scenes of fastsab.
#include <algorithm>
#include <array>
#include <utility>

#include "session/scenes/gallery_sketch.hpp"
#include "session/scenes/grain_scenes.hpp"

namespace repose {
namespace {

// Five of six cells hold a grain, 400 000 of 800 x 600: lumps of five substances that are about to fall into the holes
// between them. The holes are the sixth of the cells with the lowest noise, so that the number is exact.
Status sab_400k(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  constexpr int kHolePeriod = 60, kLumpPeriod = 80;
  Sketch s(world, ruleset, seed);
  // Water is beside concrete, the only substance that it does not wash away.
  const std::array<std::uint8_t, 5> substances = {s.element("water"), s.element("concrete"), s.element("cement"),
                                                  s.element("sand"), s.element("dirt")};
  std::vector<std::int64_t> holes;  // noise, then the cell in the low bits, so that all are different
  for (int y = 0; y < s.height(); ++y) {
    for (int x = 0; x < s.width(); ++x) {
      const int u = s.picture_u(x), v = s.picture_v(y);
      const int lump = std::clamp(2 * s.noise(u, v, kLumpPeriod, 2) - 128, 0, 255) * 5 / 256;
      s.put(x, y, substances[static_cast<std::size_t>(lump)]);
      const std::int64_t noise = s.noise(u, v, kHolePeriod, 1) * 64 + s.random(x, y, 64, 3);
      holes.push_back((noise << 32) + static_cast<std::int64_t>(world.index(x, y)));
    }
  }
  const auto hole_count = static_cast<std::ptrdiff_t>(holes.size() / 6);
  std::nth_element(holes.begin(), holes.begin() + hole_count, holes.end());
  for (std::ptrdiff_t i = 0; i < hole_count; ++i)
    world.cells()[static_cast<std::size_t>(holes[static_cast<std::size_t>(i)] & 0xffffffff)] = 0;
  return s.status();
}

// Shelves above a basin: heaps of everything that flows, slides or falls, and a vat of acid that dissolves.
Status sandbox(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  Sketch s(world, ruleset, seed);
  const std::uint8_t wall = s.element("wall"), concrete = s.element("concrete");
  s.ground(
      0, 639, [&](int u) { return 384 + s.noise(u, 40, 1) * 8 / 255; }, wall, wall, 1);
  s.rect(0, 250, 9, 399, wall);
  s.rect(630, 250, 639, 399, wall);
  for (const auto& [u, v] : {std::pair{130, 190}, {320, 230}, {510, 190}})
    s.ledge(u - 74, u + 74, v, 12, wall, wall, 1);
  s.heap(130, 190, 64, s.element("sand"));
  s.heap(320, 230, 60, s.element("dirt"));
  s.rect(470, 150, 476, 189, concrete);
  s.rect(544, 150, 550, 189, concrete);
  s.rect(477, 160, 543, 189, s.element("acid"));
  s.rect(60, 20, 120, 70, s.element("cement"));
  s.rect(230, 10, 410, 60, s.element("water"));
  s.blob(520, 60, 40, 30, s.element("dirt"), 20);
  for (const int u : {200, 420}) s.rect(u, 300, u + 14, 383, concrete);
  s.rect(215, 340, 419, 383, s.element("water"));
  s.rect(10, 352, 199, 383, s.element("sand"));
  return s.status();
}

}  // namespace

std::vector<Scene> fastsab_scenes() {
  return {
      {"sandbox", "Sand and below",
       "Heaps on shelves, falling blocks, two dams and a vat that acid dissolves. It shows everything that the seven "
       "substances do to each other.",
       "fastsab", "fastsab.cfg", true, 640, 400, sandbox},
      {.name = "sab-400k",
       .title = "400 000 grains",
       .description =
           "Lumps of sand, water, cement, concrete and dirt fall into the holes between them. Five cells in six "
           "hold a grain: 400 000 of them at 800 by 600, as on the screen of the original's author.",
       .automaton = "fastsab",
       .config = "fastsab.cfg",
       .width = 800,
       .height = 600,
       .fill = sab_400k}};
}

}  // namespace repose

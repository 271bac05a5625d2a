#include <algorithm>
#include <array>
#include <numeric>

#include "session/scenes/gallery_sketch.hpp"
#include "session/scenes/grain_scenes.hpp"

namespace repose {
namespace {

// Five cells in six hold a grain, 400 000 of 800 x 600: lumps of five substances between holes, all about to fall into
// them. Which cells are void: the sixth with the lowest noise, so that the number is exact.
Status sab_400k(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  constexpr int kHolePeriod = 36, kLumpPeriod = 90, kStripes = 2;
  Sketch s(world, ruleset, seed);
  const std::array<std::uint8_t, 5> substances = {s.element("sand"), s.element("water"), s.element("cement"),
                                                  s.element("concrete"), s.element("dirt")};
  std::vector<std::int64_t> holes;  // noise, and under it the cell, so that all are different
  for (int y = 0; y < s.height(); ++y) {
    for (int x = 0; x < s.width(); ++x) {
      const int u = s.picture_u(x), v = s.picture_v(y);
      const int lump = s.noise(u, v, kLumpPeriod, 2) * 5 * kStripes / 256 % 5;
      s.put(x, y, substances[static_cast<std::size_t>(lump)]);
      const std::int64_t noise = s.noise(u, v, kHolePeriod, 1) * 64 + s.random(x, y, 64, 3);
      holes.push_back((noise << 32) + static_cast<std::int64_t>(world.index(x, y)));
    }
  }
  const auto hole_count = static_cast<std::ptrdiff_t>(holes.size() / 6);
  std::nth_element(holes.begin(), holes.begin() + hole_count, holes.end());
  for (std::ptrdiff_t i = 0; i < hole_count; ++i) world.cells()[static_cast<std::size_t>(holes[static_cast<std::size_t>(i)] & 0xffffffff)] = 0;
  return s.status();
}

}  // namespace

std::vector<Scene> fastsab_scenes() {
  return {{.name = "sab-400k",
           .title = "400 000 grains",
           .description = "Lumps of sand, water, cement, concrete and dirt fall into the holes between them. Five cells in six "
                          "hold a grain: 400 000 of them at 800 by 600, as the original's author had on his screen.",
           .automaton = "fastsab",
           .config = "fastsab.cfg",
           .width = 800,
           .height = 600,
           .fill = sab_400k}};
}

}  // namespace repose

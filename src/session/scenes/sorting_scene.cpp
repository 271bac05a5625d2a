// A jar of liquids that were shaken, and separate again.
#include <algorithm>
#include <array>

#include "session/scenes/gallery_sketch.hpp"
#include "session/scenes/grain_scenes.hpp"

namespace repose {
namespace {

constexpr int kJarCentre = 320, kLid = 40, kJarNeck = 72, kShoulder = 126, kFloor = 372;  // of the jar, in the picture
constexpr int kNeckHalf = 88, kBodyHalf = 232, kJarThickness = 8;

// Half the inner width of the jar at that height.
int jar_half(int v) {
  if (v < kJarNeck) return kNeckHalf;
  if (v < kShoulder) return kNeckHalf + (kBodyHalf - kNeckHalf) * (v - kJarNeck) / (kShoulder - kJarNeck);
  const int rounding = std::max(0, v - (kFloor - 48));
  return kBodyHalf - rounding * rounding / 40;
}

Status sorting(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  constexpr int kFilledFrom = 118, kSandFrom = 362;
  Sketch s(world, ruleset, seed);
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
  return s.status();
}

}  // namespace

std::vector<Scene> sorting_scenes() {
  return {
      {"sorting", "Sorting by density",
       "A shaken jar of eight liquids separates into a rainbow, the heaviest below. Pearls sink through it and rise "
       "again as bubbles.",
       "conserving", "layers.cfg", true, 480, 300, sorting}};
}

}  // namespace repose

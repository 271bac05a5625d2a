#include "render/motion.hpp"

#include <algorithm>
#include <cstdlib>

namespace repose::shading {

Motion::Motion(const CellView& view, const Palette& palette)
    : shown_(*view.memory()), width_(view.width), height_(view.height) {
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const PaletteEntry& e = palette[i];
    traits_[i] = static_cast<std::uint8_t>((e.matter == Matter::background ? air : 0) |
                                           (e.matter == Matter::gas ? air | gas : 0) | (e.falls ? falls : 0) |
                                           (e.matter == Matter::liquid ? liquid : 0));
    moves_ = moves_ || e.falls || e.matter == Matter::gas;
  }
}

int Motion::first_matter(int x, int y, int dx, int dy, int reach) const {
  for (int d = 1; d <= reach && inside(x + d * dx, y + d * dy); ++d) {
    if (!is(air, x + d * dx, y + d * dy)) return d;
  }
  return 0;
}

int Motion::gas_neighbours(int x, int y) const {
  return static_cast<int>(
      std::ranges::count_if(kNeighbours, [&](const auto& n) { return is_gas(x + n[0], y + n[1]); }));
}

int Motion::background_neighbours(int x, int y) const {
  return static_cast<int>(std::ranges::count_if(kNeighbours, [&](const auto& n) {
    return inside(x + n[0], y + n[1]) && is(air, x + n[0], y + n[1]) && !is(gas, x + n[0], y + n[1]);
  }));
}

bool Motion::is_falling(int x, int y) const {
  if (!is(falls, x, y)) return false;
  for (int below = y + 1; below <= y + kFallLook && below < height_; ++below) {
    if (is(air, x, below)) return true;
    if (!is(falls, x, below)) return false;
  }
  return false;
}

Streak Motion::streak(int x, int y, int down) const {
  const bool falling = is_falling(x, y + down);
  const int up = first_matter(x, y, 0, -1, (falling ? kBridgeCells : kLandingCells) + 1 - down);
  const bool bridge = up > 0 && is(falls, x, y - up);
  return {falling ? down : bridge ? -up : 0, bridge};
}

bool Motion::is_drop(int x, int y) const {
  return first_matter(x, y, 1, 0, 1) == 0 && first_matter(x, y, -1, 0, 1) == 0 &&
         first_matter(x, y, 0, 1, kLandingCells) == 0 && first_matter(x, y, 0, -1, kLandingCells) == 0;
}

int Motion::gap_filler(int x, int y) const {
  const int left = first_matter(x, y, -1, 0, kGapReach), right = first_matter(x, y, 1, 0, kGapReach);
  if (left == 0 || right == 0 || !is(liquid, x - left, y) || !is(liquid, x + right, y)) return 0;
  return left <= right ? -left : right;
}

bool Motion::is_bump(int x, int y) const {
  return y + 1 < height_ && is(liquid, x, y + 1) && first_matter(x, y, 1, 0, 1) == 0 &&
         first_matter(x, y, -1, 0, 1) == 0 && first_matter(x, y, 0, -1, 1) == 0;
}

float Motion::splash(int x, int y) const {
  int nearest = kSplashColumns + 1;
  for (int dx = -kSplashColumns; dx <= kSplashColumns; ++dx) {
    if (x + dx < 0 || x + dx >= width_ || std::abs(dx) >= nearest || !is(air, x + dx, y - 1)) continue;
    const int up = first_matter(x + dx, y - 1, 0, -1, kSplashRows);
    if (up > 0 && is(liquid, x + dx, y - 1 - up) && is(falls, x + dx, y - 1 - up)) nearest = std::abs(dx);
  }
  return 1.0f - static_cast<float>(nearest) / (kSplashColumns + 1);
}

bool Motion::is_bubble(int x, int y, int down) const {
  return down > 0 && down <= kBubbleReach && is(liquid, x, y + down) && !is_falling(x, y + down) &&
         first_matter(x, y, 0, -1, kBubbleReach) > 0 && first_matter(x, y, -1, 0, kBubbleReach) > 0 &&
         first_matter(x, y, 1, 0, kBubbleReach) > 0;
}

}  // namespace repose::shading

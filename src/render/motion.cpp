#include "render/motion.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace repose::shading {

namespace {

constexpr int kRim = 3;  // cells of kTraitOutside around the planes, so that looking around needs no comparisons
static_assert(kRim >= kBubbleReach && kRim >= kSplashColumns && kRim >= kGapReach);
static_assert(kBridgeCells >= kSplashRows && kBridgeCells >= kBubbleReach && kStreakCells >= kBubbleReach);

std::uint8_t byte_of_cover(float cover) { return static_cast<std::uint8_t>(std::lround(cover * 255.0f)); }

// Planes with a byte for each cell of an area and a rim around it.
class Surroundings {
 public:
  // Keeps its planes in `memory`.
  Surroundings(const PlaneRows<std::uint8_t>& cells, const Area& area, const Palette& palette,
               std::vector<std::uint8_t>& memory)
      : width_(area.x.size()), height_(area.y.size()), stride_(width_ + 2 * kRim) {
    const auto size = static_cast<std::size_t>(stride_) * static_cast<std::size_t>(height_ + 2 * kRim);
    memory.assign(4 * size, 0);
    traits_ = memory.data();
    down_ = traits_ + size;
    up_ = down_ + size;
    fall_ = up_ + size;
    std::fill_n(traits_, size, kTraitOutside);
    std::array<std::uint8_t, kElementsMax> traits;
    std::ranges::transform(palette, traits.begin(), traits_of);
    for (int y = 0; y < height_; ++y) {
      const std::uint8_t* const from = cells.row(area.y.begin + y) + area.x.begin;
      std::transform(from, from + width_, &traits_[index(0, y)], [&](std::uint8_t cell) { return traits[cell]; });
    }
    for (int y = height_ - 1; y >= 0; --y) {
      look<kStreakCells>(down_, index(0, y), below(index(0, y)));
      look_for_fall(index(0, y));
    }
    for (int y = 0; y < height_; ++y) look<kBridgeCells>(up_, index(0, y), above(index(0, y)));
  }

  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y + kRim) * static_cast<std::size_t>(stride_) + static_cast<std::size_t>(x + kRim);
  }
  CellClass classify(std::size_t i, MotionParts parts) const {
    CellClass result{static_cast<std::uint8_t>(traits_[i] & 7)};
    if (!is(i, kTraitAir | kTraitFalls | kTraitLiquid) || is_open_air(i)) return result;
    if (is(i, kTraitAir)) {
      if (!is(i, kTraitGas)) classify_background(i, parts, result);
      if (is(i, kTraitGas) && parts.motion) {
        const int open =
            is_background(i - 1) + is_background(i + 1) + is_background(above(i)) + is_background(below(i));
        result.cover = byte_of_cover(1.0f - kGasThin * static_cast<float>(open) / 4.0f);
      }
      return result;
    }
    if (moves(i)) {
      result.kind |= CellClass::kFalls;
      if (parts.motion && is_drop(i)) result.cover = byte_of_cover(kDropCover);
    } else if (is(i, kTraitLiquid)) {
      result.surface = surface(i, parts);
      if (parts.motion && is_bump(i)) result.cover = byte_of_cover(kBumpCover);
    }
    return result;
  }

 private:
  // Most cells: background without anything near it.
  bool is_open_air(std::size_t i) const {
    return down_[i] == 0 && is_background(i) &&
           ((traits_[i - 1] | traits_[i + 1] | traits_[above(i)] | traits_[below(i)]) & kTraitGas) == 0;
  }
  bool is(std::size_t i, std::uint8_t trait) const { return (traits_[i] & trait) != 0; }
  bool is_background(std::size_t i) const { return (traits_[i] & (kTraitAir | kTraitGas)) == kTraitAir; }
  bool is_matter(std::size_t i) const { return !is(i, kTraitAir | kTraitOutside); }
  std::size_t above(std::size_t i, int rows = 1) const { return i - static_cast<std::size_t>(rows * stride_); }
  std::size_t below(std::size_t i, int rows = 1) const { return i + static_cast<std::size_t>(rows * stride_); }

  // One row of down_ or up_: how far the next matter is in the direction of the row `next`, at most `reach`; 0:
  // farther. Compilers turn these loops into vectors.
  template <int reach>
  void look(std::uint8_t* distances, std::size_t row, std::size_t next) {
    const std::uint8_t *beside = &traits_[next], *from = &distances[next];
    std::uint8_t* const to = &distances[row];
    for (int x = 0; x < width_; ++x) {
      const bool air = (beside[x] & kTraitAir) != 0, outside = (beside[x] & kTraitOutside) != 0;
      const bool goes_on = from[x] != 0 && from[x] < reach;
      to[x] = static_cast<std::uint8_t>(air ? (goes_on ? from[x] + 1 : 0) : outside ? 0 : 1);
    }
  }

  // One row: how far below a loose cell the air is.
  void look_for_fall(std::size_t row) {
    const std::uint8_t *under = &traits_[below(row)], *fall = &fall_[below(row)], *own = &traits_[row];
    std::uint8_t* const to = &fall_[row];
    for (int x = 0; x < width_; ++x) {
      const bool air = (under[x] & kTraitAir) != 0, loose = (own[x] & kTraitFalls) != 0;
      const bool goes_on = fall[x] != 0 && fall[x] < kFallLook;
      to[x] = static_cast<std::uint8_t>(!loose ? 0 : air ? 1 : goes_on ? fall[x] + 1 : 0);
    }
  }

  // Whether a cell falls, unless it is between resting cells of liquid: above a bubble in a lake.
  bool moves(std::size_t i) const { return fall_[i] != 0 && !(rests(i - 1) && rests(i + 1)); }
  bool rests(std::size_t i) const { return is(i, kTraitLiquid) && fall_[i] == 0; }

  // How far beside the next matter is; 0: not within `reach`.
  int beside(std::size_t i, int step, int reach) const {
    for (int d = 1; d <= reach && !is(i + static_cast<std::size_t>(d * step), kTraitOutside); ++d) {
      if (is_matter(i + static_cast<std::size_t>(d * step))) return d;
    }
    return 0;
  }

  // Whether air is closed in by other matter on all sides, above a liquid.
  bool is_bubble(std::size_t i) const {
    const int down = down_[i], up = up_[i];
    return down > 0 && down <= kBubbleReach && is(below(i, down), kTraitLiquid) && !moves(below(i, down)) && up > 0 &&
           up <= kBubbleReach && beside(i, -1, kBubbleReach) > 0 && beside(i, 1, kBubbleReach) > 0;
  }

  // How far beside a gap in the top row of a liquid the liquid is, negative to the left; 0: it is no gap.
  int gap(std::size_t i) const {
    if (down_[i] != 1 || is(i, kTraitGas)) return 0;
    const int left = beside(i, -1, kGapReach), right = beside(i, 1, kGapReach);
    const auto liquid = [&](int dx) { return is(i + static_cast<std::size_t>(dx), kTraitLiquid); };
    if (left == 0 || right == 0 || !liquid(-left) || !liquid(right)) return 0;
    return left <= right ? -left : right;
  }

  // Whether it is background with liquid that falls straight above it.
  bool rains(std::size_t i) const {
    const int up = up_[i];
    return is_background(i) && up > 0 && up <= kSplashRows && is(above(i, up), kTraitLiquid) &&
           is(above(i, up), kTraitFalls);
  }
  // How near liquid falls to a cell of air at a surface.
  int splash(std::size_t i) const {
    int level = 0;
    for (int dx = -kSplashColumns; dx <= kSplashColumns; ++dx) {
      if (rains(i + static_cast<std::size_t>(dx))) level = std::max(level, kSplashColumns + 1 - std::abs(dx));
    }
    return level;
  }

  bool is_drop(std::size_t i) const {
    return is(i, kTraitLiquid) && !is_matter(i - 1) && !is_matter(i + 1) && (up_[i] == 0 || up_[i] > kLandingCells) &&
           (down_[i] == 0 || down_[i] > kLandingCells);
  }
  bool is_bump(std::size_t i) const {
    return is(below(i), kTraitLiquid) && !is_matter(i - 1) && !is_matter(i + 1) && !is_matter(above(i));
  }

  std::uint8_t surface(std::size_t i, MotionParts parts) const {
    std::size_t air = above(i);
    int under = 0;
    if (is(air, kTraitLiquid)) {
      air = above(i, 2);
      under = 1;
    }
    if (!is(air, kTraitAir) || is_bubble(air)) return CellClass::kDeep;
    if (!parts.motion) return static_cast<std::uint8_t>(under);
    const int filled = under == 0 && gap(air) != 0 ? 4 : 0;
    return static_cast<std::uint8_t>(under | filled | splash(air) << 3);
  }

  static void show(CellClass& result, Style style, int dx, int dy, float cover) {
    result.kind = static_cast<std::uint8_t>(static_cast<int>(Matter::background) | static_cast<int>(style) << 4);
    result.place = static_cast<std::uint8_t>((dx + 8) | (dy + 8) << 4);
    result.cover = byte_of_cover(cover);
  }

  void classify_background(std::size_t i, MotionParts parts, CellClass& result) const {
    const int down = down_[i];
    if (down > 0 && parts.bubbles && is_bubble(i)) {
      result.surface = CellClass::kDeep;
      return show(result, Style::liquid, 0, down, kBubbleCover);
    }
    if (!parts.motion) return;
    if (down > 0 && cover_with_streak(i, down, result)) return;
    if (const int aside = down == 1 ? gap(i) : 0; aside != 0) return show(result, Style::liquid, aside, 0, kGapCover);
    if (down > 0 && down <= kSprayRows && is(below(i, down), kTraitLiquid)) {
      const int level = splash(below(i, down - 1));
      const float near = static_cast<float>(level) / (kSplashColumns + 1) / static_cast<float>(down);
      if (level > 0) return show(result, Style::spray, 0, down, kSprayCover * near);
    }
    cover_with_gas(i, result);
  }

  bool cover_with_streak(std::size_t i, int down, CellClass& result) const {
    const bool falling = moves(below(i, down));
    const int up = up_[i];
    const bool bridge =
        up > 0 && up <= (falling ? kBridgeCells : kLandingCells) + 1 - down && is(above(i, up), kTraitFalls);
    if (!falling && !bridge) return false;
    const int source = falling ? down : -up;
    const bool liquid = is(falling ? below(i, down) : above(i, up), kTraitLiquid);
    const float fade = 1.0f - static_cast<float>(down - 1) / kStreakCells;
    show(result, Style::streak, 0, source,
         bridge ? (liquid ? kLiquidBridge : kPowderBridge) : (liquid ? kLiquidStreak : kPowderStreak) * fade);
    return true;
  }

  void cover_with_gas(std::size_t i, CellClass& result) const {
    const bool left = is(i - 1, kTraitGas), right = is(i + 1, kTraitGas), over = is(above(i), kTraitGas);
    const int count = left + right + over + is(below(i), kTraitGas);
    if (count < 2) return;
    show(result, Style::gas,
         left    ? -1
         : right ? 1
                 : 0,
         left || right ? 0 : -1, kGasFill * static_cast<float>(count - 1) / 3.0f);
  }

  int width_, height_, stride_;
  std::uint8_t *traits_, *down_, *up_, *fall_;
};

}  // namespace

std::uint8_t traits_of(const PaletteEntry& e) {
  const bool gas = e.matter == Matter::gas, air = gas || e.matter == Matter::background;
  return static_cast<std::uint8_t>(static_cast<int>(e.matter) | (e.falls ? kTraitFalls : 0) | (air ? kTraitAir : 0) |
                                   (e.matter == Matter::liquid ? kTraitLiquid : 0) | (gas ? kTraitGas : 0));
}

Area looked_at(const Area& cells, int world_width, int world_height) {
  return {{std::max(cells.x.begin - kLookAside, 0), std::min(cells.x.end + kLookAside, world_width)},
          {std::max(cells.y.begin - kLookUp, 0), std::min(cells.y.end + kLookDown, world_height)}};
}

void CellClasses::classify(const PlaneRows<std::uint8_t>& cells, const Area& area, const Palette& palette,
                           MotionParts parts) {
  area_ = area;
  const Surroundings around(cells, area, palette, scratch_);
  classes_.resize(static_cast<std::size_t>(area.x.size()) * static_cast<std::size_t>(area.y.size()));
  CellClass* to = classes_.data();
  for (int y = 0; y < area.y.size(); ++y) {
    const std::size_t row = around.index(0, y);
    for (int x = 0; x < area.x.size(); ++x) *to++ = around.classify(row + static_cast<std::size_t>(x), parts);
  }
}

}  // namespace repose::shading

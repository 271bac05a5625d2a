// Bodies that press sand: the specification, which every backend uses.
#include "automata/sandpile/sandpile.hpp"

#include <cstdlib>

#include "core/edited_cells.hpp"

namespace repose::sandpile {

namespace {

constexpr std::int32_t kNothing = kBlocked;  // the lower side beside the body

// Cosines of the headings 0 to 4, in 2^-14.
constexpr int kCosines[] = {16384, 15137, 11585, 6270, 0};
constexpr int cosine(int heading) {
  const int h = ((heading % kHeadingCount) + kHeadingCount) % kHeadingCount;
  const int folded = h > kHeadingCount / 2 ? kHeadingCount - h : h;
  return folded <= 4 ? kCosines[folded] : -kCosines[8 - folded];
}
constexpr int sine(int heading) { return cosine(heading - kHeadingCount / 4); }

std::int32_t root(std::int64_t square) {
  std::int64_t result = 0;
  for (std::int64_t bit = std::int64_t{1} << 30; bit > 0; bit >>= 1) {
    if ((result + bit) * (result + bit) <= square) result += bit;
  }
  return static_cast<std::int32_t>(result);
}

// A place on the lower side of a body, from its middle: `ahead` towards its front, `right` to its right, in half cells.
struct Place {
  int ahead, right;
};

struct Oval {
  int ahead, right, radius_ahead, radius_right;
  bool holds(Place p) const {
    const std::int64_t a = p.ahead - ahead, b = p.right - right, ra = radius_ahead, rb = radius_right;
    return a * a * rb * rb + b * b * ra * ra <= ra * ra * rb * rb;
  }
};

// How high a round body of that diameter is over its lowest point, at a distance (squared) from its middle.
std::int32_t rounding(int size, std::int64_t square) {
  const std::int64_t rest = std::int64_t{size} * size - square;
  return rest < 0 ? kNothing : size * (kHeightOne / 2) - root(rest << 32) / 2;
}

// A right foot: ball, arch, heel and five toes, the big one on the left.
std::int32_t sole(int size, Place p) {
  const int length = std::max(1, size * 13 / 20);
  if (Oval{-length / 4, length / 10, length * 4 / 5, std::max(1, length * 3 / 10)}.holds(p) ||
      Oval{length / 2, 0, length * 3 / 5, std::max(1, length / 2)}.holds(p) ||
      Oval{-length, length / 12, std::max(1, length / 2), std::max(1, length * 2 / 5)}.holds(p))
    return 0;
  for (int toe = 0; toe < 5; ++toe) {
    const int radius = std::max(1, toe == 0 ? length / 4 : length / 6);
    if (Oval{length * 4 / 3 - toe * toe * length / 30, toe * length * 2 / 7 - length * 2 / 5, radius, radius}.holds(p))
      return 0;
  }
  return kNothing;
}

constexpr int kTine = 12;  // half cells from the middle of one tine of a rake to that of the next

// From the middle of the nearest tine, in half cells.
int beside_tine(Place p) { return ((p.right % kTine) + kTine + kTine / 2) % kTine - kTine / 2; }

// How high the lower side is over the lowest point of the body.
std::int32_t lower_side(BodyShape shape, int size, Place p) {
  const std::int64_t ahead = p.ahead, right = p.right;
  switch (shape) {
    case BodyShape::ball: return rounding(size, ahead * ahead + right * right);
    case BodyShape::wheel: return std::abs(right) > std::max(1, size / 3) ? kNothing : rounding(size, ahead * ahead);
    case BodyShape::foot: return sole(size, p);
    case BodyShape::rake: break;
  }
  const int beside = std::abs(beside_tine(p));
  return std::abs(right) > size || std::abs(ahead) > 2 || beside > 3 ? kNothing : beside * (kHeightOne / 2);
}

// Where the sand under a place goes: to the sides of a body that moves, away from the middle of one that does not.
Place way_out(BodyShape shape, Place p, bool moves) {
  if (shape == BodyShape::rake) return {0, beside_tine(p)};
  if (moves) return {0, p.right};
  if (shape == BodyShape::ball) return p;
  return p.right == 0 ? Place{0, 0} : Place{p.ahead, 6 * p.right};
}

int size_of(const BodyEdit& edit) { return std::clamp(edit.size, kBrushSizeMin, kBrushSizeMax); }
// Cells from the middle of a body to the farthest part of it in a row or column.
int half_extent(int size) { return size / 2 + 3; }
// Cells over which the sand that goes in one direction is spread.
int rim_width(int size) { return std::max(1, size / 6); }
// Cells that sand goes at most.
int way_limit(int size) { return 2 * size + rim_width(size) + 6; }

// A body of one edit: its cells, and how it presses them in any place.
class Body {
 public:
  Body(const BodyEdit& edit, PressedGround ground)
      : shape_(edit.shape),
        size_(size_of(edit)),
        depth_(std::clamp(edit.depth, 0, kHeightMax)),
        half_(half_extent(size_)),
        ground_(ground) {
    const int odd = size_ % 2 == 0 ? 1 : 0;  // half-cell offset of the middle, as of brushes
    const int c = cosine(edit.heading), s = sine(edit.heading);
    const auto part_of = [](int product) { return (product + (1 << 13)) >> 14; };
    sides_.assign(static_cast<std::size_t>((2 * half_ + 1) * (2 * half_ + 1)), kNothing);
    for (int dy = -half_; dy <= half_; ++dy) {
      for (int dx = -half_; dx <= half_; ++dx) {
        const int x = 2 * dx + odd, y = 2 * dy + odd;
        Place p{part_of(x * c + y * s), part_of(y * c - x * s)};
        if (edit.flipped) p.right = -p.right;
        const std::int32_t side = lower_side(shape_, size_, p);
        if (side == kNothing) continue;
        side_at(dx, dy) = side;
        Place way = way_out(shape_, p, edit.from != edit.to);
        if (edit.flipped) way.right = -way.right;
        cells_.push_back({dx, dy, way.ahead * c - way.right * s, way.ahead * s + way.right * c,
                          /*across_x=*/-s, /*across_y=*/c});
      }
    }
  }

  void press(CellPoint p) {
    middle_ = p;
    const std::int32_t surface = surface_around(p);
    lowest_ = std::max(0, surface - depth_);
    for (const Cell& cell : cells_) {
      const int x = p.x + cell.dx, y = p.y + cell.dy;
      if (!is_inside(x, y) || ground_.heights.at(x, y) == kBlocked) continue;
      press(cell, x, y, surface);
    }
  }

 private:
  struct Cell {
    int dx, dy;              // from the middle
    int way_x, way_y;        // the direction out; both 0: to both sides
    int across_x, across_y;  // to the right of the body
  };

  bool is_inside(int x, int y) const {
    return x >= 0 && y >= 0 && x < ground_.heights.width() && y < ground_.heights.height();
  }
  std::int32_t& side_at(int dx, int dy) {
    return sides_[static_cast<std::size_t>((dy + half_) * (2 * half_ + 1) + dx + half_)];
  }
  std::int32_t& packed_at(int x, int y) {
    return ground_.packed[static_cast<std::size_t>(y) * static_cast<std::size_t>(ground_.heights.width()) +
                          static_cast<std::size_t>(x)];
  }

  // The median of heights in a square three times as wide as the body. Its own track and rims are less than half of it.
  std::int32_t surface_around(CellPoint p) {
    const int reach = 3 * size_ / 2, apart = std::max(1, 2 * reach / 32);
    samples_.clear();
    for (int y = p.y - reach; y <= p.y + reach; y += apart) {
      for (int x = p.x - reach; x <= p.x + reach; x += apart) {
        if (is_inside(x, y) && ground_.heights.at(x, y) != kBlocked) samples_.push_back(ground_.heights.at(x, y));
      }
    }
    if (samples_.empty()) return 0;
    const auto middle = samples_.begin() + static_cast<std::ptrdiff_t>(samples_.size() / 2);
    std::nth_element(samples_.begin(), middle, samples_.end());
    return *middle;
  }

  void press(const Cell& cell, int x, int y, std::int32_t surface) {
    std::int32_t& height = ground_.heights.at(x, y);
    const std::int32_t limit = lowest_ + side_at(cell.dx, cell.dy);
    const bool loosens = shape_ == BodyShape::rake;
    if (loosens && height >= limit) {  // what was packed comes up again
      const std::int32_t loose = std::min(packed_at(x, y), kHeightMax - height);
      packed_at(x, y) -= loose;
      height += loose;
    }
    if (height <= limit) return;
    const std::int32_t excess = height - limit;
    const std::int32_t wished =
        loosens ? 0 : ground_.compressibility.packed(excess, ground_.wetness.at(x, y), std::int64_t{surface} - limit);
    const std::int32_t stays = std::min(wished, kHeightMax - packed_at(x, y));
    packed_at(x, y) += stays;
    height = limit;
    height += push_out(cell, x, y, excess - stays);
  }

  // Returns what found no place.
  std::int32_t push_out(const Cell& cell, int x, int y, std::int32_t sand) {
    if (sand == 0) return 0;
    if (cell.way_x == 0 && cell.way_y == 0) {
      const std::int32_t half = sand / 2;
      sand = send(x, y, -cell.across_x, -cell.across_y, half) + send(x, y, cell.across_x, cell.across_y, sand - half);
    } else {
      sand = send(x, y, cell.way_x, cell.way_y, sand);
    }
    // Where the edge of the world or an obstacle stops it: to the sides, and back.
    for (const auto& [dx, dy] : {std::pair{cell.across_x, cell.across_y},
                                 {-cell.across_x, -cell.across_y},
                                 {cell.across_y, -cell.across_x},
                                 {-cell.across_y, cell.across_x}}) {
      if (sand > 0) sand = send(x, y, dx, dy, sand);
    }
    return sand;
  }

  // Spreads sand over the first stacks with space in a direction, the nearest ones get most. Returns the rest.
  std::int32_t send(int x, int y, int dx, int dy, std::int32_t sand) {
    const int longest = std::max(std::abs(dx), std::abs(dy));
    const auto along = [longest](int steps, int part) {
      const auto cells = static_cast<int>((2 * std::int64_t{steps} * std::abs(part) + longest) / (2 * longest));
      return part < 0 ? -cells : cells;
    };
    const int rim = rim_width(size_);
    const std::int64_t shares = std::int64_t{rim} * (rim + 1) / 2, whole = sand;
    CellPoint last;
    int taken = 0;
    for (int k = 1; k <= way_limit(size_) && sand > 0; ++k) {
      const int to_x = x + along(k, dx), to_y = y + along(k, dy);
      if (!is_inside(to_x, to_y) || ground_.heights.at(to_x, to_y) == kBlocked) break;
      if (room_in(to_x, to_y) <= 0) continue;
      const std::int64_t share = taken + 1 >= rim ? sand : std::min<std::int64_t>(sand, whole * (rim - taken) / shares);
      sand -= lay_down(to_x, to_y, std::abs(dx) >= std::abs(dy), static_cast<std::int32_t>(share));
      last = {to_x, to_y};
      ++taken;
    }
    return taken > 0 ? sand - lay_into(last.x, last.y, sand) : sand;
  }

  // Lays sand into a stack, and a quarter of it into each of its neighbours beside the path, so that no ridges of
  // single cells appear. Returns the amount that found space.
  std::int32_t lay_down(int x, int y, bool along_x, std::int32_t sand) {
    std::int32_t laid = 0;
    for (const int side : {-1, 1}) {
      const int beside_x = along_x ? x : x + side, beside_y = along_x ? y + side : y;
      const bool is_free = is_inside(beside_x, beside_y) && ground_.heights.at(beside_x, beside_y) != kBlocked;
      if (is_free) laid += lay_into(beside_x, beside_y, sand / 4);
    }
    return laid + lay_into(x, y, sand - laid);
  }

  std::int32_t lay_into(int x, int y, std::int32_t sand) {
    const std::int32_t laid = std::clamp(room_in(x, y), 0, sand);
    ground_.heights.at(x, y) += laid;
    return laid;
  }

  // How much sand fits into a stack: under the body as far as its lower side.
  std::int32_t room_in(int x, int y) {
    const int dx = x - middle_.x, dy = y - middle_.y;
    const bool beside = std::abs(dx) > half_ || std::abs(dy) > half_ || side_at(dx, dy) == kNothing;
    return (beside ? kHeightMax : std::min(kHeightMax, lowest_ + side_at(dx, dy))) - ground_.heights.at(x, y);
  }

  BodyShape shape_;
  int size_;
  std::int32_t depth_;
  int half_;
  PressedGround ground_;
  std::vector<std::int32_t> sides_;  // the lower side around the middle, over the lowest point
  std::vector<Cell> cells_;          // those with a lower side, row by row
  std::vector<std::int32_t> samples_;
  CellPoint middle_;
  std::int32_t lowest_ = 0;
};

// How far around its middle a body reads or changes cells.
int margin_of(int size) { return std::max(half_extent(size) + way_limit(size), 3 * size / 2) + 1; }

}  // namespace

FieldBox reach_of(const BodyEdit& edit, int width, int height) {
  const CellPoint from = clamp_point(edit.from), to = clamp_point(edit.to);
  const int margin = margin_of(size_of(edit));
  return {std::max(0, std::min(from.x, to.x) - margin), std::max(0, std::min(from.y, to.y) - margin),
          std::min(width, std::max(from.x, to.x) + margin + 1), std::min(height, std::max(from.y, to.y) + margin + 1)};
}

void drag_body(const BodyEdit& edit, PressedGround ground) {
  Body body(edit, ground);
  const int half = half_extent(size_of(edit)), width = ground.heights.width(), height = ground.heights.height();
  for_each_on_line(clamp_point(edit.from), clamp_point(edit.to), [&](CellPoint p) {
    if (p.x >= -half && p.y >= -half && p.x < width + half && p.y < height + half) body.press(p);
  });
}

}  // namespace repose::sandpile

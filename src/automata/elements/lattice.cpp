#include "automata/elements/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "automata/elements/elements.hpp"

namespace repose::elements {

namespace {

// A multiple of 2 below `side`, so that 2 x 2 cells stay together.
int shift(std::uint64_t seed, std::uint32_t frame, std::uint32_t axis, int side) {
  return 2 *
         static_cast<int>(below(random_u32(seed, frame, axis, 0, kShiftSalt), static_cast<std::uint32_t>(side / 2)));
}

Area clipped(int left, int top, int right, int bottom, const Area& to) {
  return {std::max(left, to.x_begin), std::max(top, to.y_begin), std::min(right, to.x_end), std::min(bottom, to.y_end)};
}

}  // namespace

bool scans_rightwards(std::uint64_t seed, std::uint32_t frame, int x, int y) {
  return coin(random_u32(seed, frame, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), kRowSalt));
}

// The first period starts one block before the shift, so that the periods cover every group that reaches into the
// world, rims included.
Lattice::Lattice(int block, std::uint64_t seed, std::uint32_t frame, int width, int height)
    : block_(block), side_(block / 2), width_(width), height_(height), seed_(seed), frame_(frame) {
  x0_ = shift(seed, frame, 0, side_) - block_;
  y0_ = shift(seed, frame, 1, side_) - block_;
  columns_ = (width_ - x0_) / block_ + 2;
  rows_ = (height_ - y0_) / block_ + 2;
  first_column_ = static_cast<int>(random_u32(seed, frame, 2, 0, kShiftSalt) >> 31);
}

GroupClass Lattice::pass_class(int pass) const { return {(pass & 1) ^ first_column_, pass < 2 ? 1 : 0}; }

Area Lattice::group(GroupClass group_class, int column, int row) const {
  const Area whole = whole_group(group_class, column, row);
  return clipped(whole.x_begin, whole.y_begin, whole.x_end, whole.y_end, {1, 1, width_ - 1, height_ - 1});
}

Area Lattice::whole_group(GroupClass group_class, int column, int row) const {
  const int left = left_of(group_class, column), top = top_of(group_class, row);
  return {left, top, left + side_, top + side_};
}

Area Lattice::block(GroupClass group_class, int column, int row) const {
  const int left = left_of(group_class, column) - side_ / 2, top = top_of(group_class, row) - side_ / 2;
  return clipped(left, top, left + block_, top + block_, {0, 0, width_, height_});
}

int Lattice::pass_of(int x, int y) const {
  const int column = ((x - x0_) / side_) & 1, row = ((y - y0_) / side_) & 1;
  return (row == 1 ? 0 : 2) + (column ^ first_column_);
}

int Lattice::held_up_by(int y) const {
  const int half = (y - y0_) / side_;
  return (half & 1) == 1 ? std::min(y0_ + (half + 1) * side_, height_ - 1) : -1;
}

bool Lattice::rightwards(const Area& group, int y) const { return scans_rightwards(seed_, frame_, group.x_begin, y); }

namespace {

constexpr bool is_border(int x, int y, int width, int height) {
  return x <= 0 || y <= 0 || x >= width - 1 || y >= height - 1;
}

int item_left(const Stamp& stamp) { return stamp.x - stamp.item->width / 2; }
int item_top(const Stamp& stamp) { return stamp.y - stamp.item->height / 2; }

void draw_disc(const Stamp& stamp, int width, int height, const Fill& fill) {
  const std::int64_t radius = stamp.radius;
  const auto x_begin = static_cast<int>(std::max<std::int64_t>(1, stamp.x - radius));
  const auto x_end = static_cast<int>(std::min<std::int64_t>(width - 1, stamp.x + radius + 1));
  for (int x = x_begin; x < x_end; ++x) {
    const std::int64_t reach = disc_reach(radius, x - stamp.x);
    const auto y_begin = static_cast<int>(std::max<std::int64_t>(1, stamp.y - reach));
    const auto y_end = static_cast<int>(std::min<std::int64_t>(height - 1, stamp.y + reach + 1));
    for (int y = y_begin; y < y_end; ++y) fill(x, y, stamp.element);
  }
}

void draw_item(const Stamp& stamp, int width, int height, const Fill& fill) {
  const Item& item = *stamp.item;
  for (int row = 0; row < item.height; ++row) {
    for (int column = 0; column < item.width; ++column) {
      const int x = item_left(stamp) + column, y = item_top(stamp) + row;
      const std::uint8_t element = item.cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(item.width) +
                                              static_cast<std::size_t>(column)];
      if (element != kItemKeeps && !is_border(x, y, width, height)) fill(x, y, element);
    }
  }
}

}  // namespace

// The largest n with n - 1/2 <= sqrt(radius^2 - dx^2), computed without a root, whose rounding could differ.
std::int64_t disc_reach(std::int64_t radius, std::int64_t dx) {
  const std::int64_t square = radius * radius - dx * dx;
  auto reach = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
  const auto too_far = [square](std::int64_t n) { return n * (n - 1) >= square; };
  while (reach > 0 && too_far(reach)) --reach;
  while (!too_far(reach + 1)) ++reach;
  return reach;
}

bool Stamp::covers(int px, int py) const {
  if (item != nullptr) {
    const int column = px - item_left(*this), row = py - item_top(*this);
    return column >= 0 && row >= 0 && column < item->width && row < item->height;
  }
  const std::int64_t dx = std::abs(std::int64_t{px} - x), dy = std::abs(std::int64_t{py} - y);
  return dx <= radius && dy <= disc_reach(radius, dx);
}

void draw_stamp(const Stamp& stamp, int width, int height, const Fill& fill) {
  const Fill spare = [&](int x, int y, std::uint8_t element) {
    const Stamp::Point place{x, y};
    if (place != stamp.spared[0] && place != stamp.spared[1]) fill(x, y, element);
  };
  if (stamp.item != nullptr) {
    draw_item(stamp, width, height, spare);
  } else {
    draw_disc(stamp, width, height, spare);
  }
}

void draw_stamps(std::vector<Stamp>& stamps, int width, int height, const Fill& fill) {
  const auto order = [](const Stamp& stamp) { return std::pair(stamp.key, stamp.block); };
  std::ranges::sort(stamps, {}, order);
  for (auto stamp = stamps.begin(); stamp != stamps.end(); ++stamp) {
    const auto voids = [&](const Stamp& higher) {
      return higher.key > stamp->key && higher.covers(stamp->x, stamp->y);
    };
    if (std::any_of(stamp + 1, stamps.end(), voids)) continue;
    draw_stamp(*stamp, width, height, fill);
  }
}

}  // namespace repose::elements

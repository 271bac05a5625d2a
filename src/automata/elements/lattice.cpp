#include "automata/elements/lattice.hpp"

#include <algorithm>

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

}  // namespace repose::elements

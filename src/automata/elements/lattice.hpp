// The order of turns in a frame, and the stamps that are drawn after a pass. The world is divided into blocks, so that
// threads can share a frame and every order of the blocks of a pass gives the same world. Definition: docs/automata.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "automata/elements/elements.hpp"

namespace repose::elements {

// Cells x_begin..x_end-1 of rows y_begin..y_end-1.
struct Area {
  int x_begin = 0, y_begin = 0, x_end = 0, y_end = 0;
  bool empty() const { return x_begin >= x_end || y_begin >= y_end; }
  bool contains(int x, int y) const { return x >= x_begin && x < x_end && y >= y_begin && y < y_end; }
};

// A class of groups: the left or right half of a period's columns, the upper or lower half of its rows.
struct GroupClass {
  int column = 0, row = 0;  // 0 or 1
  friend bool operator==(const GroupClass&, const GroupClass&) = default;
};

// The hashed direction of a row's scan: true = left to right. `x` and `y` identify the row.
constexpr bool scans_rightwards(std::uint64_t seed, std::uint32_t frame, int x, int y) {
  return coin(random_u32(seed, frame, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), kRowSalt));
}

class Lattice {
 public:
  static constexpr int kPasses = 4;

  // `block` is even and at least 8. The shift and the order of the columns are hashed from seed and frame.
  // The first period starts one block before the shift, so that the periods cover every group that reaches into the
  // world, rims included.
  Lattice(int block, std::uint64_t seed, std::uint32_t frame, int width, int height)
      : block_(block), side_(block / 2), width_(width), height_(height), seed_(seed), frame_(frame) {
    x0_ = shift(seed, frame, 0, side_) - block_;
    y0_ = shift(seed, frame, 1, side_) - block_;
    columns_ = (width_ - x0_) / block_ + 2;
    rows_ = (height_ - y0_) / block_ + 2;
    first_column_ = static_cast<int>(random_u32(seed, frame, 2, 0, kShiftSalt) >> 31);
  }

  // The class whose groups take their turns in a pass.
  GroupClass pass_class(int pass) const { return {(pass & 1) ^ first_column_, pass < 2 ? 1 : 0}; }
  // The class of the columns whose turns are first.
  int first_column() const { return first_column_; }
  // The column at which the period begins that contains the world's first cell; at most 0.
  int period_x() const { return x0_; }
  int period_y() const { return y0_; }
  // How many blocks of a class reach into the world: `columns` x `rows`.
  int columns() const { return columns_; }
  int rows() const { return rows_; }

  // The cells that take their turns, within the interior (the world without its border). May be empty; its columns are
  // those of the interior even where it has no rows.
  Area group(GroupClass group_class, int column, int row) const {
    const int left = left_of(group_class, column), top = top_of(group_class, row);
    return clipped(left, top, left + side_, top + side_, {1, 1, width_ - 1, height_ - 1});
  }
  // The group with its rim: all cells that its turns can change, within the world.
  Area block(GroupClass group_class, int column, int row) const {
    const int left = left_of(group_class, column) - side_ / 2, top = top_of(group_class, row) - side_ / 2;
    return clipped(left, top, left + block_, top + block_, {0, 0, width_, height_});
  }

  // The pass in which the cell has its turn.
  int pass_of(int x, int y) const {
    const int column = ((x - x0_) / side_) & 1, row = ((y - y0_) / side_) & 1;
    return (row == 1 ? 0 : 2) + (column ^ first_column_);
  }

  // The lower groups take their turns before the cells below them have moved. For a row of a lower group: the first row
  // of the upper group below it, or the border. -1 for rows of the upper groups.
  int held_up_by(int y) const {
    const int half = (y - y0_) / side_;
    return (half & 1) == 1 ? std::min(y0_ + (half + 1) * side_, height_ - 1) : -1;
  }
  // A held-up cell slides late, in the block of the last two passes whose group covers its column.
  bool slides_now(const Area& group, int pass, int x, int y) const {
    return pass >= kPasses / 2 && held_up_by(y) >= 0 && x >= group.x_begin && x < group.x_end;
  }

  // Direction of the scan of a row of a group: true = left to right.
  bool rightwards(const Area& group, int y) const { return scans_rightwards(seed_, frame_, group.x_begin, y); }

 private:
  // A multiple of 2 below `side`, so that 2 x 2 cells stay together.
  static int shift(std::uint64_t seed, std::uint32_t frame, std::uint32_t axis, int side) {
    const std::uint32_t random = random_u32(seed, frame, axis, 0, kShiftSalt);
    return 2 * static_cast<int>(below(random, static_cast<std::uint32_t>(side / 2)));
  }
  static Area clipped(int left, int top, int right, int bottom, const Area& to) {
    return {std::max(left, to.x_begin), std::max(top, to.y_begin), std::min(right, to.x_end),
            std::min(bottom, to.y_end)};
  }
  int left_of(GroupClass group_class, int column) const { return x0_ + block_ * column + side_ * group_class.column; }
  int top_of(GroupClass group_class, int row) const { return y0_ + block_ * row + side_ * group_class.row; }

  int block_, side_;  // B and s = B / 2
  int width_, height_;
  int x0_ = 0, y0_ = 0;
  int columns_ = 0, rows_ = 0;
  int first_column_ = 0;
  std::uint64_t seed_;
  std::uint32_t frame_;
};

// ---- stamps ----

// Discs and items: what a turn draws beyond the cells around it. While blocks take turns, such a stamp is kept until
// the pass is over; then all stamps of a pass are drawn in an order that does not depend on threads.

// Half the height of a disc's column, `dx` columns from its centre: round(sqrt(radius^2 - dx^2)); |dx| <= radius.
std::int64_t disc_reach(std::int64_t radius, std::int64_t dx);
// Discs of smaller radius are within the 3 x 3 cells around their centre.
inline constexpr int kFarRadius = 2;

struct Stamp {
  int x = 0, y = 0;       // its centre
  std::uint32_t key = 0;  // random bits, then the element; the highest key wins
  std::size_t block =
      0;  // the block that it belongs to, counted along the rows of the pass; decides between equal keys
  std::uint8_t element = 0;    // filling of a disc, or the item itself
  int radius = 0;              // of a disc
  const Item* item = nullptr;  // null for a disc
  // Cells that it does not change: those that the reaction of the same turn has changed.
  struct Point {
    int x = -1, y = -1;
    friend bool operator==(const Point&, const Point&) = default;
  };
  std::array<Point, 2> spared = {};

  bool covers(int px, int py) const;
};

// Leaves 29 bits: on a GPU a key is a depth, and there are that many floating-point numbers between 0 and 1.
inline constexpr std::uint32_t kStampKeyShift = 11;
constexpr std::uint32_t stamp_key(std::uint32_t random, std::uint8_t element) {
  return random >> kStampKeyShift << 8 | element;
}

// Calls fill(x, y, element) for each cell of a stamp inside the interior of the world.
using Fill = std::function<void(int, int, std::uint8_t)>;
void draw_stamp(const Stamp& stamp, int width, int height, const Fill& fill);

// Draws the stamps of one pass. A stamp is skipped if a stamp of a higher key covers its centre. Of the others the
// highest key wins where they overlap. Sorts `stamps`.
void draw_stamps(std::vector<Stamp>& stamps, int width, int height, const Fill& fill);

}  // namespace repose::elements

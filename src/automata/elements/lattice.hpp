// The order of turns in a frame. The world is divided into blocks, so that threads can share a frame and every order of
// the blocks of a pass gives the same world. Definition: docs/automata.md.
#pragma once

#include <array>
#include <cstdint>

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

class Lattice {
 public:
  static constexpr int kPasses = 4;

  // `block` is even and at least 8. The shift and the order of the columns are hashed from seed and frame.
  Lattice(int block, std::uint64_t seed, std::uint32_t frame, int width, int height);

  // The class whose groups take their turns in a pass.
  GroupClass pass_class(int pass) const;
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
  Area group(GroupClass group_class, int column, int row) const;
  // The same before it is clipped to the interior.
  Area whole_group(GroupClass group_class, int column, int row) const;
  // The group with its rim: all cells that its turns can change, within the world.
  Area block(GroupClass group_class, int column, int row) const;

  // The pass in which the cell has its turn.
  int pass_of(int x, int y) const;

  // The lower groups take their turns before the cells below them have moved. For a row of a lower group: the first row
  // of the upper group below it, or the border. -1 for rows of the upper groups.
  int held_up_by(int y) const;
  // A held-up cell slides late, in the block of the last two passes whose group covers its column.
  bool slides_now(const Area& group, int pass, int x, int y) const {
    return pass >= kPasses / 2 && held_up_by(y) >= 0 && x >= group.x_begin && x < group.x_end;
  }

  // Direction of the scan of a row of a group: true = left to right.
  bool rightwards(const Area& group, int y) const;

 private:
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

// The hashed direction of a row's scan. `x` and `y` identify the row.
bool scans_rightwards(std::uint64_t seed, std::uint32_t frame, int x, int y);

}  // namespace repose::elements

// What is beyond the borders of a world: walls; nothing, so that what is loose leaves; or, left and right, the other
// side. docs/automata.md describes it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "repose/ruleset.hpp"
#include "repose/world.hpp"

namespace repose::conserving {

// Walls unless said otherwise.
struct Borders {
  bool left_open = false, right_open = false, top_open = false, bottom_open = false;
  bool wraps = false;  // the last column and column 0 are neighbours; between them is the seam

  bool is_any_open() const { return left_open || right_open || top_open || bottom_open; }
  // The borders of a part of a world of this size. Cells beyond the rim of a part are missing, so only what the part
  // shares with the world is open, and only a part as wide as the world wraps.
  Borders of_part(const CellBox& part, int width, int height) const;
  friend bool operator==(const Borders&, const Borders&) = default;
};

// Pairs of a column and the one to its right: begin, begin + 2 and so on, both columns before `end`.
struct SidePairs {
  int begin = 0, end = 0;
  bool over_seam = false;  // the last column and column 0 are a pair too
};

// The pairs of a row or of a row of blocks. `first`: the column of the first pair. With a seam, all columns of an even
// width are in pairs if `first` is odd. In a row of odd width one column is left over: the last one, or column 0. If
// the row turns, that column pairs over the seam, and the pair of its neighbour there is left out.
inline SidePairs side_pairs(int width, bool wraps, int first, bool turns) {
  if (!wraps || width == 1) return {first, width, false};
  if (width % 2 == 0) return {first, width, first == 1};
  if (!turns) return {first, width, false};
  return {first == 0 ? 2 : first, first == 0 ? width : width - 1, true};
}

// Rows turn in one of so many sub-steps: of an odd number, because their pairs alternate.
inline constexpr int kTurnPeriod = 3;

// The distance from a column to another one, to the right if it is positive: the shorter one if there are two.
inline int way_between(int from, int to, int width, bool wraps) {
  const int way = to - from;
  if (!wraps) return way;
  if (2 * way > width) return way - width;
  return 2 * way <= -width ? way + width : way;
}

// What has left over open sides since upload.
class LeftCells {
 public:
  void count(std::uint8_t element, std::uint64_t cells = 1) { counts_[element] += cells; }
  LeftCells& operator+=(const LeftCells& other);
  void forget() { counts_ = {}; }
  std::uint64_t total() const;
  // The counts of the first `element_count` elements; empty if no side is open.
  std::span<const std::uint64_t> by_element(const Borders& borders, int element_count) const;

 private:
  std::array<std::uint64_t, kElementsMax> counts_{};
};

// Calls visit(x, y) for every cell of the open sides in columns x_begin..x_end-1 and rows y_begin..y_end-1 of a world,
// for those of two sides twice.
template <class Visit>
void for_each_open_cell(const Borders& borders, int width, int height, const CellBox& box, const Visit& visit) {
  const int right = box.x + box.width, bottom = box.y + box.height;
  const auto row = [&](int y) {
    for (int x = box.x; x < right; ++x) visit(x, y);
  };
  const auto column = [&](int x) {
    for (int y = box.y; y < bottom; ++y) visit(x, y);
  };
  if (borders.top_open && box.y == 0) row(0);
  if (borders.bottom_open && bottom == height) row(height - 1);
  if (borders.left_open && box.x == 0) column(0);
  if (borders.right_open && right == width) column(width - 1);
}

}  // namespace repose::conserving

#include "automata/conserving/sky.hpp"

#include <algorithm>
#include <bit>

namespace repose::conserving {

// Most surfaces are connected a few rows above them. So the search begins at the lowest one and goes up.
bool Sky::find(const BitPlane& background, int width, int height, bool wraps, std::vector<SurfaceCell>& cells) {
  width_ = width;
  wraps_ = wraps;
  runs_.clear();
  rows_.assign(static_cast<std::size_t>(height), {});
  const auto [first, last] = std::ranges::minmax_element(cells, {}, [](const SurfaceCell& cell) { return cell.at.y; });
  const int highest = first->at.y - 1, lowest = last->at.y - 1;
  add_row(background, lowest, lowest);
  for (int y = lowest - 1; y >= highest; --y) add_row(background, y, y + 1);
  for (SurfaceCell& cell : cells) cell.sky = run_of(cell.at.x, cell.at.y - 1);
  if (is_one_each(cells)) return true;
  for (int y = highest - 1; y >= 0; --y) {
    add_row(background, y, y + 1);
    const bool look = y == 0 || std::has_single_bit(static_cast<unsigned>(highest - y));  // after 1, 2, 4, 8... rows
    if (look && is_one_each(cells)) return true;
  }
  for (int y = lowest + 1; y < height; ++y) add_row(background, y, y - 1);
  return is_one_each(cells);
}

// `neighbour`: the row above or below that is there already; the row itself if there is none.
void Sky::add_row(const BitPlane& background, int y, int neighbour) {
  RowRuns& row = rows_[static_cast<std::size_t>(y)];
  const RowRuns& other_row = rows_[static_cast<std::size_t>(neighbour)];
  if (y != neighbour && background.equal_rows(y, neighbour)) {
    row = other_row;
    return;
  }
  row.begin = runs_.size();
  const std::uint64_t* const bits = background.row(y);
  std::uint64_t before = 0;  // the last bit of the word before
  for (int word = 0; word < background.row_words(); ++word) {
    const std::uint64_t here = bits[word];
    for (std::uint64_t begins = here & ~(here << 1 | before); begins != 0; begins &= begins - 1) {
      const int begin = word * kWordCells + std::countr_zero(begins);
      runs_.push_back({begin, next_gap(bits, begin + 1, width_), static_cast<int>(runs_.size())});
    }
    before = here >> (kWordCells - 1);
  }
  row.end = runs_.size();
  if (y != neighbour) connect_rows(runs_, other_row, row, [](const Run&, const Run&) { return true; });
  if (wraps_) connect_over_seam(runs_, row, width_, [](const Run&, const Run&) { return true; });
}

int Sky::run_of(int x, int y) const {
  const RowRuns row = rows_[static_cast<std::size_t>(y)];
  const auto begin = runs_.begin() + static_cast<std::ptrdiff_t>(row.begin);
  const auto end = runs_.begin() + static_cast<std::ptrdiff_t>(row.end);
  const auto run = std::partition_point(begin, end, [x](const Run& r) { return r.end <= x; });
  return static_cast<int>(run - runs_.begin());
}

// Whether each body lies under one sky only, as far as the rows up to now show.
bool Sky::is_one_each(std::vector<SurfaceCell>& cells) {
  bool one_each = true;
  const SurfaceCell* before = nullptr;
  for (SurfaceCell& cell : cells) {
    cell.sky = root_of(runs_, cell.sky);
    if (before != nullptr && before->body == cell.body && before->sky != cell.sky) one_each = false;
    before = &cell;
  }
  return one_each;
}

}  // namespace repose::conserving

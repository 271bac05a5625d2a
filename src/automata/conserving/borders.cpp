#include "automata/conserving/borders.hpp"

#include <numeric>

namespace repose::conserving {

Borders Borders::of_part(const CellBox& part, int width, int height) const {
  return {.left_open = left_open && part.x == 0,
          .right_open = right_open && part.x + part.width == width,
          .top_open = top_open && part.y == 0,
          .bottom_open = bottom_open && part.y + part.height == height,
          .wraps = wraps && part.width == width};
}

LeftCells& LeftCells::operator+=(const LeftCells& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  return *this;
}

std::uint64_t LeftCells::total() const { return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}); }

std::span<const std::uint64_t> LeftCells::by_element(const Borders& borders, int element_count) const {
  if (!borders.is_any_open()) return {};
  return std::span(counts_).first(static_cast<std::size_t>(element_count));
}

}  // namespace repose::conserving

// A copy of what a view in memory shows, which can be read while the solver takes steps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "repose/cell_view.hpp"

namespace repose {

class CellsCopy {
 public:
  CellsCopy() = default;
  CellsCopy(CellsCopy&&) = default;
  CellsCopy& operator=(CellsCopy&&) = default;

  // Copies every plane of the view and replaces the copy before. False if its cells are not in memory; then nothing is
  // copied.
  bool take(const CellView& view);

  // The view of the copy, without activity. Valid until the next take(), and no longer than this object.
  const CellView& view() const { return view_; }
  void set_generation(std::uint64_t generation) { view_.generation = generation; }

  // The values of a plane, row by row without gaps, as in MemoryCells; empty if the copy does not have the plane.
  std::span<std::uint8_t> bytes(Plane plane);
  std::size_t byte_count() const;

 private:
  CellView view_;
  std::array<std::vector<std::uint8_t>, kPlaneCount> planes_;
};

}  // namespace repose

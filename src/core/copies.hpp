// Copies of what a solver shows, which can be read while it takes steps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "repose/cell_view.hpp"
#include "repose/ledger.hpp"

namespace repose {

// A copy of what a view in memory shows.
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

// A copy of the air of a view, or of a world.
class AirCopy {
 public:
  // Replace the copy before. Throw std::bad_alloc.
  void take(const AirView& view);
  void take(const World& world);

  // Valid until the next take(), and no longer than this object.
  AirView view() const;

 private:
  int columns_ = 0, rows_ = 0;
  std::vector<std::int32_t> pressure_, right_, down_;  // row by row without gaps; empty: all air is still
};

// A copy of an activity view.
class ActivityCopy {
 public:
  // Replaces the copy before, for a world of that size. If that was a copy of the same activity, only blocks in which
  // something has happened since are copied. Throws std::bad_alloc; then there is no copy.
  void take(const ActivityView& view, int width, int height);

  // Not present if the copied view was not. Valid until the next take().
  ActivityView view() const;

 private:
  void copy_since(const ActivityView& view);

  int width_ = 0, height_ = 0;
  std::vector<std::uint8_t> times_;
  std::array<std::vector<std::uint8_t>, kActivityBlocks.size()> blocks_;
  int now_ = 0;
  std::uint64_t epoch_ = 0;  // 0: no copy
};

}  // namespace repose

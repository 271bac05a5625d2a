// A copy of an activity view, which can be read while the solver takes steps.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "repose/ledger.hpp"

namespace repose {

class ActivityCopy {
 public:
  // Replaces the copy before, for a world of that size. If that was a copy of the same activity, only blocks in which
  // something has happened since are copied. Throws std::bad_alloc; then there is no copy.
  void take(const ActivityView& view, int width, int height);

  // Not present if the copied view was not. Valid until the next take().
  ActivityView view() const;

 private:
  void copy_all(const ActivityView& view);
  void copy_since(const ActivityView& view);

  int width_ = 0, height_ = 0;
  std::vector<std::uint8_t> times_;
  std::array<std::vector<std::uint8_t>, kActivityBlocks.size()> blocks_;
  int now_ = 0;
  std::uint64_t epoch_ = 0;  // 0: no copy
};

}  // namespace repose

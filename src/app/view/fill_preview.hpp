// The cells that a fill would flood, as a tint over the world.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/flood.hpp"
#include "repose/solver.hpp"

namespace repose {

class Session;

class FillPreview {
 public:
  // The cells that are connected to the cells `from` in the session's view. Computed again when `from` changes, and a
  // few times a second while the world changes; large regions are incomplete. Null if the world is on a GPU, because
  // reading it there would delay the frame.
  const CellSet* region(const Session& session, const std::vector<CellPoint>& from, double now);

 private:
  bool up_to_date(const CellView& view, const std::vector<CellPoint>& from, double now) const;
  // One byte a cell; empty if that would take too long.
  std::optional<KindRows> kinds_of(const Session& session, const CellView& view);

  std::optional<CellSet> region_;
  std::vector<CellPoint> from_;
  std::uint64_t generation_ = 0;
  double looked_at_ = 0;
  std::vector<std::uint8_t> kinds_;  // for views whose rows are not kinds themselves
};

}  // namespace repose

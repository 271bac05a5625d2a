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
  // What hangs together with the cells `from`, as the view of the session shows it. Looks anew when they change, and a
  // few times a second while the world changes under them; large regions are seen in part. Null where the world lies on
  // a GPU: to look at it there would hold up the frame.
  const CellSet* region(const Session& session, const std::vector<CellPoint>& from, double now);

 private:
  bool up_to_date(const CellView& view, const std::vector<CellPoint>& from, double now) const;
  // One byte a cell; empty where that would take too long.
  std::optional<KindRows> kinds_of(const Session& session, const CellView& view);

  std::optional<CellSet> region_;
  std::vector<CellPoint> from_;
  std::uint64_t generation_ = 0;
  double looked_at_ = 0;
  std::vector<std::uint8_t> kinds_;  // of views whose rows do not tell them
};

}  // namespace repose

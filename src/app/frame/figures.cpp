#include "app/frame/figures.hpp"

#include "app/simulation/amounts.hpp"

namespace repose {

void Figures::note_frame(double now, std::uint64_t steps, const CellView& view) {
  constexpr double kWindowSeconds = 0.5;
  ++frames_;
  steps_ += steps;
  const double seconds = now - since_;
  if (seconds < kWindowSeconds) return;
  frames_per_second_ = static_cast<double>(frames_) / seconds;
  steps_per_second_ = static_cast<double>(steps_) / seconds;
  total_ = total_amount(view);
  frames_ = steps_ = 0;
  since_ = now;
}

}  // namespace repose

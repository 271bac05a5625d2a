#include "app/frame/frame_times.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace repose {

void FrameTimes::note(double now, std::uint64_t steps) {
  if (seconds_ <= 0 || steps == 0 || done()) return;
  if (!began_) {
    began_ = true;
    first_ = now;
    first_steps_ = steps;
  } else {
    frames_.push_back(now - last_);
  }
  last_ = now;
  last_steps_ = steps;
}

bool FrameTimes::done() const { return began_ && last_ - first_ >= seconds_ && !frames_.empty(); }

std::string FrameTimes::report() const {
  std::vector<double> sorted = frames_;
  std::ranges::sort(sorted);
  const auto at = [&sorted](double share) {
    return 1000 * sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
  };
  return fmt::format(
      "{} frames and {} steps in {:.1f} s; a frame took {:.1f} ms in the middle, 95 % at most {:.1f}, the longest "
      "{:.1f}",
      frames_.size(), last_steps_ - first_steps_, last_ - first_, at(0.5), at(0.95), at(1));
}

}  // namespace repose

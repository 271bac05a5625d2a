#include "app/frame/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace repose {

void Timing::start(double now) {
  figures_.start(now);
  begun_at_ = now;
}

double Timing::begin_frame(double now) {
  constexpr double kShortest = 1e-4;  // ImGui needs a time step above 0
  return std::max(kShortest, now - std::exchange(begun_at_, now));
}

bool Timing::note_frame(double now, std::uint64_t steps, const Session& session) {
  figures_.note_frame(now, steps, session.view());
  if (startup_ && session.step_count() > 0) {
    startup_ = false;
    fmt::print("first moving frame after {:.0f} ms\n", now * 1000);
    std::fflush(stdout);
  }
  frame_times_.note(now, session.step_count());
  if (!frame_times_.done()) return true;
  fmt::print("{}\n", frame_times_.report());
  return false;
}

}  // namespace repose

#include "app/frame/frame_loop.hpp"

#include <algorithm>

namespace repose {

namespace {
constexpr double kIdleWaitSeconds = 0.25;
constexpr double kQuietSeconds = 0.5;  // seconds after the last input from which on pictures may be less frequent
}  // namespace

void FrameLoop::start() { started_at_ = next_frame_at_ = clock_.now(); }

void FrameLoop::owe(int frames) { owed_ = std::max(owed_, frames); }

bool FrameLoop::skips_pictures(const FrameParts& parts) const {
  return parts.wants_more_steps() && !parts.is_used() && clock_.now() - used_at_ > kQuietSeconds;
}

void FrameLoop::run_frame(FrameParts& parts) {
  const double start = clock_.now();
  const double elapsed = std::clamp(start - started_at_, 0.0, kElapsedMax);
  started_at_ = start;
  if (owed_ > 0) --owed_;
  if (wait_while_idle(parts)) started_at_ = clock_.now();  // no steps are due for the time spent waiting
  const double work_start = clock_.now();
  parts.take_events();
  parts.advance(elapsed);
  if (idle(parts)) return;  // the picture on screen is still valid
  held_ = late_ && !held_ && parts.can_hold_picture();
  parts.draw();
  const double work = clock_.now() - work_start;
  const double budget = skips_pictures(parts) ? kSeldomFrameSeconds : kFrameSeconds;
  parts.note_work(work, budget);
  if (!held_) late_ = work > budget;
  limit_rate(parts);
}

// True when an event has ended the wait.
bool FrameLoop::wait_while_idle(const FrameParts& parts) {
  if (!idle(parts)) return false;
  const bool event = clock_.wait_for_event(kIdleWaitSeconds);
  next_frame_at_ = clock_.now();  // frames are not drawn faster to catch up after the wait
  return event;
}

// Follows a fixed schedule, not the time since the last frame, so that a short frame compensates for a long one before
// it.
void FrameLoop::limit_rate(const FrameParts& parts) {
  if (skips_pictures(parts) && parts.steps_in_background()) {
    clock_.wait_for_event(kSeldomFrameSeconds);
    return;
  }
  const double now = clock_.now();
  next_frame_at_ = std::max(next_frame_at_ + kFrameSeconds, now - kFrameSeconds);
  if (next_frame_at_ > now) clock_.sleep(next_frame_at_ - now);
}

}  // namespace repose

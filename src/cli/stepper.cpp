#include "cli/stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cli/verbs.hpp"

namespace repose::cli {

namespace {

// With fewer steps a gpu solver returns before they are computed, and their time would not be counted.
constexpr std::uint64_t kGpuSliceMin = 32;     // steps
constexpr std::uint64_t kSliceMax = 1 << 20;   // steps; slices are doubled up to this
constexpr double kSliceSeconds = 0.1;          // longest wait for Ctrl+C and for the bar to move
constexpr double kProgressAfterSeconds = 1.0;  // shorter runs need no bar

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

Stepper::Stepper(Session& session, std::uint64_t total)
    : session_(session),
      total_(total),
      slice_min_(session.backend() == Backend::gpu ? kGpuSliceMin : 1),
      slice_(slice_min_),
      started_(now()) {}

Stepper::~Stepper() {
  if (visible_) fmt::print(stderr, "\r\033[K");
}

void Stepper::take(std::uint64_t steps) {
  while (steps > 0) {
    const std::uint64_t count = steps < 2 * slice_ ? steps : slice_;
    const double before = now();
    must(session_.execute(command::Step{count}));
    steps -= count;
    done_ += count;
    const double took = now() - before;
    if (took < kSliceSeconds / 2) slice_ = std::min(2 * slice_, kSliceMax);
    if (took > kSliceSeconds) slice_ = std::max(slice_min_, slice_ / 2);
    if (StopSignals::asked()) check_stop(fmt::format("after {} of {} steps", done_, total_));
    show_progress();
  }
}

void Stepper::show_progress() {
  const double time = now();
  const bool due = time - started_ > kProgressAfterSeconds && time - shown_ > kSliceSeconds;
  if (!due || total_ == 0 || !stderr_is_terminal()) return;
  shown_ = time;
  visible_ = true;
  constexpr std::uint64_t kWidth = 40;
  const double share = static_cast<double>(done_) / static_cast<double>(total_);
  const auto filled = static_cast<std::uint64_t>(share * static_cast<double>(kWidth));
  fmt::print(stderr, "\r[{:#>{}}{:.>{}}] {:3.0f} %  step {} of {}\033[K", "", filled, "", kWidth - filled, 100 * share,
             done_, total_);
}

std::string ReplayOutcome::sentence(const Replay& replay) const {
  if (differs_at) return fmt::format("The result differs from the recorded one, at step {} or before.", *differs_at);
  const std::size_t count = replay.checkpoints.size();
  return fmt::format("The result is the recorded one, at {} checkpoint{}.", count, count == 1 ? "" : "s");
}

ReplayOutcome play_replay(Session& session, const Replay& replay, const std::string& file) {
  ReplayOutcome outcome{replay.steps(), 0, std::nullopt};
  Stepper stepper(session, outcome.steps);
  must(session.execute(command::LoadReplay{file}));
  const auto advance_to = [&](std::uint64_t position) { stepper.take(position - session.timeline().now); };
  for (const Checkpoint& point : replay.checkpoints) {
    advance_to(point.position);
    if (session.hash() != point.hash && !outcome.differs_at) outcome.differs_at = point.position;
  }
  advance_to(outcome.steps);
  outcome.hash = session.hash();
  return outcome;
}

}  // namespace repose::cli

// Limits the work in the driver's queue, so that many steps in one call neither exhaust memory nor delay a pause by
// seconds.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/language.hpp"
#include "gl/objects.hpp"

namespace repose {

// Measures how long the GPU takes for steps, with timer queries. The results arrive some frames later; no call waits.
class StepClock {
 public:
  // Enclose the commands of some steps, without another query of elapsed time between them. begin() is false if too
  // many results are missing: then these steps are not measured, and end() must not be called.
  bool begin() {
    if (is_gl_es()) return false;  // OpenGL ES 3.0 has no timer queries
    Timing& timing = timings_[next_];
    if (timing.waits) return false;
    if (!timing.query) timing.query = make_gl_query();
    glBeginQuery(GL_TIME_ELAPSED, timing.query.get());
    return true;
  }
  // `issue_seconds`: the time that issuing those commands took.
  void end(double issue_seconds) {
    glEndQuery(GL_TIME_ELAPSED);
    timings_[next_].waits = true;
    timings_[next_].issue_seconds = issue_seconds;
    next_ = (next_ + 1) % kQueries;
  }

  // GPU time minus issue time in seconds, for the results that arrived since the last call. A sum over all steps: with
  // a full queue, issuing one step takes as long as the GPU needs for another.
  double take_late_seconds() {
    for (Timing& timing : timings_) {
      if (!timing.waits) continue;
      GLuint answered = 0;
      glGetQueryObjectuiv(timing.query.get(), GL_QUERY_RESULT_AVAILABLE, &answered);
      if (answered == 0) continue;
      GLuint64 nanoseconds = 0;
      glGetQueryObjectui64v(timing.query.get(), GL_QUERY_RESULT, &nanoseconds);
      timing.waits = false;
      ahead_ += static_cast<double>(nanoseconds) * 1e-9 - timing.issue_seconds;
    }
    return ahead_ > 0 ? std::exchange(ahead_, 0) : 0;
  }

 private:
  static constexpr std::size_t kQueries = 8;  // a GPU is at most a few frames behind
  struct Timing {
    GlQuery query;
    bool waits = false;
    double issue_seconds = 0;
  };

  std::array<Timing, kQueries> timings_;
  std::size_t next_ = 0;
  double ahead_ = 0;  // GPU time minus issue time, seconds, not yet returned
};

class StepQueue {
 public:
  // Takes steps: `issue(k)` sends the commands of step k and returns how many cells it updates. Waits from time to time
  // for older steps, and, if there are kStepsWorthWaiting or more, for the last one, so that the time is known. Returns
  // the first error.
  template <class Issue>
  Status take(std::uint64_t count, Issue issue) {
    return take_groups(count, [&issue](std::uint64_t k) { return Group{1, issue(k)}; });
  }

  // Steps that are taken at once, and how many cells each of them updates.
  struct Group {
    std::uint64_t steps, cells;
  };
  // The same, but `issue(k)` sends the commands of a group of steps, of which step k is the first.
  template <class Issue>
  Status take_groups(std::uint64_t count, Issue issue) {
    const auto start = std::chrono::steady_clock::now();
    const bool timed = count < kStepsWorthWaiting && clock_.begin();
    for (std::uint64_t k = 0; k < count && !failed_;) {
      const Group group = issue(k);
      k += group.steps;
      cells_ += group.steps * group.cells;
      if (++groups_ < kBatchGroups && cells_ < kBatchCells) continue;
      groups_ = cells_ = 0;
      GlFence fence = make_gl_fence();
      glFlush();
      wait(std::exchange(previous_, std::move(fence)));
    }
    if (timed) clock_.end(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    if (count >= kStepsWorthWaiting) {  // until everything issued is done
      wait(std::exchange(previous_, nullptr));
      wait(make_gl_fence());
      groups_ = cells_ = 0;
    }
    const Status status = check_gl_errors(text_id("A step on the GPU"));
    return status && failed_ ? Status::failure(tr("The GPU stopped answering.")) : status;
  }
  // Seconds to add to the time of take(), since the last call: the GPU continues after take() has returned, and its
  // time becomes known later.
  double take_late_seconds() { return clock_.take_late_seconds(); }

 private:
  // Calls with at least this many steps return when the steps are done, so that step_seconds is right for benchmarks;
  // calls with fewer steps, as in a frame loop, return as soon as the steps are issued.
  static constexpr std::uint64_t kStepsWorthWaiting = 32;
  // A batch is about this many cell updates: some 10 ms on a small GPU, half a second on a software driver.
  static constexpr std::uint64_t kBatchCells = 32u << 20;
  static constexpr std::uint64_t kBatchGroups = 64;  // for small worlds, where most of the cost is in the commands

  void wait(const GlFence& fence) { failed_ = failed_ || (fence && !wait_until_passed(fence)); }

  StepClock clock_;
  GlFence previous_;
  std::uint64_t cells_ = 0, groups_ = 0;
  bool failed_ = false;  // waiting failed: the context is lost
};

}  // namespace repose

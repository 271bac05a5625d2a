// When something happens: the clock, when a frame is computed, how many steps it takes, and how long all that takes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "repose/session.hpp"
#include "repose/solver.hpp"

namespace repose {

struct Desk;

// The clock, and the two kinds of waiting. Tests use a clock of their own and run the same frame loop.
class FrameClock {
 public:
  virtual ~FrameClock() = default;

  // Seconds since the program started. Never goes back.
  virtual double now() = 0;
  virtual void sleep(double seconds) = 0;
  // Waits for an SDL event for at most this many seconds. True when there is one; it stays in the queue.
  virtual bool wait_for_event(double seconds) = 0;
  // The cost of a step in seconds. `measured`: the time that the caller has measured.
  virtual double step_cost(double measured) { return measured; }
};

FrameClock& system_clock();

// The speed of the simulation: its automaton's own pace times a power of two, or unlimited.
class Speed {
 public:
  static constexpr int kSlowest = -4, kFastest = 4;  // notches: 1/16 and 16 times the pace
  static constexpr int kUnlimited = kFastest + 1;

  constexpr Speed() = default;
  // Clamps to the range.
  explicit constexpr Speed(int notch) : notch_(notch < kSlowest ? kSlowest : notch > kUnlimited ? kUnlimited : notch) {}

  constexpr int notch() const { return notch_; }
  constexpr bool unlimited() const { return notch_ == kUnlimited; }
  // Precondition: not unlimited.
  double factor() const { return std::exp2(notch_); }
  constexpr Speed slower() const { return Speed(notch_ - 1); }
  constexpr Speed faster() const { return Speed(notch_ + 1); }
  std::string text() const;  // "×1/4", "×1", "×16", "unlimited"

  friend constexpr bool operator==(Speed, Speed) = default;

 private:
  int notch_ = 0;  // powers of two
};

// The functions that the loop calls, in this order.
class FrameParts {
 public:
  virtual ~FrameParts() = default;
  virtual bool moves() const = 0;  // whether the next picture may differ from the last one without any input
  // Whether an input continues without events: a button or a key is held down.
  virtual bool is_used() const = 0;
  virtual bool wants_more_steps() const = 0;  // whether the simulation should run faster than its own pace
  // Whether this frame may show the world as in the frame before: its picture is expensive and still valid.
  virtual bool can_hold_picture() const = 0;
  virtual bool steps_in_background() const = 0;  // whether steps are being taken on another thread

  virtual void take_events() = 0;
  // Called when this many seconds have passed since the last frame.
  virtual void advance(double seconds) = 0;
  virtual void draw() = 0;
  // The frame took `seconds` of work; it should take at most `budget`.
  virtual void note_work(double seconds, double budget) = 0;
};

// When a frame is computed and drawn: not at all while nothing moves, 60 times a second otherwise, and less often while
// steps take most of the time. Handles time only; FrameParts do the work of a frame.
class FrameLoop {
 public:
  static constexpr double kFrameSeconds = 1.0 / 60;        // the limiter's pace if the screen does not set one
  static constexpr double kSeldomFrameSeconds = 1.0 / 18;  // while steps take most of the time
  static constexpr double kElapsedMax = 0.25;              // no steps are due for a longer pause of the process

  explicit FrameLoop(FrameClock& clock) : clock_(clock) {}

  FrameClock& clock() { return clock_; }
  double now() const { return clock_.now(); }

  void start() { started_at_ = next_frame_at_ = clock_.now(); }  // call when the first frame begins
  void run_frame(FrameParts& parts);

  // At least this many frames follow, even if nothing moves: ImGui needs some frames until its layout is final.
  void owe(int frames) { owed_ = std::max(owed_, frames); }
  void wake() { owe(2); }
  void note_input() { used_at_ = clock_.now(); }  // call when mouse, keys or fingers have been used

  // True when there is nothing to compute and nothing new to draw.
  bool idle(const FrameParts& parts) const { return owed_ <= 0 && !parts.moves(); }
  // Whether steps take most of the time and pictures are less frequent: above the automaton's own pace, without input.
  bool skips_pictures(const FrameParts& parts) const;
  // Whether this frame shows the world's picture of the frame before: every second frame while frames take too long.
  bool holds_picture() const { return held_; }

 private:
  FrameClock& clock_;
  double started_at_ = 0;     // of the last frame
  double used_at_ = -1e9;     // time of the last input
  double next_frame_at_ = 0;  // when the limiter allows the next frame
  int owed_ = 3;              // frames to compute even if nothing moves
  bool late_ = false;         // the last frame that was not held took longer than its budget
  bool held_ = false;
};

// How many steps each frame takes: at a rate in steps per second, independent of the frame rate, and within a time
// budget, so that the window stays responsive even if steps are expensive.
class Pacer {
 public:
  using Clock = std::function<double()>;  // seconds, monotonic
  explicit Pacer(Clock clock) : clock_(std::move(clock)) {}

  static constexpr double kUnlimited = 0;

  // Takes the steps that are due after `elapsed` seconds at `steps_per_second` (kUnlimited: as many as fit into the
  // budget). Steps that are late by more than a quarter of a second are dropped: the simulation becomes slower but does
  // not freeze. Returns how many steps were taken. `step` is called with small counts; between them `interrupted` (may
  // be empty) can end the call.
  std::uint64_t run(double elapsed, double steps_per_second, double budget_seconds,
                    const std::function<void(std::uint64_t)>& step, const std::function<bool()>& interrupted = {});

  // The number of steps that are due, for steps that are taken in the background. Then call note_taken().
  std::uint64_t due(double elapsed, double steps_per_second);
  void note_taken(std::uint64_t steps) { debt_ -= static_cast<double>(steps); }

  // Call with the time of the whole frame (without waiting for the screen). A GPU computes its steps after run() has
  // returned; while frames take too long the pacer takes fewer steps.
  void note_frame(double seconds, double budget_seconds);

  void forget_debt() { debt_ = 0; }

 private:
  Clock clock_;
  double debt_ = 0;          // steps due and not taken
  double most_steps_ = 1e6;  // per frame; shrinks while frames are late
};

// Takes the session's steps in each frame, and those of the twin in a comparison: as many as are due within the frame's
// budget, or in the background if a step takes longer than the budget.
class SessionSteps {
 public:
  explicit SessionSteps(Desk& desk);

  // Takes the steps of a frame, `elapsed` seconds after the last one. `rests`: none, although the world plays.
  void advance(Desk& desk, double elapsed, bool rests, bool pictures_come_seldom);
  std::uint64_t taken() const { return taken_; }  // steps that the last advance() took or began
  void note_frame(double seconds, double budget) { pacer_.note_frame(seconds, budget); }

 private:
  double step_cost(Desk& desk);  // recent seconds per step; 0 while unknown
  // Begins at most `most` steps on another thread and returns their number; empty if that is not possible.
  std::optional<std::uint64_t> begin_steps(Desk& desk, double elapsed, double steps_per_second, std::uint64_t most);

  Pacer pacer_;
  std::uint64_t taken_ = 0;
  SolverStats costed_;    // at the time of the last update of step_cost_
  double step_cost_ = 0;  // recent seconds per step of the session
  std::string automaton_;
  Speed speed_;
};

// Measurements of frames: the figures of the status bar, and the output of --time-startup and --time-frames.
class Timing {
 public:
  // `startup`: prints when the first moving frame is complete. `seconds`: of --time-frames; 0: not measured.
  Timing(bool startup, double seconds) : startup_(startup), seconds_(seconds) {}

  void start(double now);
  double begin_frame(double now);  // the seconds since the begin of the last frame; more than 0
  // Call when a frame was drawn at `now`, with this many steps. False when all measurements are complete and printed.
  bool note_frame(double now, std::uint64_t steps, const Session& session);

  // ---- the figures of the status bar, updated twice a second ----
  double frames_per_second() const { return frames_per_second_; }
  double steps_per_second() const { return steps_per_second_; }
  // The sum of heights or masses, in cells, at its last update; empty if the automaton has neither.
  std::optional<double> total() const { return total_; }

 private:
  bool all_measured() const { return began_ && last_ - first_ >= seconds_ && !frames_.empty(); }

  bool startup_;
  double begun_at_ = 0;
  double counted_since_ = 0;
  std::uint64_t frames_counted_ = 0, steps_counted_ = 0;
  double frames_per_second_ = 0, steps_per_second_ = 0;
  std::optional<double> total_;
  // ---- --time-frames: how long frames take, with the longest ones, which people notice most ----
  double seconds_;  // how long to measure, from the first step on
  double first_ = 0, last_ = 0;
  std::uint64_t first_steps_ = 0, last_steps_ = 0;
  bool began_ = false;
  std::vector<double> frames_;
};

}  // namespace repose

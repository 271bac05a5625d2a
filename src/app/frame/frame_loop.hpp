// When a frame is computed and drawn: not at all while nothing moves, 60 times a second otherwise, and less often while
// steps take most of the time. Handles time only; FrameParts do the work of a frame.
#pragma once

#include "app/frame/frame_clock.hpp"

namespace repose {

// The functions that the loop calls, in this order.
class FrameParts {
 public:
  virtual ~FrameParts() = default;
  // Whether the next picture may differ from the last one without any input.
  virtual bool moves() const = 0;
  // Whether an input continues without events: a button or a key is held down.
  virtual bool is_used() const = 0;
  // Whether the simulation should run faster than its own pace.
  virtual bool wants_more_steps() const = 0;
  // Whether this frame may show the world as in the frame before: its picture is expensive and still valid.
  virtual bool can_hold_picture() const = 0;
  // Whether steps are being taken on another thread.
  virtual bool steps_in_background() const = 0;

  virtual void take_events() = 0;
  // Called when this many seconds have passed since the last frame.
  virtual void advance(double seconds) = 0;
  virtual void draw() = 0;
  // The frame took `seconds` of work; it should take at most `budget`.
  virtual void note_work(double seconds, double budget) = 0;
};

class FrameLoop {
 public:
  static constexpr double kFrameSeconds = 1.0 / 60;        // the limiter's pace if the screen does not set one
  static constexpr double kSeldomFrameSeconds = 1.0 / 18;  // while steps take most of the time
  static constexpr double kElapsedMax = 0.25;              // no steps are due for a longer pause of the process

  explicit FrameLoop(FrameClock& clock) : clock_(clock) {}

  FrameClock& clock() { return clock_; }
  double now() const { return clock_.now(); }

  // Call when the first frame begins.
  void start();
  void run_frame(FrameParts& parts);

  // At least this many frames follow, even if nothing moves: ImGui needs some frames until its layout is final.
  void owe(int frames);
  // Computes the next frames, even if nothing moves.
  void wake() { owe(2); }
  // Call when mouse, keys or fingers have been used.
  void note_input() { used_at_ = clock_.now(); }

  // True when there is nothing to compute and nothing new to draw.
  bool idle(const FrameParts& parts) const { return owed_ <= 0 && !parts.moves(); }
  // Whether steps take most of the time and pictures are less frequent: above the automaton's own pace, without input.
  bool skips_pictures(const FrameParts& parts) const;
  // Whether this frame shows the world's picture of the frame before: every second frame while frames take too long.
  bool holds_picture() const { return held_; }

 private:
  bool wait_while_idle(const FrameParts& parts);
  void limit_rate(const FrameParts& parts);

  FrameClock& clock_;
  double started_at_ = 0;     // of the last frame
  double used_at_ = -1e9;     // time of the last input
  double next_frame_at_ = 0;  // when the limiter allows the next frame
  int owed_ = 3;              // frames to compute even if nothing moves
  bool late_ = false;         // the last frame that was not held took longer than its budget
  bool held_ = false;
};

}  // namespace repose

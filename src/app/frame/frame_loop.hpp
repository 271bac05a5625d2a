// When a frame is computed and drawn: not at all while nothing moves, 60 times a second otherwise, and less often while
// steps get most of the time. It knows time and nothing else; what a frame does is FrameParts.
#pragma once

#include "app/frame/frame_clock.hpp"

namespace repose {

// What the loop calls, in this order.
class FrameParts {
 public:
  virtual ~FrameParts() = default;
  // Whether the next picture may differ from the last one although nobody does anything.
  virtual bool moves() const = 0;
  // Whether a person does something that goes on without events: a button or a key is held down.
  virtual bool is_used() const = 0;
  // Whether the simulation is to run faster than its own pace.
  virtual bool wants_more_steps() const = 0;
  // Whether this frame may show the world as the frame before did: its picture is costly and still valid.
  virtual bool can_hold_picture() const = 0;
  // Whether steps are being taken on another thread.
  virtual bool steps_in_background() const = 0;

  virtual void take_events() = 0;
  // So many seconds have passed since the last frame.
  virtual void advance(double seconds) = 0;
  virtual void draw() = 0;
  // The frame took `seconds` of work and should have taken at most `budget`.
  virtual void note_work(double seconds, double budget) = 0;
};

class FrameLoop {
 public:
  static constexpr double kFrameSeconds = 1.0 / 60;        // the limiter's pace where the screen sets none
  static constexpr double kSeldomFrameSeconds = 1.0 / 18;  // while steps get most of the time
  static constexpr double kElapsedMax = 0.25;  // what a longer pause of the process takes is not made up for

  explicit FrameLoop(FrameClock& clock) : clock_(clock) {}

  FrameClock& clock() { return clock_; }
  double now() const { return clock_.now(); }

  // The first frame begins now.
  void start();
  void run_frame(FrameParts& parts);

  // At least so many frames follow, although nothing moves: ImGui needs a few to settle.
  void owe(int frames);
  // One more frame, although nothing moves.
  void wake() { owe(2); }
  // A person has used mouse, keys or fingers.
  void note_input() { used_at_ = clock_.now(); }

  // True when there is nothing to compute and nothing new to draw.
  bool idle(const FrameParts& parts) const { return owed_ <= 0 && !parts.moves(); }
  // Steps get most of the time and pictures come seldom: beyond the automaton's own pace, while nobody does anything.
  bool skips_pictures(const FrameParts& parts) const;
  // This frame shows the world's picture of the frame before: every second one does so while frames take too long.
  bool holds_picture() const { return held_; }

 private:
  bool wait_while_idle(const FrameParts& parts);
  void limit_rate(const FrameParts& parts);

  FrameClock& clock_;
  double started_at_ = 0;     // of the last frame
  double used_at_ = -1e9;     // when a person did something last
  double next_frame_at_ = 0;  // when the limiter lets the next one begin
  int owed_ = 3;              // frames to come although nothing moves
  bool late_ = false;         // the last frame that was drawn whole took longer than its budget
  bool held_ = false;
};

}  // namespace repose

// Measurements of frames: the figures of the status bar, and the output of --time-startup and --time-frames.
#pragma once

#include "app/frame/figures.hpp"
#include "app/frame/frame_times.hpp"
#include "repose/session.hpp"

namespace repose {

class Timing {
 public:
  // `startup`: prints the time when the first moving frame is complete. `seconds`: of --time-frames; 0: frames are not
  // measured.
  Timing(bool startup, double seconds) : startup_(startup), frame_times_(seconds) {}

  void start(double now);
  // The seconds since the begin of the last frame; more than 0.
  double begin_frame(double now);
  // Call when a frame was drawn at `now`, with this many steps. False when all measurements are complete and printed.
  bool note_frame(double now, std::uint64_t steps, const Session& session);
  Figures& figures() { return figures_; }

 private:
  bool startup_;
  FrameTimes frame_times_;
  Figures figures_;
  double begun_at_ = 0;
};

}  // namespace repose

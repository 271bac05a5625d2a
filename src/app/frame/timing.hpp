// What is measured of frames: the figures of the status bar, and what --time-startup and --time-frames print.
#pragma once

#include "app/frame/figures.hpp"
#include "app/frame/frame_times.hpp"
#include "repose/session.hpp"

namespace repose {

class Timing {
 public:
  // `startup`: prints when the first moving frame is there. `seconds`: of --time-frames; 0: frames are not measured.
  Timing(bool startup, double seconds) : startup_(startup), frame_times_(seconds) {}

  void start(double now);
  // The seconds since the last frame began to be drawn; more than 0.
  double begin_frame(double now);
  // A frame was drawn at `now`, with so many steps. False when all that was to be measured is measured and printed.
  bool note_frame(double now, std::uint64_t steps, const Session& session);
  Figures& figures() { return figures_; }

 private:
  bool startup_;
  FrameTimes frame_times_;
  Figures figures_;
  double begun_at_ = 0;
};

}  // namespace repose

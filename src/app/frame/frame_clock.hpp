// The app's time: the clock, and the two ways to wait. Tests use a clock of their own and run the same frame loop.
#pragma once

namespace repose {

class FrameClock {
 public:
  virtual ~FrameClock() = default;

  // Seconds since the program started. Never goes back.
  virtual double now() = 0;
  virtual void sleep(double seconds) = 0;
  // Waits for an SDL event for at most this many seconds. True when there is one; it stays in the queue.
  virtual bool wait_for_event(double seconds) = 0;
  // The cost of a step in seconds. `measured`: the time that the caller has measured.
  virtual double step_cost(double measured) = 0;
};

// The system's clock.
FrameClock& system_clock();

}  // namespace repose

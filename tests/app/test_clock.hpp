// A clock that moves only by the app's own waiting and by the test: 60 frames a second on any machine.
#pragma once

#include <SDL.h>

#include <algorithm>

#include "app/desk/time.hpp"

namespace repose::test {

class TestClock final : public FrameClock {
 public:
  double now() override { return time += look_cost; }
  void sleep(double seconds) override {
    ++sleeps;
    time += seconds;
  }
  bool wait_for_event(double seconds) override {
    ++waits;
    SDL_PumpEvents();
    if (SDL_HasEvents(SDL_FIRSTEVENT, SDL_LASTEVENT) == SDL_TRUE) return true;
    time += std::min(seconds, wait_max);
    return false;
  }
  double step_cost(double) override { return seconds_per_step; }

  double time = 0;
  double look_cost = 0;         // time that each call of now() takes: makes every frame long
  double seconds_per_step = 0;  // the reported cost of a step
  double wait_max = 1.0 / 60;   // longest wait for events
  int sleeps = 0, waits = 0;
};

}  // namespace repose::test

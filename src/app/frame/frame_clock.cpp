#include "app/frame/frame_clock.hpp"

#include <SDL.h>

#include <chrono>
#include <thread>

namespace repose {

namespace {

const auto kProcessStart = std::chrono::steady_clock::now();

class SystemClock final : public FrameClock {
 public:
  double now() override {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - kProcessStart).count();
  }
  void sleep(double seconds) override { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }
  bool wait_for_event(double seconds) override {
    return SDL_WaitEventTimeout(nullptr, static_cast<int>(seconds * 1000)) != 0;
  }
  double step_cost(double measured) override { return measured; }
};

}  // namespace

FrameClock& system_clock() {
  static SystemClock clock;
  return clock;
}

}  // namespace repose

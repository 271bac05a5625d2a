#include "app/simulation/pacer.hpp"

#include <algorithm>
#include <cmath>

namespace repose {

namespace {
constexpr double kCatchUpSeconds = 0.25;
constexpr double kUnlimitedPerFrameMax = 4096;  // limit, so that run() returns even with an empty world
constexpr double kStepsPerFrameMax = 1e6;
constexpr double kBatchSeconds = 0.004;  // longest batch, so that interruptions are noticed
constexpr double kRounding = 1e-6;       // of a step: tolerates rounding errors in sums of frame times
}  // namespace

void Pacer::add_debt(double elapsed, double steps_per_second) {
  if (steps_per_second == kUnlimited) {
    debt_ = kUnlimitedPerFrameMax;
  } else {
    debt_ = std::min(debt_ + elapsed * steps_per_second, std::max(1.0, kCatchUpSeconds * steps_per_second));
  }
}

std::uint64_t Pacer::due(double elapsed, double steps_per_second) {
  add_debt(elapsed, steps_per_second);
  return static_cast<std::uint64_t>(std::max(0.0, debt_ + kRounding));
}

std::uint64_t Pacer::run(double elapsed, double steps_per_second, double budget_seconds,
                         const std::function<void(std::uint64_t)>& step, const std::function<bool()>& interrupted) {
  add_debt(elapsed, steps_per_second);
  const double start = clock_();
  const double allowed = std::floor(std::min(debt_, most_steps_) + kRounding);
  std::uint64_t taken = 0;
  std::uint64_t batch = 1;  // grows while there is time, so that the clock is not read for every cheap step
  while (static_cast<double>(taken) < allowed) {
    const auto count = std::min(batch, static_cast<std::uint64_t>(allowed) - taken);
    const double before = clock_();
    step(count);
    taken += count;
    const double after = clock_();
    if (after - start >= budget_seconds || (interrupted && interrupted())) break;
    const double each = (after - before) / static_cast<double>(count);
    const double next = std::min(kBatchSeconds, (budget_seconds - (after - start)) / 2);
    batch = each > 0 ? std::clamp<std::uint64_t>(static_cast<std::uint64_t>(next / each), 1, batch * 2) : batch * 2;
  }
  debt_ -= static_cast<double>(taken);
  if (steps_per_second == kUnlimited) debt_ = 0;
  return taken;
}

void Pacer::note_frame(double seconds, double budget_seconds) {
  constexpr double kLate = 2.5;  // times the budget, because drawing may take as long as the steps
  if (seconds > kLate * budget_seconds) {
    most_steps_ = std::max(1.0, std::min(most_steps_, kUnlimitedPerFrameMax) * 0.7);
  } else {
    most_steps_ = std::min(kStepsPerFrameMax, most_steps_ * 1.2 + 1);
  }
}

}  // namespace repose

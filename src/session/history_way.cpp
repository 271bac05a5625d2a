#include "session/history_way.hpp"

#include <algorithm>

namespace repose {

namespace {

constexpr double kSliceSeconds = 0.004;      // for a call of the solver, unless one step takes longer
constexpr std::uint64_t kSliceMax = 4096;    // steps in a call
constexpr std::uint64_t kLongWay = 1 << 26;  // updated cells: a tenth of a second on a slow solver

}  // namespace

void repeat_input(RunningSolver& running, const Input& input) {
  if (const auto* edit = std::get_if<Edit>(&input)) return running.apply(*edit);
  const auto& parameter = std::get<ParameterInput>(input);
  running.set_parameter(parameter.name, parameter.value);
}

bool is_long_way(std::uint64_t steps, std::uint64_t inputs, std::uint64_t cells) {
  return steps + inputs > kLongWay / (cells + kReplayStepCells);
}

bool HistoryWay::is_at(const HistoryPoint& point) const {
  return at_.steps == point.steps && at_.input_count == point.input_count;
}

HistoryPoint HistoryWay::middle() const {
  HistoryPoint middle{to_.keyframe, at_.steps + (steps_left() + 1) / 2, at_.input_count};
  const auto& inputs = to_.keyframe->inputs;
  while (middle.input_count < to_.input_count && inputs[middle.input_count].steps <= middle.steps) ++middle.input_count;
  return middle;
}

Status HistoryWay::take_steps(RunningSolver& running, std::uint64_t count) {
  const auto start = Clock::now();
  if (const Status status = running.step(count); !status) return status;
  at_.steps += count;
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (seconds < kSliceSeconds / 2 && count == slice_) slice_ = std::min(2 * slice_, kSliceMax);
  if (seconds > kSliceSeconds) slice_ = std::max<std::uint64_t>(1, slice_ / 2);
  return {};
}

Status HistoryWay::go_on(RunningSolver& running, const HistoryPoint& stop, Clock::time_point until) {
  const auto start = Clock::now();
  const Status status = go_some(running, stop, until);
  seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
  return status;
}

Status HistoryWay::go_some(RunningSolver& running, const HistoryPoint& stop, Clock::time_point until) {
  while (!is_at(stop)) {
    const bool has_input = at_.input_count < stop.input_count;
    const TimedInput* next = has_input ? &to_.keyframe->inputs[at_.input_count] : nullptr;
    const std::uint64_t steps = (has_input ? next->steps : stop.steps) - at_.steps;
    if (steps > 0) {
      if (const Status status = take_steps(running, std::min(steps, slice_)); !status) return status;
    } else {
      repeat_input(running, next->input);
      ++at_.input_count;
    }
    if (Clock::now() >= until) return {};
  }
  return {};
}

}  // namespace repose

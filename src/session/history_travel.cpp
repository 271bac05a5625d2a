// Goes to other points of the history: restores states, then repeats steps and inputs.
#include <utility>

#include "session/history.hpp"

namespace repose {

void History::repeat(const Input& input) {
  if (const auto* edit = std::get_if<Edit>(&input)) return running_.apply(*edit);
  const auto& parameter = std::get<ParameterInput>(input);
  running_.set_parameter(parameter.name, parameter.value);
}

Status History::take_steps(std::uint64_t count) { return count > 0 ? running_.step(count) : Status(); }

Status History::restore_before(const HistoryPoint& point, HistoryPoint& at) {
  std::erase_if(scrub_points_, [&](const ScrubPoint& other) {
    return other.point.keyframe != point.keyframe || other.point.steps > point.steps ||
           other.point.input_count > point.input_count;
  });
  if (!scrub_points_.empty()) {
    at = scrub_points_.back().point;
    if (const Status status = running_.restore(scrub_points_.back().state)) return status;
    scrub_points_.clear();  // they may have been lost with a GPU
  }
  at = {point.keyframe, 0, 0};
  return running_.restore(point.keyframe->state);
}

Status History::go_to(const HistoryPoint& point) {
  HistoryPoint at;
  const Status status = restore_before(point, at);
  return status ? go_on(at, point) : status;
}

Status History::look_at(const HistoryPoint& point) {
  constexpr double kShortWay = 0.01;  // seconds
  HistoryPoint at;
  Status status = restore_before(point, at);
  while (status && point.steps - at.steps >= 2 && pace_.seconds_of(point.steps - at.steps) > kShortWay &&
         !running_.store().busy()) {
    HistoryPoint middle{point.keyframe, at.steps + (point.steps - at.steps + 1) / 2, at.input_count};
    const auto& inputs = point.keyframe->inputs;
    while (middle.input_count < point.input_count && inputs[middle.input_count].steps <= middle.steps)
      ++middle.input_count;
    status = go_on(at, middle);
    if (status) scrub_points_.push_back({middle, capture()});
    at = middle;
  }
  return status ? go_on(at, point) : status;
}

Status History::go_on(const HistoryPoint& from, const HistoryPoint& to) {
  std::uint64_t steps = from.steps;
  for (std::size_t i = from.input_count; i < to.input_count; ++i) {
    const TimedInput& next = to.keyframe->inputs[i];
    if (const Status status = take_steps(next.steps - steps); !status) return status;
    steps = next.steps;
    repeat(next.input);
  }
  return take_steps(to.steps - steps);
}

Status History::follow() {
  while (true) {
    while (const TimedInput* next = timeline_.next_input()) repeat(next->input);
    const Timeline::Segment* segment = timeline_.next_segment();
    if (segment == nullptr) return {};
    if (!segment->jump) continue;
    const HistoryPoint begins{segment->keyframe, segment->steps_before, segment->inputs_before};
    if (const Status status = go_to(begins); !status) return status;
  }
}

void History::resume() {
  if (!go_to(timeline_.here())) begin_segment(true);
}

}  // namespace repose

// Goes to other points of the history: restores states, then repeats steps and inputs.
#include <chrono>
#include <utility>

#include "core/within_memory.hpp"
#include "session/command_results.hpp"
#include "session/history.hpp"

namespace repose {

using commands::failed;

// ---- commands that are not complete ----

void History::set_deadline(double seconds) {
  using Clock = HistoryWay::Clock;
  constexpr double kNever = 1e6;
  deadline_ = seconds > kNever
                  ? Clock::time_point::max()
                  : Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

std::optional<CommandResult> History::go_on(double seconds) {
  if (!pending_) return std::nullopt;
  set_deadline(seconds);
  started_ = departed_;
  started_at_newest_ = false;
  CommandResult result = proceed();
  is_step_ = is_step_ && (pending_ || !result.ok);
  return pending_ ? std::nullopt : std::optional(std::move(result));
}

WayFacts History::way() const {
  if (!pending_ || !pending_->way) return {};
  return {pending_->way->done(), pending_->way->length()};
}

CommandResult History::proceed() {
  CommandResult result;
  while (pending_) {
    if (pending_->way && !pending_->way->arrived()) {
      if (const Status status = advance(*pending_); !status) {
        pending_.reset();
        return failed(status.message());
      }
      if (!pending_->way->arrived()) return {};
    }
    way_seconds_ = pending_->way ? pending_->way->seconds() : 0;
    const auto arrive = std::exchange(pending_, std::nullopt)->arrive;
    result = arrive();
    if (pending_ && late()) return {};
  }
  return result;
}

Status History::advance(Pending& pending) {
  HistoryWay& way = *pending.way;
  while (!way.arrived()) {
    if (!pending.stop) pending.stop = pending.takes_scrub_points ? next_stop(pending) : way.to();
    if (const Status status = way.go_on(running_, *pending.stop, deadline_); !status) return status;
    if (!way.is_at(*pending.stop)) return {};
    if (!way.arrived()) scrub_points_.push_back({*std::exchange(pending.stop, std::nullopt), capture()});
    if (late()) return {};
  }
  return {};
}

HistoryPoint History::next_stop(const Pending& pending) const {
  constexpr double kShortWay = 0.01;  // seconds
  const HistoryWay& way = *pending.way;
  const bool is_short = way.steps_left() < 2 || pace_.seconds_of(way.steps_left()) <= kShortWay;
  return is_short || running_.store().busy() ? way.to() : way.middle();
}

CommandResult History::travel(const HistoryPoint& to, bool takes_scrub_points, std::function<CommandResult()> arrive) {
  prepare_departure(to.steps, to.input_count);
  return begin_way(to, {{}, {}, std::move(arrive), {}, takes_scrub_points});
}

CommandResult History::begin_way(const HistoryPoint& to, Pending pending) {
  HistoryPoint at;
  if (const Status status = restore_before(to, at); !status) return failed(status.message());
  pending.way.emplace(std::move(at), to);
  pending_ = std::move(pending);
  return {};
}

bool History::is_long(std::uint64_t steps, std::uint64_t inputs) const {
  return is_long_way(steps, inputs, std::uint64_t(running_.width()) * std::uint64_t(running_.height()));
}

void History::prepare_departure(std::uint64_t steps, std::uint64_t inputs) {
  const HistoryPoint here = timeline_.here();
  if (is_long(steps, inputs) && is_long(here.steps, here.input_count)) begin_segment(false);
}

// Without enough memory there is no keyframe.
void History::note_arrival() {
  constexpr double kLongSeconds = 0.25;
  if (way_seconds_ > kLongSeconds) within_memory([this] { begin_segment(false); });
}

void History::give_up() {
  if (!pending_) return;
  const auto give_up = std::exchange(pending_, std::nullopt)->give_up;
  try {
    give_up ? give_up() : return_to(timeline_.now());
  } catch (...) {
    running_.set_damaged();
    throw;
  }
}

void History::return_to(std::uint64_t position) {
  timeline_.move_to(position);
  if (!go_to(timeline_.here())) begin_segment(true);
}

// ---- to a point ----

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
  if (const Status status = restore_before(point, at); !status) return status;
  return HistoryWay(std::move(at), point).go_on(running_, point, HistoryWay::Clock::time_point::max());
}

// ---- following what was recorded ----

void History::depart_for(std::uint64_t steps) {
  const Timeline::Segment* ahead = timeline_.segment_ahead();
  if (ahead != nullptr && ahead->jump && steps == timeline_.steps_to_next())
    prepare_departure(ahead->steps_before, ahead->inputs_before);
  departed_ = timeline_.now();
}

History::Pending History::rest_of_step(std::uint64_t steps_left) {
  const auto arrive = [this, steps_left] {
    note_arrival();
    CommandResult result = follow(steps_left);
    if (!result.ok || pending_) return result;
    forget_rewind();
    return step(steps_left);
  };
  return {{}, {}, arrive, [this] { return_to(departed_); }, false};
}

CommandResult History::follow(std::uint64_t steps_left) {
  while (true) {
    while (const TimedInput* next = timeline_.next_input()) {
      repeat_input(running_, next->input);
      if (!late()) continue;
      pending_ = rest_of_step(steps_left);
      return {};
    }
    const Timeline::Segment* segment = timeline_.next_segment();
    if (segment == nullptr) return {};
    if (!segment->jump) continue;
    return begin_way({segment->keyframe, segment->steps_before, segment->inputs_before}, rest_of_step(steps_left));
  }
}

void History::resume() {
  pending_.reset();
  set_deadline(patience_);
  const HistoryPoint here = timeline_.here();
  const auto arrived = [this] {
    note_arrival();
    return CommandResult();
  };
  const auto give_up = [this] { begin_segment(true); };
  if (!begin_way(here, {{}, {}, arrived, give_up, false}).ok || !proceed().ok) begin_segment(true);
}

}  // namespace repose

#include "session/timeline.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace repose {

Place Timeline::here() const {
  const Segment& segment = segments_[segment_];
  return {segment.keyframe, segment.steps_before + now_ - segment.begin, event_};
}

Place Timeline::place_in(const Segment& segment, std::uint64_t position) const {
  const std::uint64_t steps = segment.steps_before + position - segment.begin;
  const auto& script = segment.keyframe->script;
  const auto first = script.begin() + static_cast<std::ptrdiff_t>(segment.events_before);
  const auto end = std::partition_point(first, script.end(), [&](const Event& event) { return event.steps <= steps; });
  return {segment.keyframe, steps, static_cast<std::size_t>(end - script.begin())};
}

Place Timeline::at(std::uint64_t position) const {
  assert(position >= oldest() && position <= newest_);
  const auto after = std::ranges::upper_bound(segments_, position, {}, &Segment::begin);
  return place_in(*std::prev(after), position);
}

void Timeline::move_to(std::uint64_t position) {
  const Place place = at(position);
  const auto after = std::ranges::upper_bound(segments_, position, {}, &Segment::begin);
  segment_ = static_cast<std::size_t>(after - segments_.begin()) - 1;
  event_ = place.events;
  now_ = position;
}

void Timeline::cut() {
  if (segments_.empty()) return;
  const bool cuts = in_the_past();
  while (segments_.size() > segment_ + 1) {
    kept_.remove(*segments_.back().keyframe);
    segments_.pop_back();
  }
  newest_ = now_;
  if (cuts) ++line_;
}

// What comes after something else has happened now is another story.
void Timeline::forget_checkpoints() { checkpoints_.erase(checkpoints_.lower_bound(now_), checkpoints_.end()); }

void Timeline::lay(Segment segment, std::uint64_t steps) {
  segment.begin = newest_;
  kept_.add(*segment.keyframe);
  segments_.push_back(std::move(segment));
  if (segments_.size() == 1) event_ = segments_.front().events_before;
  newest_ += steps;
}

void Timeline::split(Moment moment) {
  assert(in_the_past());
  const Segment& segment = segments_[segment_];
  const std::uint64_t steps = here().steps;
  auto keyframe = std::make_shared<Keyframe>(Keyframe{std::move(moment), {}, 0});
  const auto& script = segment.keyframe->script;
  for (auto event = script.begin() + static_cast<std::ptrdiff_t>(event_); event != script.end(); ++event) {
    keyframe->script.push_back({event->steps - steps, event->deed});
    keyframe->script_bytes += event_bytes(*event);
  }
  kept_.add(*keyframe);
  ++segment_;
  segments_.insert(segments_.begin() + static_cast<std::ptrdiff_t>(segment_), {now_, 0, 0, std::move(keyframe), false});
  event_ = 0;
}

void Timeline::begin_segment(const Place& from, bool jump) {
  cut();
  if (jump) forget_checkpoints();
  auto keyframe = std::make_shared<Keyframe>(*from.keyframe);
  keyframe->script.resize(from.events);
  keyframe->script_bytes = 0;
  for (const Event& event : keyframe->script) keyframe->script_bytes += event_bytes(event);
  kept_.add(*keyframe);
  segments_.push_back({now_, from.steps, from.events, std::move(keyframe), jump});
  segment_ = segments_.size() - 1;
  event_ = from.events;
}

std::size_t Timeline::add(Deed deed) {
  if (in_the_past())
    begin_segment(here(), false);  // a script of its own: others may know the one that goes on differently
  forget_checkpoints();
  Keyframe& keyframe = *segments_.back().keyframe;
  keyframe.script.push_back({here().steps, std::move(deed)});
  const std::size_t bytes = event_bytes(keyframe.script.back());
  keyframe.script_bytes += bytes;
  kept_.add_script(keyframe, bytes);
  event_ = keyframe.script.size();
  return bytes;
}

std::uint64_t Timeline::steps_to_next() const {
  const Segment& segment = segments_[segment_];
  std::uint64_t next = segment_ + 1 < segments_.size() ? segments_[segment_ + 1].begin : newest_;
  if (event_ < segment.keyframe->script.size()) {
    next = std::min(next, segment.begin + segment.keyframe->script[event_].steps - segment.steps_before);
  }
  return next - now_;
}

void Timeline::advance(std::uint64_t steps) {
  assert(!in_the_past() || steps <= steps_to_next());
  now_ += steps;
  newest_ = std::max(newest_, now_);
}

const Event* Timeline::next_event() {
  const Segment& segment = segments_[segment_];
  const auto& script = segment.keyframe->script;
  if (event_ == script.size() || script[event_].steps > segment.steps_before + now_ - segment.begin) return nullptr;
  return &script[event_++];
}

const Timeline::Segment* Timeline::next_segment() {
  if (segment_ + 1 == segments_.size() || segments_[segment_ + 1].begin > now_) return nullptr;
  ++segment_;
  event_ = segments_[segment_].events_before;
  return &segments_[segment_];
}

void Timeline::trim(std::size_t bytes_max, std::uint64_t steps_max) {
  while (segment_ > 0 && (kept_.bytes() > bytes_max || segments_[1].begin + steps_max <= newest_)) {
    kept_.remove(*segments_.front().keyframe);
    segments_.pop_front();
    --segment_;
  }
}

}  // namespace repose

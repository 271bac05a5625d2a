#include "session/timeline.hpp"

#include <algorithm>
#include <cassert>
#include <new>
#include <utility>

namespace repose {

HistoryPoint Timeline::here() const {
  const Segment& segment = segments_[segment_];
  return {segment.keyframe, segment.steps_before + now_ - segment.begin, input_};
}

HistoryPoint Timeline::point_in(const Segment& segment, std::uint64_t position) const {
  const std::uint64_t steps = segment.steps_before + position - segment.begin;
  const auto& inputs = segment.keyframe->inputs;
  const auto first = inputs.begin() + static_cast<std::ptrdiff_t>(segment.inputs_before);
  const auto end =
      std::partition_point(first, inputs.end(), [&](const TimedInput& input) { return input.steps <= steps; });
  return {segment.keyframe, steps, static_cast<std::size_t>(end - inputs.begin())};
}

const Timeline::Segment& Timeline::segment_at(std::uint64_t position) const {
  assert(position >= oldest() && position <= newest_);
  return *std::prev(std::ranges::upper_bound(segments_, position, {}, &Segment::begin));
}

HistoryPoint Timeline::at(std::uint64_t position) const { return point_in(segment_at(position), position); }

void Timeline::move_to(std::uint64_t position) {
  const HistoryPoint point = at(position);
  const auto after = std::ranges::upper_bound(segments_, position, {}, &Segment::begin);
  segment_ = static_cast<std::size_t>(after - segments_.begin()) - 1;
  input_ = point.input_count;
  now_ = position;
}

void Timeline::give_up_steps(std::uint64_t position, bool was_newest) {
  move_to(position);
  if (was_newest) cut_future();
}

void Timeline::cut_future() {
  const bool cuts = in_the_past();
  while (segments_.size() > segment_ + 1) {
    kept_.remove(*segments_.back().keyframe);
    segments_.pop_back();
  }
  newest_ = now_;
  if (cuts) ++branch_;
}

// They were hashes of the positions that are removed.
void Timeline::forget_checkpoints() { checkpoints_.erase(checkpoints_.lower_bound(now_), checkpoints_.end()); }

// Adds a segment and its keyframe, or neither.
void Timeline::insert(std::size_t at, Segment segment) {
  const Keyframe& keyframe = *segment.keyframe;
  kept_.add(keyframe);
  try {
    segments_.insert(segments_.begin() + static_cast<std::ptrdiff_t>(at), segment);
  } catch (...) {
    kept_.remove(keyframe);
    throw;
  }
}

void Timeline::append(Segment segment, std::uint64_t steps) {
  segment.begin = newest_;
  insert(segments_.size(), std::move(segment));
  if (segments_.size() == 1) input_ = segments_.front().inputs_before;
  newest_ += steps;
  replayed_ = newest_;
}

void Timeline::split(RunState state) {
  assert(in_the_past());
  const Segment& segment = segments_[segment_];
  const std::uint64_t steps = here().steps;
  auto keyframe = std::make_shared<Keyframe>(Keyframe{std::move(state), {}, segment.keyframe->cells});
  const auto& inputs = segment.keyframe->inputs;
  for (auto input = inputs.begin() + static_cast<std::ptrdiff_t>(input_); input != inputs.end(); ++input) {
    keyframe->add({input->steps - steps, input->input});
  }
  insert(segment_ + 1, {now_, 0, 0, std::move(keyframe), false});
  ++segment_;
  input_ = 0;
}

void Timeline::replace_keyframe(RunState state) {
  Segment& segment = segments_[segment_];
  auto computed = std::make_shared<Keyframe>(*segment.keyframe);
  computed->state = std::move(state);
  computed->from_file = false;
  kept_.add(*computed);
  kept_.remove(*segment.keyframe);
  segment.keyframe = std::move(computed);
}

void Timeline::begin_segment(const HistoryPoint& from, bool jump) {
  auto keyframe = std::make_shared<Keyframe>(*from.keyframe);
  keyframe->input_bytes = keyframe->input_cells = 0;
  std::vector<TimedInput> inputs = std::exchange(keyframe->inputs, {});
  keyframe->inputs.reserve(from.input_count + 1);  // for add()
  for (std::size_t i = 0; i < from.input_count; ++i) keyframe->add(std::move(inputs[i]));
  const std::size_t at = segments_.empty() ? 0 : segment_ + 1;
  insert(at, {now_, from.steps, from.input_count, std::move(keyframe), jump});
  segment_ = at;
  cut_future();
  if (jump) forget_checkpoints();
  input_ = from.input_count;
}

std::size_t Timeline::add(std::vector<Input> inputs) {
  if (in_the_past())
    begin_segment(here(), false);  // a keyframe of its own: others may share this one, with other later inputs
  Keyframe& keyframe = *segments_.back().keyframe;
  const std::size_t count = keyframe.inputs.size() + inputs.size();
  if (count > keyframe.inputs.capacity()) keyframe.inputs.reserve(std::max(count, 2 * keyframe.inputs.capacity()));
  const std::uint64_t steps = here().steps;
  const std::size_t bytes_before = keyframe.input_bytes;
  for (Input& input : inputs) keyframe.add({steps, std::move(input)});
  const std::size_t bytes = keyframe.input_bytes - bytes_before;
  forget_checkpoints();
  kept_.add_inputs(keyframe, bytes);
  input_ = keyframe.inputs.size();
  return bytes;
}

std::uint64_t Timeline::steps_to_next() const {
  const Segment& segment = segments_[segment_];
  std::uint64_t next = segment_ + 1 < segments_.size() ? segments_[segment_ + 1].begin : newest_;
  if (input_ < segment.keyframe->inputs.size()) {
    next = std::min(next, segment.begin + segment.keyframe->inputs[input_].steps - segment.steps_before);
  }
  return next - now_;
}

void Timeline::advance(std::uint64_t steps) {
  assert(!in_the_past() || steps <= steps_to_next());
  now_ += steps;
  newest_ = std::max(newest_, now_);
}

const TimedInput* Timeline::next_input() {
  const Segment& segment = segments_[segment_];
  const auto& inputs = segment.keyframe->inputs;
  if (input_ == inputs.size() || inputs[input_].steps > segment.steps_before + now_ - segment.begin) return nullptr;
  return &inputs[input_++];
}

const Timeline::Segment* Timeline::next_segment() {
  if (segment_ + 1 == segments_.size() || segments_[segment_ + 1].begin > now_) return nullptr;
  ++segment_;
  input_ = segments_[segment_].inputs_before;
  return &segments_[segment_];
}

void Timeline::trim(std::size_t bytes_max, std::uint64_t steps_max) {
  while (segment_ > 0 && (kept_.bytes() > bytes_max || segments_[1].begin + replayed_ + steps_max <= newest_)) {
    kept_.remove(*segments_.front().keyframe);
    segments_.pop_front();
    --segment_;
  }
}

namespace {

// An estimate: lists of rules and looks, and the text that they were read from.
std::size_t bytes_of(const Ruleset& ruleset) {
  constexpr std::size_t kRuleBytes = 32;
  return sizeof ruleset + ruleset.text.size() + ruleset.elements.size() * sizeof(Element) +
         std::max(ruleset.rule_count(), ruleset.reactions.size()) * kRuleBytes;
}

}  // namespace

void KeptBytes::use(const void* thing, std::size_t bytes) {
  Thing& entry = things_[thing];
  if (entry.uses++ > 0) return;
  entry.bytes = bytes;
  bytes_ += bytes;
}

void KeptBytes::leave(const void* thing) {
  const auto it = things_.find(thing);
  assert(it != things_.end());
  if (--it->second.uses > 0) return;
  bytes_ -= it->second.bytes;
  things_.erase(it);
}

void KeptBytes::use(const StoredWorldPtr& world) {
  if (world) ++worlds_[world.get()];
}

void KeptBytes::leave(const StoredWorldPtr& world) {
  if (!world) return;
  const auto it = worlds_.find(world.get());
  assert(it != worlds_.end());
  if (--it->second > 0) return;
  worlds_.erase(it);
  if (const auto counted = counted_.find(world.get()); counted != counted_.end()) {
    counted->second->for_each_part([this](const void* part, std::size_t) { leave(part); });
    counted_.erase(counted);
  }
}

namespace {

// Visits everything in a state that may need much memory, including its displaced state.
template <class OnRules, class OnWorld>
void for_each_share(const RunState& state, const OnRules& on_rules, const OnWorld& on_world) {
  on_rules(*state.rules.ruleset);
  on_world(state.world);
  on_world(state.origin.world);
  if (state.displaced) for_each_share(state.displaced->state, on_rules, on_world);
}

}  // namespace

void KeptBytes::add(const Keyframe& keyframe) {
  const bool first = !things_.contains(&keyframe);
  use(&keyframe, sizeof keyframe + keyframe.input_bytes);
  if (!first) return;
  int used = 0;
  try {
    for_each_share(
        keyframe.state, [&](const Ruleset& rules) { use(&rules, bytes_of(rules)), ++used; },
        [&](const StoredWorldPtr& world) { use(world), ++used; });
  } catch (...) {
    for_each_share(
        keyframe.state,
        [&](const Ruleset& rules) {
          if (used-- > 0) leave(&rules);
        },
        [&](const StoredWorldPtr& world) {
          if (used-- > 0) leave(world);
        });
    leave(&keyframe);
    throw;
  }
}

void KeptBytes::remove(const Keyframe& keyframe) {
  leave(&keyframe);
  if (things_.contains(&keyframe)) return;
  for_each_share(
      keyframe.state, [this](const Ruleset& rules) { leave(&rules); },
      [this](const StoredWorldPtr& world) { leave(world); });
}

void KeptBytes::add_inputs(const Keyframe& keyframe, std::size_t bytes) {
  const auto it = things_.find(&keyframe);
  if (it == things_.end()) return;
  it->second.bytes += bytes;
  bytes_ += bytes;
}

std::size_t KeptBytes::bytes() {
  try {
    if (counted_.size() < worlds_.size()) count_chunks();
  } catch (const std::bad_alloc&) {  // counts them the next time
  }
  return bytes_;
}

void KeptBytes::count_chunks() {
  for (const auto& [world, uses] : worlds_) {
    if (counted_.contains(world)) continue;
    const auto packed = world->packed();
    if (!packed) continue;
    counted_.emplace(world, packed);
    int used = 0;
    try {
      packed->for_each_part([&](const void* part, std::size_t bytes) { use(part, bytes), ++used; });
    } catch (...) {
      packed->for_each_part([&](const void* part, std::size_t) {
        if (used-- > 0) leave(part);
      });
      counted_.erase(world);
      throw;
    }
  }
}

}  // namespace repose

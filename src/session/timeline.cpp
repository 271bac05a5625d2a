#include "session/timeline.hpp"

#include <algorithm>
#include <cassert>
#include <new>

#include "core/language.hpp"
#include "repose/scene.hpp"
#include "session/commands.hpp"

namespace repose {

HistoryPoint Timeline::here() const {
  const Segment& segment = segments_[segment_];
  return {segment.keyframe, segment.steps_before + now_ - segment.begin, input_};
}

HistoryPoint Timeline::at(std::uint64_t position) const {
  const Segment& segment = segment_at(position);
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
  for (auto input = inputs.begin() + static_cast<std::ptrdiff_t>(input_); input != inputs.end(); ++input)
    keyframe->add({input->steps - steps, input->input});
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
  if (input_ < segment.keyframe->inputs.size())
    next = std::min(next, segment.begin + segment.keyframe->inputs[input_].steps - segment.steps_before);
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
  const auto is_old = [&](std::uint64_t position) {  // steps_max may be the largest number
    return newest_ >= steps_max && position <= newest_ - steps_max;
  };
  while (segment_ > 0 && (kept_.bytes() > bytes_max || is_old(segments_[1].begin + replayed_))) {
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
         std::max(ruleset.rule_count(), ruleset.reactions.size() + ruleset.directed.size()) * kRuleBytes;
}

// Calls visit(thing, bytes) for all in a state that may need much memory; worlds count later, when they are packed.
template <class Visit>
void for_each_share(const RunState& state, const Visit& visit) {
  visit(state.rules.ruleset.get(), bytes_of(*state.rules.ruleset));
  visit(state.world, 0);
  visit(state.origin.world, 0);
  if (state.displaced) for_each_share(state.displaced->state, visit);
}

// Makes a replay from the time line, and a time line from a replay.

constexpr std::size_t kCheckpointsMax = 16;  // each costs unpacking a world

// Segments of a line without a jump between them: steps and inputs lead from the first to the end.
struct SegmentRange {
  std::size_t first = 0, end = 0;     // segments
  std::uint64_t from = 0, until = 0;  // positions
};

std::vector<SegmentRange> ranges_of(const Timeline& line, std::uint64_t from) {
  const auto& segments = line.segments();
  std::vector<SegmentRange> ranges;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const bool last = i + 1 == segments.size();
    const std::uint64_t until = last ? line.newest() : segments[i + 1].begin;
    if (until < from || (!last && until == from)) continue;
    if (ranges.empty() || segments[i].jump) {
      ranges.push_back({i, i + 1, std::max(from, segments[i].begin), until});
    } else {
      ranges.back().end = i + 1;
      ranges.back().until = until;
    }
  }
  // Leaves out ranges without steps: something else replaced them at once.
  std::erase_if(ranges, [&](const SegmentRange& s) { return s.from == s.until && s.end < segments.size(); });
  return ranges;
}

// The planes of a solver's world that are its state.
PlaneSet state_of(const World& world, std::string_view automaton) {
  const AutomatonDefinition* const definition = find_automaton(automaton);
  const PlaneSet all = definition != nullptr ? definition->planes : world.planes();
  PlaneSet state;
  for (const Plane plane : kAllPlanes) {
    if (all.has(plane) && world.has(plane)) state.add(plane);
  }
  return state;
}

class Exporter {
 public:
  explicit Exporter(const Timeline& line) : line_(line) {}

  std::optional<Replay> replay(std::uint64_t from) {
    std::vector<SegmentRange> ranges = ranges_of(line_, from);
    while (!ranges.empty() && add(ranges.back())) ranges.pop_back();
    if (replay_.segments.empty()) return std::nullopt;
    std::ranges::reverse(replay_.segments);
    std::ranges::reverse(shown_from_);
    std::ranges::reverse(ranges_);
    add_checkpoints();
    add_keyframes();
    const ReplaySegment& last = replay_.segments.back();
    const Scene* scene = find_scene(last.scene);
    replay_.title = scene != nullptr ? std::string(scene->title) : last.rules->title;
    replay_.made_by = "Repose " REPOSE_VERSION;
    return std::move(replay_);
  }

 private:
  // Adds a range before the others. False if there is no space for it, or if its world was lost.
  bool add(const SegmentRange& range) {
    const Timeline::Segment& first = line_.segments()[range.first];
    const RunState& state = first.keyframe->state;
    ReplaySegment segment;
    segment.world = world_of(state.world);
    segment.origin = segment.world ? world_of(state.origin.world) : nullptr;
    if (!segment.origin || world_bytes_ > kReplayWorldBytesMax) return false;
    segment.rules = rules_of(*state.rules.ruleset);
    segment.run = state.run;
    segment.scene = state.origin.scene;
    segment.signs = state.signs;
    segment.origin_step = state.origin.step;
    segment.lead = first.steps_before + range.from - first.begin;
    segment.steps = range.until - range.from;
    std::uint64_t shown_from = range.from;
    if (!may_repeat(segment.lead, segment.world->cell_count())) {  // a viewer would wait too long: shows them
      segment.steps += segment.lead;
      shown_from -= segment.lead;
      segment.lead = 0;
    }
    add_inputs(range, segment);
    for (const TimedInput& input : segment.inputs) input_bytes_ += input_bytes_of(input);
    if (input_bytes_ > kReplayInputBytesMax || replay_.segments.size() == kReplaySegmentsMax) return false;
    replay_.segments.push_back(std::move(segment));
    shown_from_.push_back(shown_from);
    ranges_.push_back(range);
    return true;
  }

  void add_inputs(const SegmentRange& range, ReplaySegment& segment) const {
    const Timeline::Segment& first = line_.segments()[range.first];
    // False: a jump follows at once, so inputs at the last position were never seen.
    const bool goes_on = range.end == line_.segments().size();
    for (std::size_t i = range.first; i < range.end; ++i) {
      const Timeline::Segment& part = line_.segments()[i];
      const std::uint64_t end = i + 1 == range.end ? range.until : line_.segments()[i + 1].begin;
      const auto& inputs = part.keyframe->inputs;
      for (std::size_t e = i == range.first ? 0 : part.inputs_before; e < inputs.size(); ++e) {
        // Counted from the keyframe of the range.
        const std::uint64_t steps = part.begin + inputs[e].steps + first.steps_before - part.steps_before - first.begin;
        const std::uint64_t last = end + first.steps_before - first.begin;
        if (steps < last || (steps == last && (goes_on || i + 1 < range.end)))
          segment.inputs.push_back({steps, inputs[e].input});
      }
    }
  }

  // Adds checkpoints for verifying the replay: the worlds of keyframes that are at whole positions.
  void add_checkpoints() {
    std::map<std::uint64_t, std::uint64_t> known = line_.checkpoints();
    const std::size_t count = line_.segments().size();
    for (std::size_t i = 0; i < count; i += count / kCheckpointsMax + 1) {
      if (!is_at_whole_position(i)) continue;
      const Timeline::Segment& segment = line_.segments()[i];
      if (const auto world = segment.keyframe->state.world->get())
        known[segment.begin] = hash_world(*world, state_of(*world, segment.keyframe->state.run.automaton));
    }
    for (const auto& [position, hash] : known) {
      if (const auto shown = shown_at(position)) replay_.checkpoints.push_back({*shown, hash});
    }
  }

  // Whether the keyframe of a segment of the line has the world after all inputs at its position.
  bool is_at_whole_position(std::size_t i) const {
    const Timeline::Segment& segment = line_.segments()[i];
    const auto& inputs = segment.keyframe->inputs;
    return segment.steps_before == 0 && segment.inputs_before == 0 && (inputs.empty() || inputs.front().steps > 0) &&
           (i + 1 == line_.segments().size() || line_.segments()[i + 1].begin > segment.begin);
  }

  // Adds keyframes at such a distance that no way from one to the next is long.
  void add_keyframes() {
    constexpr std::uint64_t kWays = 4;  // so many of them are as much as may be repeated
    std::map<std::uint64_t, std::uint64_t> proofs;
    for (const Checkpoint& point : replay_.checkpoints) proofs[point.position] = point.hash;
    for (std::size_t s = 0; s < ranges_.size(); ++s) {
      ReplaySegment& segment = replay_.segments[s];
      const Timeline::Segment& first = line_.segments()[ranges_[s].first];
      std::uint64_t last = segment.lead;
      for (std::size_t i = ranges_[s].first + 1; i < ranges_[s].end; ++i) {
        const Timeline::Segment& part = line_.segments()[i];
        const std::uint64_t steps = part.begin - first.begin + first.steps_before;
        if (steps <= last || may_repeat(kWays * (steps - last), segment.world->cell_count())) continue;
        if (!is_at_whole_position(i) || keyframes_ == kReplaySegmentsMax) continue;
        const auto world = 2 * world_bytes_ < kReplayWorldBytesMax ? world_of(part.keyframe->state.world) : nullptr;
        const auto shown = shown_at(part.begin);
        if (!world || !shown) continue;
        proofs.try_emplace(*shown, hash_world(*world, state_of(*world, segment.run.automaton)));
        segment.keyframes.push_back({steps, world});
        ++keyframes_;
        last = steps;
      }
    }
    replay_.checkpoints.clear();
    for (const auto& [position, hash] : proofs) replay_.checkpoints.push_back({position, hash});
  }

  // The step of the replay that shows a position of the line; empty if there is none.
  std::optional<std::uint64_t> shown_at(std::uint64_t position) const {
    std::uint64_t shown = 0;
    std::optional<std::uint64_t> result;
    for (std::size_t i = 0; i < shown_from_.size(); ++i) {
      const std::uint64_t steps = replay_.segments[i].steps;
      if (position >= shown_from_[i] && position - shown_from_[i] <= steps) result = shown + position - shown_from_[i];
      shown += steps;
    }
    return result;
  }

  std::shared_ptr<const World> world_of(const StoredWorldPtr& stored) {
    auto& world = worlds_[stored.get()];
    if (world) return world;
    if (auto got = stored->get()) world = std::make_shared<const World>(std::move(*got));
    for (const Plane plane : kAllPlanes) world_bytes_ += world ? world->bytes(plane).size() : 0;
    return world;
  }

  std::shared_ptr<const ReplayRules> rules_of(const Ruleset& ruleset) {
    auto& rules = rules_[&ruleset];
    if (!rules) rules = std::make_shared<const ReplayRules>(ReplayRules{ruleset.title, ruleset.text});
    return rules;
  }

  const Timeline& line_;
  Replay replay_;                          // the segments are in reverse order until it is complete
  std::vector<std::uint64_t> shown_from_;  // of each segment: its first position on the line
  std::vector<SegmentRange> ranges_;       // of each segment
  std::map<const StoredWorld*, std::shared_ptr<const World>> worlds_;
  std::map<const Ruleset*, std::shared_ptr<const ReplayRules>> rules_;
  std::uint64_t world_bytes_ = 0, input_bytes_ = 0;
  std::size_t keyframes_ = 0;
};

class Importer {
 public:
  Importer(WorldStore& store, const ParametersOfAutomata& others, Timeline& line)
      : store_(store), others_(others), line_(line) {}

  Status append(const ReplaySegment& segment) {
    const LoadedRules& rules = rules_of(segment);
    if (!rules.ruleset) return Status::failure(tr("It holds no rules."));
    for (const TimedInput& input : segment.inputs) {
      const auto* edit = std::get_if<Edit>(&input.input);
      const std::string fault = edit != nullptr ? fault_of(*edit, *rules.ruleset) : std::string();
      if (!fault.empty()) return Status::failure(fault);
    }
    RunState state = state_of(segment, rules);
    const std::uint64_t offset = line_.newest(), end = segment.lead + segment.steps;
    std::vector<ReplayKeyframe> keyframes = segment.keyframes;
    std::erase_if(keyframes, [&](const ReplayKeyframe& keyframe) {
      if (keyframe.steps <= segment.lead || keyframe.steps >= end) return true;
      const auto proof = line_.checkpoints().find(offset + keyframe.steps - segment.lead);
      return proof == line_.checkpoints().end() ||
             proof->second != hash_world(*keyframe.world, repose::state_of(*keyframe.world, segment.run.automaton));
    });
    std::uint64_t from = 0, shown_from = segment.lead;
    auto input = segment.inputs.begin();
    for (std::size_t k = 0; k <= keyframes.size(); ++k) {
      const std::uint64_t until = k < keyframes.size() ? keyframes[k].steps : end;
      auto keyframe = std::make_shared<Keyframe>(Keyframe{state, {}, segment.world->cell_count(), k > 0});
      std::size_t lead_inputs = 0;
      for (; input != segment.inputs.end() && input->steps <= until; ++input) {
        keyframe->add({input->steps - from, input->input});
        if (k == 0 && input->steps <= segment.lead) ++lead_inputs;
        if (const auto* set = std::get_if<ParameterInput>(&input->input)) set_parameter(state.run.parameters, *set);
        if (const auto* sign = std::get_if<command::SetSign>(&input->input))
          change_signs(state.signs, *sign, segment.world->width(), segment.world->height());
      }
      line_.append({0, shown_from - from, lead_inputs, std::move(keyframe), k == 0}, until - shown_from);
      if (k == keyframes.size()) break;
      state.world = stored(keyframes[k].world);
      state.run.step += until - from;
      from = shown_from = until;
    }
    return {};
  }

 private:
  const LoadedRules& rules_of(const ReplaySegment& segment) {
    const auto [known, is_new] = rules_.try_emplace(segment.rules.get());
    if (is_new) known->second = read_rules(segment.rules->text, segment.rules->title);
    return known->second;
  }

  static void set_parameter(ParameterValues& values, const ParameterInput& set) {
    const auto known = std::ranges::find(values, set.name, &ParameterValues::value_type::first);
    known != values.end() ? void(known->second = set.value) : void(values.emplace_back(set.name, set.value));
  }

  static std::string fault_of(const Edit& edit, const Ruleset& ruleset) {
    std::string fault = edit_fault(edit, ruleset);
    const auto* stamp = std::get_if<StampEdit>(&edit);
    if (!fault.empty() || stamp == nullptr) return fault;
    const std::uint8_t highest = *std::ranges::max_element(*stamp->cells);
    return highest < ruleset.elements.size() ? fault : trf("There is no element number {}.", highest);
  }

  RunState state_of(const ReplaySegment& segment, const LoadedRules& rules) {
    std::string scene = find_scene(segment.scene) != nullptr ? segment.scene : std::string();
    return {.rules = rules,
            .run = segment.run,
            .other_parameters = others_,
            .world = stored(segment.world),
            .origin = {stored(segment.origin), segment.origin_step, std::move(scene)},
            .displaced = nullptr,
            .signs = segment.signs};
  }

  StoredWorldPtr stored(const std::shared_ptr<const World>& world) {
    StoredWorldPtr& stored = worlds_[world.get()];
    if (!stored) stored = store_.put(*world);
    return stored;
  }

  WorldStore& store_;
  const ParametersOfAutomata& others_;
  Timeline& line_;
  std::map<const ReplayRules*, LoadedRules> rules_;
  std::map<const World*, StoredWorldPtr> worlds_;
};

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

void KeptBytes::use(const StoredWorldPtr& world, std::size_t) {
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

// Uses everything that for_each(visit) visits, or nothing.
template <class ForEach>
void KeptBytes::use_all(const ForEach& for_each) {
  int used = 0;
  try {
    for_each([&](const auto& thing, std::size_t bytes) { use(thing, bytes), ++used; });
  } catch (...) {
    for_each([&](const auto& thing, std::size_t) {
      if (used-- > 0) leave(thing);
    });
    throw;
  }
}

void KeptBytes::add(const Keyframe& keyframe) {
  const bool first = !things_.contains(&keyframe);
  use_all([&](const auto& visit) {
    visit(&keyframe, sizeof keyframe + keyframe.input_bytes);
    if (first) for_each_share(keyframe.state, visit);
  });
}

void KeptBytes::remove(const Keyframe& keyframe) {
  leave(&keyframe);
  if (things_.contains(&keyframe)) return;
  for_each_share(keyframe.state, [this](const auto& thing, std::size_t) { leave(thing); });
}

void KeptBytes::add_inputs(const Keyframe& keyframe, std::size_t bytes) {
  const auto it = things_.find(&keyframe);
  if (it == things_.end()) return;
  it->second.bytes += bytes;
  bytes_ += bytes;
}

std::size_t KeptBytes::bytes() {
  try {
    if (counted_.size() < worlds_.size()) {
      for (const auto& [world, uses] : worlds_) {
        if (counted_.contains(world)) continue;
        const auto packed = world->packed();
        if (!packed) continue;
        counted_.emplace(world, packed);
        try {
          use_all([&](const auto& visit) { packed->for_each_part(visit); });
        } catch (...) {
          counted_.erase(world);
          throw;
        }
      }
    }
  } catch (const std::bad_alloc&) {  // counts them the next time
  }
  return bytes_;
}

std::optional<Replay> replay_of(const Timeline& line, std::uint64_t from) { return Exporter(line).replay(from); }

Status line_of(const Replay& replay, WorldStore& store, const ParametersOfAutomata& others, Timeline& line) {
  for (const Checkpoint& point : replay.checkpoints) line.checkpoints()[point.position] = point.hash;
  Importer importer(store, others, line);
  for (const ReplaySegment& segment : replay.segments) {
    if (Status status = importer.append(segment); !status) return status;
  }
  return {};
}

}  // namespace repose

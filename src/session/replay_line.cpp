#include "session/replay_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "repose/registry.hpp"
#include "repose/scene.hpp"
#include "session/commands.hpp"
#include "session/world_document.hpp"

namespace repose {

namespace {

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
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    const auto plane = static_cast<Plane>(i);
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
    const bool goes_on =
        range.end ==
        line_.segments().size();  // false: a jump follows at once, so inputs at the last position were never seen
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
    for (std::size_t i = 0; world && i < kPlaneCount; ++i) world_bytes_ += world->bytes(static_cast<Plane>(i)).size();
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
    if (!rules.ruleset) return Status::failure("It holds no rules.");
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
    return highest < ruleset.elements.size() ? fault : fmt::format("There is no element number {}.", highest);
  }

  RunState state_of(const ReplaySegment& segment, const LoadedRules& rules) {
    std::string scene = find_scene(segment.scene) != nullptr ? segment.scene : std::string();
    return {.rules = rules,
            .run = segment.run,
            .other_parameters = others_,
            .world = stored(segment.world),
            .origin = {stored(segment.origin), segment.origin_step, std::move(scene)},
            .displaced = nullptr};
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

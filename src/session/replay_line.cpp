#include "session/replay_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "repose/registry.hpp"
#include "repose/scene.hpp"
#include "session/edit_fault.hpp"
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
    add_checkpoints();
    const ReplaySegment& last = replay_.segments.back();
    const Scene* scene = find_scene(last.scene);
    replay_.title = scene != nullptr ? std::string(scene->title) : last.rules->title;
    replay_.made_by = "Repose " REPOSE_VERSION;
    return std::move(replay_);
  }

 private:
  // Adds a range before the others. False if there is no room for it, or if its world was lost.
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
    if (!replay_lead_fits(segment.lead, segment.world->cell_count())) {  // a viewer would wait too long: shows them
      segment.steps += segment.lead;
      shown_from -= segment.lead;
      segment.lead = 0;
    }
    add_inputs(range, segment);
    for (const TimedInput& input : segment.inputs) input_bytes_ += input_bytes_of(input);
    if (input_bytes_ > kReplayInputBytesMax || replay_.segments.size() == kReplaySegmentsMax) return false;
    replay_.segments.push_back(std::move(segment));
    shown_from_.push_back(shown_from);
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
      const Timeline::Segment& segment = line_.segments()[i];
      const auto& inputs = segment.keyframe->inputs;
      if (segment.steps_before > 0 || segment.inputs_before > 0 || (!inputs.empty() && inputs.front().steps == 0))
        continue;
      if (i + 1 < count && line_.segments()[i + 1].begin == segment.begin) continue;
      if (const auto world = segment.keyframe->state.world->get())
        known[segment.begin] = hash_world(*world, state_of(*world, segment.keyframe->state.run.automaton));
    }
    for (const auto& [position, hash] : known) {
      if (const auto shown = shown_at(position)) replay_.checkpoints.push_back({*shown, hash});
    }
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
  std::map<const StoredWorld*, std::shared_ptr<const World>> worlds_;
  std::map<const Ruleset*, std::shared_ptr<const ReplayRules>> rules_;
  std::uint64_t world_bytes_ = 0, input_bytes_ = 0;
};

class Importer {
 public:
  Importer(WorldStore& store, const ParametersOfAutomata& others) : store_(store), others_(others) {}

  Status append(const ReplaySegment& segment, Timeline& line) {
    const LoadedRules& rules = rules_of(segment);
    if (!rules.ruleset) return Status::failure("It holds no rules.");
    for (const TimedInput& input : segment.inputs) {
      const auto* edit = std::get_if<Edit>(&input.input);
      const std::string fault = edit != nullptr ? fault_of(*edit, *rules.ruleset) : std::string();
      if (!fault.empty()) return Status::failure(fault);
    }
    auto keyframe = std::make_shared<Keyframe>();
    keyframe->state = state_of(segment, rules);
    keyframe->inputs = segment.inputs;
    for (const TimedInput& input : segment.inputs) keyframe->input_bytes += input_bytes_of(input);
    const auto before = std::ranges::upper_bound(keyframe->inputs, segment.lead, {}, &TimedInput::steps);
    const auto inputs_before = static_cast<std::size_t>(before - keyframe->inputs.begin());
    line.append({0, segment.lead, inputs_before, std::move(keyframe), true}, segment.steps);
    return {};
  }

 private:
  const LoadedRules& rules_of(const ReplaySegment& segment) {
    const auto [known, is_new] = rules_.try_emplace(segment.rules.get());
    if (is_new) known->second = read_rules(segment.rules->text, segment.rules->title);
    return known->second;
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
  std::map<const ReplayRules*, LoadedRules> rules_;
  std::map<const World*, StoredWorldPtr> worlds_;
};

}  // namespace

std::optional<Replay> replay_of(const Timeline& line, std::uint64_t from) { return Exporter(line).replay(from); }

Status line_of(const Replay& replay, WorldStore& store, const ParametersOfAutomata& others, Timeline& line) {
  Importer importer(store, others);
  for (const ReplaySegment& segment : replay.segments) {
    if (Status status = importer.append(segment, line); !status) return status;
  }
  for (const Checkpoint& point : replay.checkpoints) line.checkpoints()[point.position] = point.hash;
  return {};
}

}  // namespace repose

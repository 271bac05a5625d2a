#include "session/replay_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "repose/scene.hpp"
#include "session/edit_fault.hpp"
#include "session/world_document.hpp"

namespace repose {

namespace {

constexpr std::uint64_t kCheckpointsMax = 16;  // each is a world to be unpacked

// Segments of a line that lead into each other: all but the first have keyframes only so that nothing is far from one.
struct Stretch {
  std::size_t first = 0, end = 0;     // segments
  std::uint64_t from = 0, until = 0;  // positions
};

std::vector<Stretch> stretches_of(const Timeline& line, std::uint64_t from) {
  const auto& segments = line.segments();
  std::vector<Stretch> stretches;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const bool last = i + 1 == segments.size();
    const std::uint64_t until = last ? line.newest() : segments[i + 1].begin;
    if (until < from || (!last && until == from)) continue;
    if (stretches.empty() || segments[i].jump) {
      stretches.push_back({i, i + 1, std::max(from, segments[i].begin), until});
    } else {
      stretches.back().end = i + 1;
      stretches.back().until = until;
    }
  }
  // Nobody has seen what something else took the place of at once.
  std::erase_if(stretches, [&](const Stretch& s) { return s.from == s.until && s.end < segments.size(); });
  return stretches;
}

class Exporter {
 public:
  explicit Exporter(const Timeline& line) : line_(line) {}

  std::optional<Replay> replay(std::uint64_t from) {
    std::vector<Stretch> stretches = stretches_of(line_, from);
    while (!stretches.empty() && add(stretches.back())) stretches.pop_back();
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
  // Begins the replay with one stretch more; false where there is no room for it, or its world was lost.
  bool add(const Stretch& stretch) {
    const Timeline::Segment& first = line_.segments()[stretch.first];
    const Moment& moment = first.keyframe->moment;
    ReplaySegment segment;
    segment.world = world_of(moment.world);
    segment.origin = segment.world ? world_of(moment.origin) : nullptr;
    if (!segment.origin || world_bytes_ > kReplayWorldBytesMax) return false;
    segment.rules = rules_of(moment);
    segment.automaton = moment.automaton;
    segment.parameters = moment.parameters;
    segment.scene = moment.scene;
    segment.seed = moment.seed;
    segment.first_bias = moment.first_bias;
    segment.step = moment.step;
    segment.origin_step = moment.origin_step;
    segment.lead = first.steps_before + stretch.from - first.begin;
    segment.steps = stretch.until - stretch.from;
    std::uint64_t shown_from = stretch.from;
    if (segment.lead > kReplayLeadCellsMax / segment.world->cell_count()) {  // too long a wait: they are seen
      segment.steps += segment.lead;
      shown_from -= segment.lead;
      segment.lead = 0;
    }
    add_events(stretch, segment);
    for (const Event& event : segment.events) event_bytes_ += event_bytes(event);
    if (event_bytes_ > kReplayEventBytesMax || replay_.segments.size() == kReplaySegmentsMax) return false;
    replay_.segments.push_back(std::move(segment));
    shown_from_.push_back(shown_from);
    return true;
  }

  void add_events(const Stretch& stretch, ReplaySegment& segment) const {
    const Timeline::Segment& first = line_.segments()[stretch.first];
    const bool goes_on =
        stretch.end == line_.segments().size();  // else what was done at its very end was seen by nobody
    for (std::size_t i = stretch.first; i < stretch.end; ++i) {
      const Timeline::Segment& part = line_.segments()[i];
      const std::uint64_t end = i + 1 == stretch.end ? stretch.until : line_.segments()[i + 1].begin;
      const auto& script = part.keyframe->script;
      for (std::size_t e = i == stretch.first ? 0 : part.events_before; e < script.size(); ++e) {
        // Since the stretch's keyframe. What its script knows of times before the part is none of the part's.
        const std::uint64_t steps = part.begin + script[e].steps + first.steps_before - part.steps_before - first.begin;
        const std::uint64_t last = end + first.steps_before - first.begin;
        if (steps < last || (steps == last && (goes_on || i + 1 < stretch.end)))
          segment.events.push_back({steps, script[e].deed});
      }
    }
  }

  // Worlds that were put by on the way are what a replay can be held against.
  void add_checkpoints() {
    std::map<std::uint64_t, std::uint64_t> known = line_.checkpoints();
    const std::uint64_t count = line_.segments().size();
    for (std::uint64_t i = 0; i < count; i += count / kCheckpointsMax + 1) {
      const Timeline::Segment& segment = line_.segments()[i];
      const auto& script = segment.keyframe->script;
      if (segment.steps_before > 0 || segment.events_before > 0 || (!script.empty() && script.front().steps == 0))
        continue;
      if (i + 1 < count && line_.segments()[i + 1].begin == segment.begin) continue;
      if (const auto world = segment.keyframe->moment.world->get())
        known[segment.begin] = hash_world(*world, world->planes());
    }
    for (const auto& [position, hash] : known) {
      if (const auto shown = shown_at(position)) replay_.checkpoints.push_back({*shown, hash});
    }
  }

  // Where the replay shows a position of the line.
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

  std::shared_ptr<const ReplayRules> rules_of(const Moment& moment) {
    auto& rules = rules_[moment.ruleset.get()];
    if (!rules) rules = std::make_shared<const ReplayRules>(ReplayRules{moment.ruleset->title, moment.ruleset->text});
    return rules;
  }

  const Timeline& line_;
  Replay replay_;                          // its segments from the last to the first, at first
  std::vector<std::uint64_t> shown_from_;  // of each segment: its first position on the line
  std::map<const StoredWorld*, std::shared_ptr<const World>> worlds_;
  std::map<const Ruleset*, std::shared_ptr<const ReplayRules>> rules_;
  std::uint64_t world_bytes_ = 0, event_bytes_ = 0;
};

class Importer {
 public:
  Importer(WorldStore& store, const ParametersOfAutomata& others) : store_(store), others_(others) {}

  Status lay(const ReplaySegment& segment, Timeline& line) {
    const Rules& rules = rules_of(segment);
    if (!rules.ruleset) return Status::failure("It holds no rules.");
    for (const Event& event : segment.events) {
      const auto* edit = std::get_if<Edit>(&event.deed);
      const std::string fault = edit != nullptr ? fault_of(*edit, *rules.ruleset) : std::string();
      if (!fault.empty()) return Status::failure(fault);
    }
    auto keyframe = std::make_shared<Keyframe>();
    keyframe->moment = moment_of(segment, rules);
    keyframe->script = segment.events;
    for (const Event& event : segment.events) keyframe->script_bytes += event_bytes(event);
    const auto before = std::ranges::upper_bound(keyframe->script, segment.lead, {}, &Event::steps);
    const auto events_before = static_cast<std::size_t>(before - keyframe->script.begin());
    line.lay({0, segment.lead, events_before, std::move(keyframe), true}, segment.steps);
    return {};
  }

 private:
  struct Rules {
    std::shared_ptr<const Ruleset> ruleset;  // null: there are none
    std::shared_ptr<const Diagnostics> diagnostics;
  };

  const Rules& rules_of(const ReplaySegment& segment) {
    const auto [known, is_new] = rules_.try_emplace(segment.rules.get());
    if (!is_new) return known->second;
    ConfigResult config = read_rules(segment.rules->text, segment.rules->title);
    if (config.ruleset) known->second.ruleset = std::make_shared<const Ruleset>(std::move(*config.ruleset));
    known->second.diagnostics = std::make_shared<const Diagnostics>(std::move(config.diagnostics));
    return known->second;
  }

  static std::string fault_of(const Edit& edit, const Ruleset& ruleset) {
    std::string fault = edit_fault(edit, ruleset);
    const auto* stamp = std::get_if<StampEdit>(&edit);
    if (!fault.empty() || stamp == nullptr) return fault;
    const std::uint8_t highest = *std::ranges::max_element(*stamp->cells);
    return highest < ruleset.elements.size() ? fault : fmt::format("There is no element number {}.", highest);
  }

  Moment moment_of(const ReplaySegment& segment, const Rules& rules) {
    return {.automaton = segment.automaton,
            .ruleset = rules.ruleset,
            .diagnostics = rules.diagnostics,
            .parameters = segment.parameters,
            .other_parameters = others_,
            .world = stored(segment.world),
            .origin = stored(segment.origin),
            .scene = find_scene(segment.scene) != nullptr ? segment.scene : std::string(),
            .step = segment.step,
            .origin_step = segment.origin_step,
            .seed = segment.seed,
            .first_bias = segment.first_bias,
            .displaced = nullptr};
  }

  StoredWorldPtr stored(const std::shared_ptr<const World>& world) {
    StoredWorldPtr& stored = worlds_[world.get()];
    if (!stored) stored = store_.put(*world);
    return stored;
  }

  WorldStore& store_;
  const ParametersOfAutomata& others_;
  std::map<const ReplayRules*, Rules> rules_;
  std::map<const World*, StoredWorldPtr> worlds_;
};

}  // namespace

std::optional<Replay> replay_of(const Timeline& line, std::uint64_t from) { return Exporter(line).replay(from); }

Status line_of(const Replay& replay, WorldStore& store, const ParametersOfAutomata& others, Timeline& line) {
  Importer importer(store, others);
  for (const ReplaySegment& segment : replay.segments) {
    if (Status status = importer.lay(segment, line); !status) return status;
  }
  for (const Checkpoint& point : replay.checkpoints) line.checkpoints()[point.position] = point.hash;
  return {};
}

}  // namespace repose

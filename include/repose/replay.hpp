// Replays, `.replay`: what somebody did, to be done again on any machine and backend. A run is a function of rules,
// world, automaton, parameters, seed and what was done, so that minutes of it take a few kilobytes. docs/files.md has
// the format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "repose/edit.hpp"
#include "repose/picture.hpp"
#include "repose/solver.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

inline constexpr std::string_view kReplayFileSuffix = ".replay";

// Limits on what a replay holds, for who writes one as for who reads one.
inline constexpr std::uint64_t kReplayWorldBytesMax = 512u << 20;  // all its worlds together, unpacked
inline constexpr std::uint64_t kReplayEventBytesMax = 128u << 20;  // all that was done, in memory
inline constexpr std::size_t kReplaySegmentsMax = 4096;
inline constexpr std::uint64_t kReplayStepsMax = 1'000'000'000;  // of a segment
inline constexpr std::uint64_t kReplayLeadCellsMax = std::uint64_t{1}
                                                     << 31;  // of a segment: steps of its lead, times cells

// What a person did between two steps and can simply be done again.
struct SetParameterDeed {
  std::string name;
  double value = 0;
  friend bool operator==(const SetParameterDeed&, const SetParameterDeed&) = default;
};
using Deed = std::variant<Edit, SetParameterDeed>;
struct Event {
  std::uint64_t steps = 0;  // taken since the beginning of the segment
  Deed deed;
};
std::size_t event_bytes(const Event& event);  // in memory, with all that belongs to it

struct ReplayRules {
  std::string title, text;  // as WorldDocument has them
  friend bool operator==(const ReplayRules&, const ReplayRules&) = default;
};

// From one thing that was neither step nor edit (a scene, an undo, another automaton) to the next.
struct ReplaySegment {
  std::shared_ptr<const ReplayRules> rules;  // never null, like the worlds; segments share what they have in common
  std::shared_ptr<const World> world;
  std::shared_ptr<const World> origin;  // what Reset returns to
  std::string automaton;
  std::vector<std::pair<std::string, double>> parameters;  // of the automaton
  std::string scene;                                       // empty: none
  std::uint64_t seed = 1;
  Bias first_bias = Bias::left;
  std::uint64_t step = 0, origin_step = 0;  // the step counter with `world` and with `origin`
  std::uint64_t lead = 0;                   // so many steps are taken before anything is seen
  std::uint64_t steps = 0;                  // that are seen, after them
  std::vector<Event> events;                // in the order in which they were done; `steps` ascending
};

// What the hash was at a position, after all that was done there.
struct Checkpoint {
  std::uint64_t position = 0;  // steps seen before it
  std::uint64_t hash = 0;
  friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

struct Replay {
  std::string title;                    // of what it shows
  std::string made_by;                  // "Repose 1.0"
  std::vector<ReplaySegment> segments;  // at least one
  // Ascending. How those come out who play it tells whether it plays as it was recorded; automata that are exact always
  // do.
  std::vector<Checkpoint> checkpoints;

  std::uint64_t steps() const;  // that are seen
};

// A replay file in memory.
std::vector<std::byte> encode_replay(const Replay& replay);
// Whatever the bytes are, the answer is a replay as it was written or a sentence about what is wrong; `name` is what it
// calls them. Sizes, planes and order are sound then; rules, automata and elements are for the session to judge.
Status decode_replay(std::span<const std::byte> bytes, std::string_view name, Replay& replay);

// Whole or not at all, like every file.
Status write_replay(const std::filesystem::path& path, const Replay& replay);
// A replay file, or a picture that carries one.
Status read_replay(const std::filesystem::path& path, Replay& replay);
// A PNG that any program shows, with the replay in a chunk of its own. Refused where the replay is too large for what
// other programs take.
Status write_picture_with_replay(const std::filesystem::path& path, const Picture& picture, const Replay& replay);
// Whether it is a replay file or a picture that carries a replay, a torn one too; false for a file that cannot be read.
bool holds_replay(const std::filesystem::path& path);

}  // namespace repose

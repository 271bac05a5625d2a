// Replays, `.replay`: a recorded run that can be repeated on any machine and backend. A run is a function of rules,
// world, automaton, parameters, seed and inputs, so minutes of it take a few kilobytes. docs/files.md has the format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "repose/command.hpp"
#include "repose/edit.hpp"
#include "repose/picture.hpp"
#include "repose/run.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

inline constexpr std::string_view kReplayFileSuffix = ".replay";

// Limits for writing and for reading.
inline constexpr std::uint64_t kReplayWorldBytesMax = 512u << 20;  // all worlds together, unpacked
inline constexpr std::uint64_t kReplayInputBytesMax = 128u << 20;  // all inputs together, in memory
inline constexpr std::size_t kReplaySegmentsMax = 4096;            // and of keyframes
inline constexpr std::uint64_t kReplayStepsMax = 1'000'000'000;    // of a segment

// The most cells that are updated to compute a recorded world again: by opening a replay, undo, redo and SeekTime.
// About a second on a processor. Larger: rewinding takes longer; smaller: more worlds are stored.
inline constexpr std::uint64_t kRepeatedCellsMax = std::uint64_t{1} << 30;
inline constexpr std::uint64_t kStepCells = 4096;  // a step costs about as much as updating this many cells more
// Whether so many steps of a world of that many cells may be repeated.
constexpr bool may_repeat(std::uint64_t steps, std::uint64_t cells) {
  return steps <= kRepeatedCellsMax / (cells + kStepCells);
}

// A parameter that a person has set.
struct ParameterInput {
  std::string name;
  double value = 0;
  friend bool operator==(const ParameterInput&, const ParameterInput&) = default;
};
// What a person did between two steps, if it can be repeated exactly.
using Input = std::variant<Edit, ParameterInput, command::SetSign>;
struct TimedInput {
  std::uint64_t steps = 0;  // taken since the beginning of the segment
  Input input;
};
// Bytes in memory, with everything that the input owns.
std::size_t input_bytes_of(const TimedInput& input);
// About how many cells it updates in a world of so many cells.
std::uint64_t input_cells_of(const TimedInput& input, std::uint64_t cells);

struct ReplayRules {
  std::string title, text;  // `config_title` and `config` of WorldDocument
  friend bool operator==(const ReplayRules&, const ReplayRules&) = default;
};

// The world of a segment after some steps and all inputs until then. With it a player can begin there instead of at the
// beginning of the segment. Not trusted: ignored unless a checkpoint has its hash, and computed again when played over.
struct ReplayKeyframe {
  std::uint64_t steps = 0;             // since the beginning of the segment
  std::shared_ptr<const World> world;  // never null
};

// A part of a run with steps and inputs only. All else (a scene, an undo, another automaton) begins a new segment.
struct ReplaySegment {
  std::shared_ptr<const ReplayRules> rules;  // never null, nor are the worlds; segments share equal ones
  std::shared_ptr<const World> world;
  std::shared_ptr<const World> origin;    // the world that Reset returns to
  RunSettings run;                        // when it begins
  std::string scene;                      // empty: none
  std::uint64_t origin_step = 0;          // the step counter after Reset
  std::uint64_t lead = 0;                 // steps that are taken before anything is shown
  std::uint64_t steps = 0;                // steps after them, which are shown
  std::vector<TimedInput> inputs;         // in their order, `steps` ascending; lead included
  std::vector<ReplayKeyframe> keyframes;  // `steps` ascending; may be empty
  Signs signs = {};                       // when it begins
};

// The hash of the world at a position, after all inputs there.
struct Checkpoint {
  std::uint64_t position = 0;  // steps shown before it
  std::uint64_t hash = 0;
  friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

// What the file of a solution says about itself. Not trusted: a judge plays the inputs again.
struct ChallengeClaim {
  std::string name;             // of the challenge
  std::uint64_t text_hash = 0;  // xxHash64 of its text
  std::string medal;            // "bronze", "silver" or "gold"; "none" if it is not solved
  std::uint64_t steps = 0, matter = 0, strokes = 0;
};

struct Replay {
  std::string title;                    // of what it shows
  std::string made_by;                  // "Repose 1.0"
  std::vector<ReplaySegment> segments;  // at least one
  // Positions ascending. Equal hashes when it is repeated: it runs as recorded; in exact automata they always are.
  std::vector<Checkpoint> checkpoints;
  std::optional<ChallengeClaim> challenge;  // of the solution of a challenge

  // Steps that are shown, in all segments.
  std::uint64_t steps() const;
};

// Returns the bytes of a replay file.
std::vector<std::byte> encode_replay(const Replay& replay);
// Reads the bytes of a replay file. Any bytes are safe: fails with a sentence about what is wrong, in which `name` is
// the name of the file. Checks sizes, planes and order. Does not check rules, automata and elements; the session does.
Status decode_replay(std::span<const std::byte> bytes, std::string_view name, Replay& replay);

// Writes the whole file. On failure the old file stays as it was. Leaves out keyframes that make the file too large: on
// average they take at most a byte for 32768 updated cells, which is 60 kB for a minute of Valley.
Status write_replay(const std::filesystem::path& path, const Replay& replay);
// Reads a replay file, or a picture that carries a replay.
Status read_replay(const std::filesystem::path& path, Replay& replay);
// Writes a PNG that every program can show, with the replay in a chunk of its own, without the keyframes that make it
// too large. Fails if the replay is larger than other programs accept in a PNG.
Status write_picture_with_replay(const std::filesystem::path& path, const Picture& picture, const Replay& replay);
// Whether the file begins as a replay or carries one in a picture, damaged or not. False if it cannot be read.
bool holds_replay(const std::filesystem::path& path);

}  // namespace repose

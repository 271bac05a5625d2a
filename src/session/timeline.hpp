// The time line: the last steps and the inputs between them, so that every position on it can be reached again. A
// position is the number of steps along the line. (The session's step counter is another number: scenes and Reset set
// it back.)
//
// The line is made of segments. Each begins with a keyframe, whose inputs and steps lead to the rest of the segment.
// Timeline only stores these; History restores states and computes steps. If a function throws because memory runs out,
// nothing has changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "repose/replay.hpp"
#include "session/run_state.hpp"

namespace repose {

// A run state, and the inputs after it. Taking the same steps with the same inputs leads to every later point.
struct Keyframe {
  RunState state;
  std::vector<TimedInput> inputs;  // in their order; `steps` counts from the keyframe
  std::uint64_t cells = 0;         // of its world
  bool from_file = false;          // true: nothing has computed this world yet, it was read from a replay
  std::size_t input_bytes = 0;     // of memory
  std::uint64_t input_cells = 0;   // that the inputs update

  void add(TimedInput input) {
    inputs.push_back(std::move(input));
    input_bytes += input_bytes_of(inputs.back());
    input_cells += input_cells_of(inputs.back(), cells);
  }
};

// A point after a keyframe: that many steps, and its first `input_count` inputs. Later inputs do not change it.
struct HistoryPoint {
  std::shared_ptr<const Keyframe> keyframe;
  std::uint64_t steps = 0;
  std::size_t input_count = 0;
};

// The memory of keyframes. A part that several of them share (packed chunks, rules) counts once.
class KeptBytes {
 public:
  // A keyframe may be added several times and counts until it was removed as often. All or, if this throws, nothing.
  void add(const Keyframe& keyframe);
  void remove(const Keyframe& keyframe);
  // Call when its inputs have grown by this number of bytes.
  void add_inputs(const Keyframe& keyframe, std::size_t bytes);

  // With the worlds that are packed by now; some are left out until the next call if memory runs out.
  std::size_t bytes();
  std::size_t counted() const { return bytes_; }  // by the last call

 private:
  struct Thing {
    std::size_t uses = 0, bytes = 0;
  };

  template <class ForEach>
  void use_all(const ForEach& for_each);
  void use(const void* thing, std::size_t bytes);
  void leave(const void* thing);
  void use(const StoredWorldPtr& world, std::size_t);
  void leave(const StoredWorldPtr& world);

  std::unordered_map<const void*, Thing> things_;               // keyframes, rules, chunks
  std::unordered_map<const StoredWorld*, std::size_t> worlds_;  // number of uses
  // The worlds of `worlds_` whose chunks are counted in `things_`.
  std::unordered_map<const StoredWorld*, std::shared_ptr<const PackedWorld>> counted_;
  std::size_t bytes_ = 0;
};

class Timeline {
 public:
  struct Segment {
    std::uint64_t begin = 0;  // its first position
    // The point after the keyframe at which the segment begins. Not 0 if undo has led to a point between keyframes.
    std::uint64_t steps_before = 0;
    std::size_t inputs_before = 0;
    std::shared_ptr<Keyframe> keyframe;  // only this segment adds to its inputs
    bool jump = false;                   // true: neither steps nor inputs lead from the segment before to this one
  };

  std::uint64_t oldest() const { return segments_.front().begin; }
  std::uint64_t now() const { return now_; }
  std::uint64_t newest() const { return newest_; }
  bool in_the_past() const { return now_ < newest_; }
  // A number that changes whenever later positions are removed.
  std::uint64_t branch() const { return branch_; }

  HistoryPoint here() const;
  // A position after all its inputs. Precondition: oldest() <= position <= newest().
  HistoryPoint at(std::uint64_t position) const;
  void move_to(std::uint64_t position);
  // Moves back to a position from before steps that have failed; `was_newest`: it was the newest one.
  void give_up_steps(std::uint64_t position, bool was_newest);

  // Begins a segment at a point, and removes later positions.
  void begin_segment(const HistoryPoint& from, bool jump);
  // Adds all inputs now or, when memory runs out, none. Removes later positions. Returns their bytes in memory.
  std::size_t add(std::vector<Input> inputs);

  // Appends a segment of that many steps, read from a replay, and sets its `begin`. `now` becomes the oldest position.
  void append(Segment segment, std::uint64_t steps);
  const std::deque<Segment>& segments() const { return segments_; }
  // Precondition: oldest() <= position <= newest().
  const Segment& segment_at(std::uint64_t position) const;
  // Hashes of the worlds at some positions.
  std::map<std::uint64_t, std::uint64_t>& checkpoints() { return checkpoints_; }
  const std::map<std::uint64_t, std::uint64_t>& checkpoints() const { return checkpoints_; }
  // Before the newest position: adds a keyframe of what runs now, so that later positions are near a keyframe.
  void split(RunState state);
  // The keyframe of the present segment, which begins here, becomes what runs now.
  void replace_keyframe(RunState state);

  // Steps to the next input, the next segment or the end; 0 at the newest position.
  std::uint64_t steps_to_next() const;
  // Moves forward by `steps`. Before the newest position: by at most steps_to_next().
  void advance(std::uint64_t steps);
  // Returns the next input at this position that must be repeated, and moves past it. Null when none is left.
  const TimedInput* next_input();
  // As next_input(), for a segment that begins at this position. Call it when no input is left.
  const Segment* next_segment();
  std::uint64_t steps_since_keyframe() const { return here().steps; }
  const Keyframe& last_keyframe() const { return *segments_.back().keyframe; }

  // Drops the oldest segments until the rest fits, but not the present one, nor for `steps_max` those of a replay.
  void trim(std::size_t bytes_max, std::uint64_t steps_max);
  std::size_t bytes() { return kept_.bytes(); }
  std::size_t counted_bytes() const { return kept_.counted(); }

 private:
  void insert(std::size_t at, Segment segment);
  void cut_future();
  // Those after now_: they were hashes of the positions that are removed.
  void forget_checkpoints() { checkpoints_.erase(checkpoints_.lower_bound(now_), checkpoints_.end()); }

  std::deque<Segment> segments_;
  std::map<std::uint64_t, std::uint64_t> checkpoints_;
  std::uint64_t now_ = 0, newest_ = 0, branch_ = 0;
  std::uint64_t replayed_ = 0;  // steps that were read from a replay
  std::size_t segment_ = 0;     // of now_
  std::size_t input_ = 0;       // of its keyframe: the next one
  KeptBytes kept_;
};

// The line from that position on; empty when its worlds were lost or are too large. Leaves out the oldest parts if it
// becomes too large. Checkpoints: the line's, and the worlds of keyframes, some of which it keeps. Takes no steps.
std::optional<Replay> replay_of(const Timeline& line, std::uint64_t from);

// The line of a replay, at its beginning. Fails with a sentence if rules cannot be read, or if an input does not fit
// the rules. Leaves out keyframes whose hash is not that of a checkpoint. `others`: parameters of other automata.
Status line_of(const Replay& replay, WorldStore& store, const ParametersOfAutomata& others, Timeline& line);

// The inputs of a replay as bytes. docs/files.md has the format.
void append_inputs(std::string& bytes, const std::vector<TimedInput>& inputs);

// Removes `count` inputs from the front of the bytes, and subtracts the memory that they need from `memory`. Throws
// Unsound if `memory` is not enough, or if the bytes are not inputs.
std::vector<TimedInput> take_inputs(std::string_view& bytes, std::uint64_t count, std::uint64_t& memory);

}  // namespace repose

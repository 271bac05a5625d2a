// Undo, redo and the time line of a session. The session passes it every command; it executes the command and records
// the operation. docs/history.md describes how it works.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "repose/command.hpp"
#include "repose/ruleset.hpp"
#include "repose/session.hpp"
#include "session/command_dispatch.hpp"
#include "session/running_solver.hpp"
#include "session/timeline.hpp"

namespace repose {

// Decides when the next keyframe is due: soon enough that the steps since the last one are repeated quickly, and rarely
// enough that storing keyframes does not disturb. Reads the clock; results do not depend on where keyframes are.
class KeyframePace {
 public:
  // Call after a keyframe has been stored. Without `seconds` its cost counts as equal to that of the one before.
  void taken(double seconds);
  void taken() { taken_at_ = Clock::now(); }
  // The time that packing a world took on another thread.
  void note_packing(double seconds) { packing_seconds_ = seconds; }
  // Measures what a step costs. If the solver is not the one of the last call, its steps must count from 0.
  void look_at(const SolverStats& stats);

  // The expected time of that many steps.
  double seconds_of(std::uint64_t steps) const { return static_cast<double>(steps) * seconds_each_; }
  // `steps`: since the last keyframe.
  bool is_long_way(std::uint64_t steps) const { return seconds_of(steps) >= kWaySeconds || steps >= kStepsMax; }
  bool is_due(std::uint64_t steps) const;
  // Number of steps until is_due() must be called again; at least 1.
  std::uint64_t steps_until_due(std::uint64_t steps) const;

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kWaySeconds = 0.05;   // limit for the steps from a keyframe to the next
  static constexpr double kShareOfTime = 0.05;  // limit for the share of time that storing keyframes costs
  static constexpr double kShareOfPacking =
      0.25;  // share of the packing time that counts as cost; small, because other processors do most of it
  static constexpr std::uint64_t kStepsMax =
      500;  // limit even if steps cost nothing, because the time line is trimmed by whole segments

  double seconds_each_ = kWaySeconds;              // of a step; an assumption until the first measurement
  double cost_seconds_ = 0, packing_seconds_ = 0;  // of the last keyframe
  Clock::time_point taken_at_ = Clock::now();
  std::uint64_t steps_seen_ = 0;  // of the solver, in the last call of look_at()
  double seconds_seen_ = 0;
};

class History {
 public:
  // Begins with what `running` runs now. `running` must outlive the history.
  History(RunningSolver& running, const CommandDispatch& commands, const HistoryLimits& limits);
  ~History();
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  void set_limits(const HistoryLimits& limits);
  CommandResult execute(const Command& command);

  // Begins steps in the background. False when nothing has begun. Precondition: not must_follow(count).
  bool begin_steps(std::uint64_t count);
  // Whether these steps reach past inputs that must be repeated: then call execute().
  bool must_follow(std::uint64_t count) const;

  // Takes over worlds that have arrived from a GPU. Call it about once a frame.
  void collect();
  // Call when another solver has replaced it with a world that may be older: restores what ran, if possible.
  void resume();

  // Call after a command has failed, also by an exception: the time line is where it was. The caller restores what ran.
  void abandon_command();
  // Computes what runs again from the last keyframe, for a damaged world.
  Status restore_here() { return go_to(timeline_.here(), false); }

  HistoryFacts facts() const;
  TimelineFacts timeline() const;

 private:
  // The point to which an entry of undo or redo leads.
  struct Entry {
    std::string title;
    HistoryPoint point;
    // For a move along the line itself: the position to which it leads, as long as that position is on the line.
    struct LinePosition {
      std::uint64_t branch = 0, position = 0;
    };
    std::optional<LinePosition> on_line;
    // If it leads to another line: that line. `point` is on it.
    std::shared_ptr<Timeline> line;
  };
  using Stack = std::deque<Entry>;
  // A state captured while going to an earlier position, from which scrubbing can go further back.
  struct ScrubPoint {
    HistoryPoint point;
    RunState state;
  };

  CommandResult step(std::uint64_t count);
  CommandResult paint(const command::Paint& c);
  CommandResult shake(const command::Shake& c);
  CommandResult set_parameter(const command::SetParameter& given);
  // All other commands that change something.
  CommandResult operate(const Command& command);
  CommandResult undo_or_redo(Stack& from, Stack& to, const char* verb);
  CommandResult seek(std::uint64_t position);
  CommandResult save_replay(const command::SaveReplay& c);
  CommandResult open_replay(const command::LoadReplay& c);
  // Fails when the available solvers cannot run everything on a line.
  Status check_rules(const Timeline& line) const;

  // Records an operation: an entry of undo, which goes back to `before`, and what record() adds to the time line.
  // Clears redo. If record() throws, nothing has changed.
  template <class Record>
  void note(std::string title, const HistoryPoint& before, std::string key, const Record& record);
  void push(Stack& stack, Entry entry);
  // Pushes the entry and calls the function; neither, if one of the two throws.
  template <class Function>
  void push_with(Stack& stack, Entry entry, const Function& function) {
    push(stack, std::move(entry));
    try {
      function();
    } catch (...) {
      drop(stack, true);
      throw;
    }
  }
  void drop(Stack& stack, bool newest);
  bool is_on_line(const std::optional<Entry::LinePosition>& position) const;
  // Call at the newest position: the rewind that led away from it stops being an operation.
  void forget_rewind();
  void trim();

  RunState capture();
  std::shared_ptr<Keyframe> new_keyframe(RunState state) const;
  // Takes a keyframe of what runs now and begins a segment with it.
  void begin_segment(bool jump);
  // Takes a keyframe after steps. Before the newest position it splits the line; later positions stay.
  void begin_keyframe(RunState state);
  bool is_keyframe_due();
  void begin_keyframe_if_due();
  // Takes a keyframe if returning to this point would otherwise repeat many steps or inputs.
  void prepare_return();
  void add(Input input);
  // All or, when memory runs out, none.
  void add(std::vector<Input> inputs);
  bool has_many_inputs() const;

  // The cells that are updated between two points of a keyframe.
  static std::uint64_t cells_between(const HistoryPoint& from, const HistoryPoint& to);
  // Whether the point can be computed from its keyframe without repeating too much; `times`: that many times.
  static bool is_near_keyframe(const HistoryPoint& point, std::uint64_t times = 1);
  // The position, if it can be reached without repeating too much. Otherwise the one to go to instead.
  std::uint64_t reachable(std::uint64_t position) const;
  // Restores the nearest state before the point and repeats the rest. With `scrubs`, keeps scrub points.
  Status go_to(const HistoryPoint& point, bool scrubs);
  // Restores the last scrub point before `point`, or its keyframe. Sets `at` to the restored point.
  Status restore_before(const HistoryPoint& point, HistoryPoint& at);
  // Takes the steps and inputs from `at`, which runs, to `to`, a later point of the same keyframe. Moves `at`.
  Status repeat(HistoryPoint& at, const HistoryPoint& to);
  // Where to take the next scrub point: at decreasing distances to the end.
  HistoryPoint next_stop(const HistoryPoint& at, const HistoryPoint& to) const;
  // Repeats the inputs at this past position.
  Status follow();

  RunningSolver& running_;
  CommandDispatch commands_;
  HistoryLimits limits_;
  Timeline timeline_;
  Stack undo_, redo_;
  KeptBytes kept_;                        // by the stacks
  std::size_t bytes_ = 0;                 // of the stacks, as last counted
  bool is_counted_ = false;               // false: worlds have been stored since the last count
  std::vector<ScrubPoint> scrub_points_;  // of one keyframe, in their order
  std::string last_key_;                  // of the operation that the next command may continue; empty: none
  KeyframePace pace_;
  bool is_step_ = false;  // the command is a Step; it began at `started_`
  std::uint64_t started_ = 0;
  bool started_at_newest_ = false;
};

// The titles of operations in the menu.

// Short: "Paint sand", "Clear", "Scene Falls". `ruleset`: the rules that run after the command.
std::string title_of(const Command& command, const Ruleset& ruleset);
std::string title_of(const command::Paint& paint, const Ruleset& ruleset);

// Commands that are no operations: undo ignores them.
template <class C>
constexpr bool changes_nothing(const C&) {
  return std::is_same_v<C, command::SaveWorld> || std::is_same_v<C, command::SavePicture> ||
         std::is_same_v<C, command::SaveHeightMap> || std::is_same_v<C, command::KeepLedger>;
}

}  // namespace repose

// Undo, redo and the time line of a session. The session passes it every command; it executes the command and records
// the operation. docs/history.md describes how it works.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "repose/session.hpp"
#include "session/command_dispatch.hpp"
#include "session/history_way.hpp"
#include "session/keyframe_pace.hpp"
#include "session/running_solver.hpp"
#include "session/timeline.hpp"

namespace repose {

class History {
 public:
  // Begins with what `running` runs now. `running` must outlive the history.
  History(RunningSolver& running, const CommandDispatch& commands, const HistoryLimits& limits);
  ~History();
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  void set_limits(const HistoryLimits& limits);
  // Gives up a way that is under way, then executes the command. Returns when the patience is over, also if the command
  // is not complete; then a way is under way.
  CommandResult execute(const Command& command);

  // ---- long ways: session.hpp says what a caller can rely on ----
  void set_patience(double seconds) { patience_ = seconds; }
  bool under_way() const { return pending_.has_value(); }
  std::optional<CommandResult> go_on(double seconds);
  void give_up();
  WayFacts way() const;

  // Begins steps in the background. False when nothing has begun. Precondition: not must_follow(count).
  bool begin_steps(std::uint64_t count);
  // Whether these steps reach past inputs that must be repeated: then call execute().
  bool must_follow(std::uint64_t count) const;

  // Takes over worlds that have arrived from a GPU. Call it about once a frame.
  void collect();
  // Call when another solver has taken over with a world that may be older: restores what ran, if possible.
  void resume();

  // Call after a command or a part of it has failed, also by an exception: the way is given up, and the time line is
  // where it was. The caller restores what ran.
  void abandon_command();
  // Computes what runs again from the last keyframe, for a damaged world.
  Status restore_here() { return go_to(timeline_.here()); }

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
  // A state captured on the way to an earlier position, from which scrubbing can go further back.
  struct ScrubPoint {
    HistoryPoint point;
    RunState state;
  };

  // A command that is not complete.
  struct Pending {
    std::optional<HistoryWay> way;          // to take first
    std::optional<HistoryPoint> stop;       // on the way: where the next scrub point is taken
    std::function<CommandResult()> arrive;  // the rest of the command; may become pending itself
    std::function<void()> give_up;          // returns to where the command began
    bool takes_scrub_points = false;
  };
  // Takes the way and completes the command, as far as the time allows.
  CommandResult proceed();
  Status advance(Pending& pending);
  void set_deadline(double seconds);
  bool late() const { return HistoryWay::Clock::now() >= deadline_; }
  // The rest of the command is `arrive`, at `to`. Restores the state before `to` that is nearest.
  CommandResult travel(const HistoryPoint& to, bool takes_scrub_points, std::function<CommandResult()> arrive);
  // The same without a keyframe at the departure.
  CommandResult begin_way(const HistoryPoint& to, Pending pending);
  // Before a way of so many steps and inputs: takes a keyframe, if both the way and returning from it are long.
  void prepare_departure(std::uint64_t steps, std::uint64_t inputs);
  // After a way: takes a keyframe if it took long, so that it need not be repeated.
  void note_arrival();
  bool is_long(std::uint64_t steps, std::uint64_t inputs) const;
  // Returns to a position of the time line, at once.
  void return_to(std::uint64_t position);

  CommandResult step(std::uint64_t count);
  CommandResult paint(const command::Paint& c);
  CommandResult shake(const command::Shake& c);
  CommandResult set_parameter(const command::SetParameter& given);
  // All other commands that change something.
  CommandResult operate(const Command& command);
  CommandResult undo_or_redo(Stack& from, Stack& to, const char* verb);
  // At the point of the entry.
  CommandResult undone(Stack& from, Stack& to, const char* verb);
  CommandResult seek(std::uint64_t position);
  CommandResult sought(std::uint64_t position);
  CommandResult save_replay(const command::SaveReplay& c);
  CommandResult open_replay(const command::LoadReplay& c);
  // At the beginning of `line`, which was read from a replay.
  CommandResult opened(const command::LoadReplay& c, const std::shared_ptr<Timeline>& line);
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
  // Takes a keyframe of what runs now and begins a segment with it.
  void begin_segment(bool jump);
  // Takes a keyframe after steps. Before the newest position it splits the line; later positions stay.
  void begin_keyframe(RunState state);
  bool is_keyframe_due();
  void begin_keyframe_if_due();
  // Takes a keyframe if undo would otherwise have to repeat many steps.
  void prepare_operation();
  void add(Input input);
  // All or, when memory runs out, none.
  void add(std::vector<Input> inputs);
  bool has_many_inputs() const;

  // At once. On failure nothing changes.
  Status go_to(const HistoryPoint& point);
  // Restores the last scrub point before `point`, or its keyframe. Sets `at` to the restored point.
  Status restore_before(const HistoryPoint& point, HistoryPoint& at);
  // Where to take the next scrub point on a way: at decreasing distances to its end.
  HistoryPoint next_stop(const Pending& pending) const;
  // Repeats the inputs at this past position. If something is pending then, `steps_left` more steps will be taken.
  CommandResult follow(std::uint64_t steps_left);
  // Before so many steps in the past: notes where giving up returns to, and prepares for a segment that they reach.
  void depart_for(std::uint64_t steps);
  // What remains of a Step.
  Pending rest_of_step(std::uint64_t steps_left);

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
  std::optional<Pending> pending_;
  double patience_ = std::numeric_limits<double>::infinity();  // seconds
  HistoryWay::Clock::time_point deadline_ = HistoryWay::Clock::time_point::max();
  double way_seconds_ = 0;      // of the last way
  std::uint64_t departed_ = 0;  // the position to which a Step that is given up returns
  bool is_step_ = false;        // a Step is not complete; it began at `started_`
  std::uint64_t started_ = 0;
  bool started_at_newest_ = false;
};

}  // namespace repose

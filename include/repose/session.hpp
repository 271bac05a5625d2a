// The session: the open document. App, command line and tests give it commands and read what runs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "repose/command.hpp"
#include "repose/config.hpp"
#include "repose/registry.hpp"
#include "repose/run.hpp"
#include "repose/scene.hpp"

namespace repose {

class History;
class RunningSolver;
struct RunState;
struct WorldDocument;

// False if the automaton needs a rule for every pair, and the config names one that does not: most would vanish.
bool has_enough_rules(const Registry& registry, std::string_view automaton, const Ruleset& ruleset);

// The rules of the shipped default config; the built-in rules if that file cannot be found or has errors. Reads a file.
LoadedRules default_rules();

// Upper limits of a history. When a limit is exceeded, the oldest entries are dropped first.
struct HistoryLimits {
  std::size_t undo_bytes = std::size_t{256} << 20;
  std::size_t rewind_bytes = std::size_t{256} << 20;  // undo and rewinding share worlds, which count for both
  std::uint64_t rewind_steps = 20'000;
  std::uint64_t keyframe_steps = 0;  // steps between keyframes; 0: chosen by their cost. Does not change results
};

struct HistoryFacts {
  std::string undo_title, redo_title;  // empty: nothing to undo, to redo
  std::size_t bytes = 0, limit = 0;    // of undo and redo
  std::size_t rewind_bytes = 0;        // of rewinding: worlds that undo keeps too count for both
};

// Positions of the time line, in steps; SeekTime reaches them all. `now` is less than `newest` only after going back.
struct TimelineFacts {
  std::uint64_t oldest = 0, now = 0, newest = 0;
};

struct SessionOptions {
  std::uint64_t seed = 1;
  Bias first_bias = Bias::left;
  int threads = 0;  // 0 = one per core
};

// What SwitchSolver with bring_config would do with the running rules and world.
struct SwitchPreview {
  bool returns = false;      // the rules and perhaps the world from before an earlier switch come back
  bool other_world = false;  // only one of the two automata has cells: a world of its own; the present one waits
  std::string config;        // title of the config that replaces the rules; empty: the rules stay
  double lost_share = 0;     // of the cells that are not background: how many become background, 0..1
  std::string hardened;      // elements of this world that become a wall, because the config lacks them: "wood and ice"
};

// Is told at once of all that a session does to its world, so that a second world can stay in step with it.
class SessionFollower {
 public:
  virtual ~SessionFollower() = default;
  virtual void stepped(std::uint64_t count) = 0;
  virtual void begun_steps(std::uint64_t count) = 0;  // in the background
  virtual void painted(const Edit& edit) = 0;
  virtual void parameter_set(std::string_view name, double value) = 0;
  // Another world, other rules, or another solver. The command may still be running: read the session after it.
  virtual void replaced() = 0;
};

// Not thread-safe. With a gpu solver every call must come from the thread whose GL context is current. Constructor and
// functions that return a world, a clip or a hash throw std::bad_alloc without enough memory for a copy.
class Session {
 public:
  // Starts with these rules in their automaton (Registry::automaton_for) on cpu, or with the built-in rules if it
  // cannot run them, and an empty world of 640x400 cells. Reads no file. `registry` must outlive the session.
  Session(const Registry& registry, LoadedRules rules, const SessionOptions& options);
  ~Session();
  Session(Session&&) noexcept;

  // Executes the command completely or not at all: after a failure the session is as it was. Bad input is a result,
  // never an exception, and so is a lack of memory. Without a history, memory that runs out within steps or edits
  // damages the world: the session then takes no steps until recover() or a command has replaced it.
  CommandResult execute(const Command& command);

  // ---- what runs ----

  const Registry& registry() const;
  // Rules, run settings, origin. See session/run_state.hpp; `world` is null in it.
  const RunState& state() const;
  const RunSettings& run_settings() const;
  // Valid until other rules are loaded.
  const Ruleset& ruleset() const;
  const Diagnostics& config_diagnostics() const;
  std::string_view automaton() const;
  Backend backend() const;
  int width() const;
  int height() const;
  std::uint64_t step_count() const;
  const std::string& scene() const;  // empty when the world did not come from a scene

  // Both wait for steps in the background.
  Solver& solver();
  const Solver& solver() const;
  // Does not wait. Use it only for what no step changes: parameters, planes, advice.
  const Solver& solver_facts() const;

  // Both wait as download() does. Without such an automaton: as if nothing changed.
  SwitchPreview preview_switch(std::string_view automaton) const;
  // Of the cells that are not background, the share that a config with these rules would turn into background, 0..1.
  double share_lost(const Ruleset& rules) const;

  // Copies the state planes. On a gpu backend this waits for the GPU: not for the frame loop.
  World download() const;
  // The cells of a rectangle, both corners inclusive; empty if outside the world. Waits as download() does.
  std::optional<Clip> copy(CellPoint from, CellPoint to) const;
  // The hash of the state planes (hash_world). Waits as download() does.
  std::uint64_t hash() const;
  // What SaveWorld writes, for callers who write it on another thread. Waits as download() does.
  WorldDocument document() const;

  // ---- steps in the background ----

  // Begins steps on a thread of their own, for worlds whose steps take longer than a frame. Until they are done, view()
  // and stats() stay as they were, Paint is applied after them and drawn into the view at once, and every other call
  // waits. The result equals that of Step and Paint in the same order. Once the steps are done, the next call of any
  // kind, begin_steps() included, takes the result over. Returns false and does nothing on a gpu backend: its steps
  // never make the caller wait.
  bool begin_steps(std::uint64_t count);
  bool stepping() const;  // begun and not finished
  CellView view() const;
  SolverStats stats() const;
  // The step of the world that view() shows: while steps run in the background, the step before them.
  std::uint64_t view_step() const;

  // Empty unless the ledger is kept and the running solver supports it.
  std::optional<Ledger> ledger() const;
  bool keeps_ledger() const;
  // Starts or stops recording where things happen, for view().activity. Not a command, because it does not change
  // results. Another solver or world starts it again. False when the running solver cannot record it.
  bool keep_activity(bool on);
  bool keeps_activity() const;
  // Whether active_cells() will be called. If so, steps in the background keep a copy of the flags.
  void keep_active_cells(bool on);
  // Which cells of the world that view() shows the next step will look at. Leaves out what has been painted during
  // steps in the background. Empty while steps run that began before keep_active_cells(true).
  std::optional<ActiveCells> active_cells() const;

  // ---- reactions ----

  // Whether reactions are noticed from now on: for 12 seconds of steps after each edit of a person, up to 40 cells
  // around it. Not part of the results. Repeated runs count for nothing: replays, going back in time, undo. On a gpu
  // backend some of the steps are looked at.
  void notice_reactions(bool on);
  // What was noticed since the last call, by step, row, column. Never waits; empty while steps run in the background.
  std::vector<NoticedReaction> take_reactions();

  // ---- history ----

  // Begins a history with what runs now, changes the limits of the present one, or ends it (nullopt). Without a history
  // nothing is stored and no time is spent. False when there is not enough memory; then no history begins.
  bool keep_history(const std::optional<HistoryLimits>& limits);
  // Both return at once. All zero and empty without a history.
  HistoryFacts history() const;
  TimelineFacts timeline() const;
  // Call once a frame if a history is kept: takes over worlds that have arrived from a GPU. Does not wait.
  void collect_history();

  // ---- other sessions ----

  // At most one; null: none. It must outlive the session, or the time in which it is the follower.
  void set_follower(SessionFollower* follower);
  // From now on runs what `other` runs, on that solver: rules, world, seed, step counter and parameters. Costs as much
  // as downloading the world of `other`. On failure nothing changes.
  Status take_over(const Session& other, std::string_view automaton, Backend backend);

  // If the solver has failed for good: continues on the cpu backend with the last world that is available, and returns
  // a sentence that says why. If memory ran out during steps: restores the world, from the history if one is kept,
  // otherwise as after Reset, and returns a sentence. Otherwise empty.
  std::optional<std::string> recover();

 private:
  // Calls change(), which says if it has succeeded. False without memory. Restores what a failed change has changed.
  template <class Change>
  bool attempt(const Change& change);
  bool is_in_the_past() const { return timeline().now < timeline().newest; }
  // Computes a damaged world again, from the history. False when it stays damaged.
  bool restore();

  // On the heap, so that their addresses stay the same when the session is moved.
  std::unique_ptr<RunningSolver> running_;
  std::unique_ptr<History> history_;  // null: none is kept
};

}  // namespace repose

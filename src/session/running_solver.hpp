// The solver that runs, and the run state that it runs. When another solver replaces it, steps in the background, the
// matter ledger, activity and the follower are handed over too. Independent of commands and history.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "repose/registry.hpp"
#include "repose/session.hpp"
#include "session/run_state.hpp"

namespace repose {

// A solver that is ready to replace the running one, or why there is none.
struct PreparedSolver {
  std::unique_ptr<Solver> solver;
  Backend backend = Backend::cpu;
  std::string error;           // a sentence if `solver` is null
  bool rules_refused = false;  // the solver exists, but cannot run these rules
};

// Makes solvers for run states. Changes nothing that runs.
class SolverFactory {
 public:
  // `registry` must outlive the object. `threads`: of each solver; 0 = one per core.
  SolverFactory(const Registry& registry, int threads) : registry_(registry), threads_(threads) {}

  const Registry& registry() const { return registry_; }
  // A new solver without rules and world. Null, with a sentence, if there is none.
  std::unique_ptr<Solver> make(std::string_view automaton, Backend backend, std::string& error) const;
  // A new solver that holds `next` and `world`. Ignores `next.world`.
  PreparedSolver prepare(const RunState& next, const World& world, Backend backend) const;

 private:
  const Registry& registry_;
  int threads_;
};

class BackgroundSteps;
class ReactionSamples;
struct SceneActs;

// Not thread-safe. "Settled": no steps are running in the background. Functions that need that wait for it.
class RunningSolver {
 public:
  // As the constructor of Session.
  RunningSolver(const Registry& registry, LoadedRules rules, const SessionOptions& options);
  ~RunningSolver();
  RunningSolver(const RunningSolver&) = delete;
  RunningSolver& operator=(const RunningSolver&) = delete;

  // ---- what runs ----

  // Its `world` is null; capture() has the world too.
  const RunState& state() const { return state_; }
  Backend backend() const { return backend_; }
  const Ruleset& ruleset() const { return *state_.rules.ruleset; }
  const std::string& automaton() const { return state_.run.automaton; }
  int width() const { return width_; }
  int height() const { return height_; }

  // The solver, settled.
  Solver& settled() const;
  // The solver, without waiting: only for what no step changes, such as parameters, planes, advice.
  const Solver& facts() const { return *solver_; }

  // A copy of the state planes. On a gpu backend this waits for the GPU.
  World download() const;
  // All that runs, including its world. Does not wait for a GPU. Precondition: settled.
  RunState capture();
  // Stores the worlds of run states.
  WorldStore& store() { return store_; }

  // ---- steps and changes ----

  // Fails with a sentence when the solver has failed for good; then the step counter stays. Precondition: settled.
  Status step(std::uint64_t count);
  // During steps in the background the edit is applied after them, and drawn into view() at once. Fails if rules,
  // automaton or challenge have no such edit. `painted`: less than `edit`, or nothing, if a challenge allows no more.
  Status paint(const Edit& edit, std::optional<Edit>* painted = nullptr);
  // False when the running automaton has no such parameter.
  bool set_parameter(const std::string& name, double value);
  // No solver knows of signs.
  Status set_sign(const command::SetSign& c);

  // Whether a challenge runs, or the scene acts before one of these steps (SceneActs): not in the background then.
  bool acts_within(std::uint64_t count) const;

  // Begins steps on a thread of their own. With `keep`, it copies the world first, and keep() gets the state before.
  // Nothing begins on a gpu backend, without a picture in memory (false), and if keep() throws.
  bool begin_steps(std::uint64_t count, const std::function<void(RunState before)>& keep = {});
  bool stepping() const;  // begun and not finished
  // Until the steps are done, these return what was true before them.
  CellView view() const;
  SolverStats stats() const;
  std::optional<Ledger> ledger() const;
  std::uint64_t view_step() const;
  // Empty while steps run that began before keep_active_cells(true).
  std::optional<ActiveCells> active_cells() const;
  void keep_active_cells(bool on);

  // Both return false when the running solver cannot. The setting goes to every solver that takes over.
  bool keep_ledger(bool keep);
  bool keep_activity(bool keep);
  bool keeps_ledger() const { return keeps_ledger_; }
  bool keeps_activity() const { return keeps_activity_; }

  // ---- reactions near what a person did ----

  // Whether reactions are noticed near what is painted.
  void notice_reactions(bool on);
  // Whether a person acts now, and the run is not repeated. Only then steps and edits count for the notes.
  void set_attentive(bool on) { is_attentive_ = on; }
  // Those noticed since the last call. Never waits; while steps run in the background it returns nothing.
  std::vector<NoticedReaction> take_reactions();

  // At most one; null: none.
  void set_follower(SessionFollower* follower) { follower_ = follower; }

  // ---- running out of memory ----

  // Grows whenever the solver, its world or a sign is changed, also if memory runs out meanwhile.
  std::uint64_t changes() const { return changes_; }
  // For a world that is not the one of state(). It takes no steps until it is replaced. `backend`: to restore it on.
  void set_damaged(Backend backend) { is_damaged_ = true, backend_ = backend; }
  bool is_damaged() const { return is_damaged_; }

  // ---- changing what runs ----

  // All of these: on failure nothing changes. They ignore `next.world` and run `world`.

  // From now on runs `next` on that backend, or on backend_for() its automaton. Makes a solver and drops the present
  // one afterwards. On a gpu backend it keeps the present one if the automaton stays the same, because making one
  // compiles shaders.
  Status change_to(RunState next, const World& world, std::optional<Backend> wanted = {});
  // As above, but on the cpu backend if a GPU refuses, for instance because the world is too large for it.
  Status change_on_any(const RunState& next, const World& world);
  // Runs a captured state. Fails when its world was lost with a GPU.
  Status restore(const RunState& captured);

  // The backend in use if that automaton runs on it here, else cpu, else scalar.
  Backend backend_for(std::string_view automaton) const;
  // Makes the solvers that replace the running one.
  const SolverFactory& factory() const { return factory_; }
  // Precondition: `prepared` has a solver, which was prepared with `next` and `world`.
  void take(PreparedSolver prepared, RunState next, const World& world);

  // After a solver has failed for good: continues on cpu or scalar with the last available world. False if neither can.
  bool fall_back();

 private:
  void settle() const;            // waits for running steps
  void attend(const Edit& edit);  // an edit of a person: reactions are noticed around it
  void watch();                   // before steps: tells the solver which cells to watch
  // The acts of the scene that runs; null if it has none, or another automaton runs it.
  const SceneActs* acts() const;
  void act();  // before the next step, if an act comes there
  Status apply(const Edit& edit, std::optional<Edit>* painted);
  Status change_in_place(RunState next, const World& world);
  void note_change(RunState next, const World& world);

  SolverFactory factory_;
  std::unique_ptr<Solver> solver_;
  Backend backend_ = Backend::cpu;
  int width_ = 640, height_ = 400;
  bool keeps_ledger_ = false, keeps_activity_ = false;
  // On a gpu backend only: the world as it was last downloaded or uploaded, in case the GPU is lost.
  mutable std::optional<World> last_seen_;
  std::uint64_t changes_ = 0;
  mutable bool is_damaged_ = false;
  SessionFollower* follower_ = nullptr;
  // Reactions are noticed in these cells up to a step; on a gpu backend by samples.
  bool notices_reactions_ = false, is_attentive_ = false;
  CellBox attended_;
  std::uint64_t attended_until_ = 0;
  std::vector<NoticedReaction> noticed_;  // in steps before those that run in the background now
  std::unique_ptr<ReactionSamples> samples_;
  // Declared after `solver_`, so that they are destroyed first: running steps and downloads use it.
  WorldStore store_;
  RunState state_;
  std::unique_ptr<BackgroundSteps> background_;
};

}  // namespace repose

// Steps on a thread of their own, for worlds whose steps take longer than a frame. Until they are done, only that
// thread uses the solver. The picture is a copy from before the steps; edits are applied after the steps, and drawn
// into the copy at once. Where no thread can be started, begin() computes the steps.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/copies.hpp"
#include "repose/solver.hpp"

namespace repose {

// A copy of what a view in memory shows, into which edits are drawn.
class PictureCopy {
 public:
  // False when the view is not in memory.
  bool take(const CellView& view);
  // Draws an edit approximately: what automata compute from cells and amounts appears a step later, and so do pushes.
  void draft(const Edit& edit);

  // Valid until the next call of take() or draft().
  CellView view() const;

 private:
  void add(const AmountEdit& edit);

  CellsCopy cells_;
  ActivityCopy activity_;
};

// A world that one thread provides and others wait for.
class WorldHandOver {
 public:
  void bring(World world);
  // There is not enough memory for the world.
  void give_up();
  // Whether wait() returns at once.
  bool is_there() const;
  // Null if the other thread has given up.
  const World* wait() const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::optional<World> world_;
  bool given_up_ = false;
};

class BackgroundSteps {
 public:
  BackgroundSteps() = default;
  ~BackgroundSteps();
  BackgroundSteps(const BackgroundSteps&) = delete;
  BackgroundSteps& operator=(const BackgroundSteps&) = delete;

  // Begins the steps and returns. Until wait() has returned, the solver must exist and no other code may use it. False
  // when its view is not in memory; then nothing begins. With `keep`, the thread copies the world first, and keep()
  // gets the capture that receives the copy. Nothing begins if this throws. Precondition: under_way() is false.
  bool begin(Solver& solver, const StepSpan& span,
             const std::function<void(std::unique_ptr<WorldCapture> before)>& keep = {});
  // True from begin() to wait(), whether the steps are done or not.
  bool under_way() const { return solver_ != nullptr; }
  bool done() const;
  // Waits for the steps, then applies the edits that were painted meanwhile. False when memory ran out: then the world
  // of the solver is damaged.
  bool wait();
  // Precondition: steps are in progress.
  void paint(const Edit& edit);
  CellView view() const { return shown_.view(); }
  std::uint64_t first_step() const { return first_step_; }  // of the steps
  const SolverStats& stats() const { return stats_; }
  const std::optional<Ledger>& ledger() const { return ledger_; }
  // Whether begin() also copies the flags of active cells from now on.
  void keep_active_cells(bool on) { keeps_active_cells_ = on; }
  // The active cells of the world that view() shows, without what has been painted since. Empty unless they were kept
  // at begin().
  const std::optional<ActiveCells>& active_cells() const { return active_cells_; }

 private:
  void run();
  // Takes the wanted steps. `lock` holds the mutex, which is free during the steps.
  void take_steps(std::unique_lock<std::mutex>& lock);

  Solver* solver_ = nullptr;
  SolverStats stats_;
  std::uint64_t first_step_ = 0;
  std::optional<Ledger> ledger_;
  bool keeps_active_cells_ = false;
  std::optional<ActiveCells> active_cells_;
  PictureCopy shown_, next_;  // the thread owns `next_` until the steps are done
  // The generation of the view that `next_` is a copy of; empty when the copy is not complete.
  std::optional<std::uint64_t> next_is_of_;
  std::vector<Edit> painted_;

  std::thread thread_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<StepSpan> wanted_;         // under the mutex: steps that are not done yet
  std::shared_ptr<WorldHandOver> copied_;  // under the mutex: where to copy the world first; null: no copy
  bool ending_ = false;                    // under the mutex
  bool failed_ = false;                    // under the mutex: memory ran out during the last steps
  bool next_is_complete_ = false;          // under the mutex: `next_` shows the world after the last steps
};

}  // namespace repose

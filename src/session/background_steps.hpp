// Steps on a thread of their own, for worlds whose steps take longer than a frame. While they are under way the solver
// is theirs alone; what people look at is a copy of the world before them, and what they paint waits its turn and is
// drawn into the copy at once.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/cells_copy.hpp"
#include "repose/solver.hpp"

namespace repose {

// A copy of what a view in memory shows, into which edits are drawn.
class PictureCopy {
 public:
  // False when there is nothing in memory to copy.
  bool take(const CellView& view);
  // Draws an edit roughly as it will look: automata that make more of it than cells and amounts show that a step later.
  void draft(const Edit& edit);

  // Valid until the next call of take() or draft().
  CellView view() const;

 private:
  void add(const AmountEdit& edit);

  CellsCopy cells_;
  std::vector<std::uint8_t> stamps_;  // of the activity, where it is kept
  int activity_now_ = 0;
};

// A world that one thread copies and others wait for.
class WorldHandOver {
 public:
  void bring(World world);
  bool is_there() const;
  const World& wait() const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::optional<World> world_;
};

class BackgroundSteps {
 public:
  BackgroundSteps() = default;
  ~BackgroundSteps();
  BackgroundSteps(const BackgroundSteps&) = delete;
  BackgroundSteps& operator=(const BackgroundSteps&) = delete;

  // Begins the steps and returns. The solver must live until wait() has returned, and nobody else may touch it. False
  // when it has no picture in memory; then nothing has begun. Precondition: under_way() is false. With `before`, the
  // thread also copies the world as it is before the steps, and that is where the copy arrives.
  bool begin(Solver& solver, const StepSpan& span, std::unique_ptr<WorldCapture>* before = nullptr);
  // True from begin() to wait(), whether the steps are done or not.
  bool under_way() const { return solver_ != nullptr; }
  bool done() const;
  // Until the steps are done and what was painted meanwhile has been applied.
  void wait();
  // While they are under way.
  void paint(const Edit& edit);
  CellView view() const { return shown_.view(); }
  std::uint64_t first_step() const { return first_step_; }  // of them
  const SolverStats& stats() const { return stats_; }
  const std::optional<Ledger>& ledger() const { return ledger_; }
  // Whether begin() from now on also takes the flags of active cells.
  void keep_active_cells(bool on) { keeps_active_cells_ = on; }
  // Of the world that view() shows, without what has been painted since; nothing unless they were kept at begin().
  const std::optional<ActiveCells>& active_cells() const { return active_cells_; }

 private:
  void run();

  Solver* solver_ = nullptr;
  SolverStats stats_;
  std::uint64_t first_step_ = 0;
  std::optional<Ledger> ledger_;
  bool keeps_active_cells_ = false;
  std::optional<ActiveCells> active_cells_;
  PictureCopy shown_, next_;      // `next_` is the thread's until the steps are done
  std::uint64_t next_is_of_ = 0;  // generation of the solver's view of which `next_` is a copy
  std::vector<Edit> painted_;

  std::thread thread_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<StepSpan> wanted_;         // under the mutex: steps that are not done yet
  std::shared_ptr<WorldHandOver> copied_;  // under the mutex: to copy the world first; null: not to
  bool ending_ = false;                    // under the mutex
};

}  // namespace repose

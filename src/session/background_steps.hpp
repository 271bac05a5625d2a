// Steps on a thread of their own, for worlds whose steps take longer than a frame. While they are under way only that
// thread uses the solver. The picture is a copy from before the steps; edits are applied after the steps, and drawn
// into the copy at once.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "repose/solver.hpp"

namespace repose {

// A copy of what a memory view shows.
class PictureCopy {
 public:
  // False when the view is not in memory.
  bool take(const CellView& view);
  // Draws an edit approximately: what automata derive from cells and amounts appears a step later.
  void draft(const Edit& edit);

  const CellView& view() const { return view_; }

 private:
  struct Rows {
    std::vector<std::uint8_t> bytes;
    void take(const std::uint8_t* rows, std::size_t stride, std::size_t row_bytes, int height);
  };
  void take(PlaneView& plane, Rows& rows) const;
  void add(const AmountEdit& edit);

  CellView view_;
  Rows cells_, field_, second_, activity_;
};

// A world that one thread provides and others wait for.
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

  // Begins the steps and returns. Until wait() has returned the solver must exist and nobody else may use it. False
  // when its view is not in memory; then nothing has begun. With `before`, the thread copies the world before the
  // steps, and the copy arrives there. Precondition: under_way() is false.
  bool begin(Solver& solver, const StepSpan& span, std::unique_ptr<WorldCapture>* before = nullptr);
  // True from begin() to wait(), whether the steps are done or not.
  bool under_way() const { return solver_ != nullptr; }
  bool done() const;
  // Waits for the steps, and applies the edits that were painted meanwhile.
  void wait();
  // While steps are under way.
  void paint(const Edit& edit);
  const CellView& view() const { return shown_.view(); }
  std::uint64_t first_step() const { return first_step_; }  // of the steps
  const SolverStats& stats() const { return stats_; }
  const std::optional<Ledger>& ledger() const { return ledger_; }

 private:
  void run();

  Solver* solver_ = nullptr;
  SolverStats stats_;
  std::uint64_t first_step_ = 0;
  std::optional<Ledger> ledger_;
  PictureCopy shown_, next_;      // the thread owns `next_` until the steps are done
  std::uint64_t next_is_of_ = 0;  // the generation of the view that `next_` is a copy of
  std::vector<Edit> painted_;

  std::thread thread_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<StepSpan> wanted_;         // under the mutex: steps that are not done yet
  std::shared_ptr<WorldHandOver> copied_;  // under the mutex: where to copy the world first; null: no copy
  bool ending_ = false;                    // under the mutex
};

}  // namespace repose

// The base of the gpu solvers whose cells are GpuCells: the calls of a solver, the time of steps and the errors. An
// automaton adds its rules, its steps and what its texels hold.
#pragma once

#include <cstdint>
#include <memory>

#include "automata/gpu_cells.hpp"
#include "gl/step_queue.hpp"
#include "repose/solver.hpp"

namespace repose {

class GpuCellSolver : public Solver {
 public:
  Status upload(const World& world) final;
  void apply(const Edit& edit) final;
  void step(const StepSpan& span) final;
  void download(World& world) const final;
  std::unique_ptr<WorldCapture> begin_capture() const final;
  SolverStats stats() const override;
  CellView view() const final;
  Status health() const final { return health_; }

 protected:
  GpuCellSolver(GpuCells cells, CellTexels texels) : cells_(std::move(cells)), texels_(texels) {}

  // These are called while the state of GL is guarded. Cells exist, except in write() and empty_world().

  // Issues one step; returns how many cells it updates.
  virtual std::uint64_t issue_step(std::uint64_t seed, std::uint64_t step) = 0;
  // Called before the steps of one call.
  virtual void begin_steps() {}
  // Automata that keep their cells elsewhere between steps bring cells_ up to date here. Called before everything
  // except steps and write().
  virtual void show() const {}
  // Called after an edit of cells_.
  virtual void cells_edited() {}
  // Automata with more in a texel than its element replace these four.
  virtual World empty_world(int width, int height) const { return World(width, height); }
  virtual Status write(const World& world) { return cells_.upload(world); }
  virtual void read(World& world) const { cells_.download(world); }
  virtual std::unique_ptr<WorldCapture> begin_read() const { return cells_.begin_download(); }

  std::uint64_t cell_count() const;
  // Keeps the first failure, because it explains the later ones.
  void note(Status status) const;

  GpuCells cells_;

 private:
  CellTexels texels_;
  StepQueue queue_;
  std::uint64_t generation_ = 0;
  SolverStats stats_;
  mutable Status health_;  // mutable: the loss of the context may be noticed in a const function that reads back
};

}  // namespace repose

#include "automata/gpu_cell_solver.hpp"

#include <algorithm>
#include <chrono>

#include "gl/state_guard.hpp"

namespace repose {

Status GpuCellSolver::upload(const World& world) {
  const GlStateGuard guard;
  clear_gl_errors();
  if (Status status = write(world); !status) return status;
  stats_ = {};
  generation_ = next_view_generation();
  return {};
}

void GpuCellSolver::apply(const Edit& edit) {
  if (!cells_) return;
  const GlStateGuard guard;
  clear_gl_errors();
  show();
  cells_.apply(edit);
  cells_edited();
  note(check_gl_errors("Drawing on the GPU"));
  generation_ = next_view_generation();
}

void GpuCellSolver::step(const StepSpan& span) {
  if (!cells_) return;
  const auto start = std::chrono::steady_clock::now();
  const GlStateGuard guard;
  clear_gl_errors();
  begin_steps();
  note(queue_.take(span.count, [&](std::uint64_t k) { return issue_step(span.seed, span.first_step + k); }));
  stats_.steps += span.count;
  stats_.step_seconds +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() + queue_.take_late_seconds();
  generation_ = next_view_generation();
}

void GpuCellSolver::download(World& world) const {
  world = empty_world(std::max(cells_.width(), 1), std::max(cells_.height(), 1));
  if (!cells_) return;
  const GlStateGuard guard;
  clear_gl_errors();
  show();
  read(world);
  note(check_gl_errors("Reading the world back from the GPU"));
}

std::unique_ptr<WorldCapture> GpuCellSolver::begin_capture() const {
  if (!cells_) return nullptr;
  const GlStateGuard guard;
  clear_gl_errors();
  show();
  auto capture = begin_read();
  note(check_gl_errors("Reading the world back from the GPU"));
  return capture;
}

SolverStats GpuCellSolver::stats() const {
  SolverStats stats = stats_;
  stats.cell_count = stats.active_cells = cell_count();
  return stats;
}

CellView GpuCellSolver::view() const {
  if (!cells_) return {};
  show();
  const TextureCells shown{.texels = texels_, .cells = cells_.front().name()};
  return {cells_.width(), cells_.height(), generation_, shown};
}

std::uint64_t GpuCellSolver::cell_count() const {
  return static_cast<std::uint64_t>(cells_.width()) * static_cast<std::uint64_t>(cells_.height());
}

void GpuCellSolver::note(Status status) const {
  if (health_.ok()) health_ = std::move(status);
}

}  // namespace repose

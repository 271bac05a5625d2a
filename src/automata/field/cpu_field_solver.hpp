// The base of the cpu solvers of fields: chunks that sleep, worker threads. The automata add their steps.
#pragma once

#include "automata/field/field_pass.hpp"
#include "automata/field/field_solver.hpp"
#include "repose/automaton.hpp"

namespace repose {

template <class FieldWorld>
class CpuFieldSolver : public FieldSolver<FieldWorld> {
 public:
  ActiveCells active_cells() const override { return pass_.active_cells(); }

 protected:
  using FieldSolver<FieldWorld>::world_;

  explicit CpuFieldSolver(const SolverOptions& options) : pass_(options.threads) {}

  Status take_world() override {
    pass_.reset(world_.field());
    return {};
  }
  void take_edit(const FieldBox& box) override { pass_.wake(box); }
  std::uint64_t count_active(std::uint64_t) const override { return pass_.awake_cells(); }

  FieldPass pass_;
};

}  // namespace repose

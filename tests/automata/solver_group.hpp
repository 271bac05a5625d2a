// Solvers that must give the same bytes.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "automata/automaton_support.hpp"

namespace repose::test {

// The others are compared with the first solver.
class SolverGroup {
 public:
  SolverGroup() = default;
  explicit SolverGroup(std::vector<std::unique_ptr<Solver>> solvers) : solvers_(std::move(solvers)) {}

  void add(std::unique_ptr<Solver> solver) { solvers_.push_back(std::move(solver)); }
  Solver& operator[](std::size_t i) const { return *solvers_[i]; }

  void set(std::string_view parameter, double value) {
    for (const auto& solver : solvers_) REQUIRE(solver->set_parameter(parameter, value));
  }
  void keep_ledger() {
    for (const auto& solver : solvers_) REQUIRE(solver->keep_ledger(true));
  }
  void apply(const Edit& edit) {
    for (const auto& solver : solvers_) solver->apply(edit);
  }
  // Steps without comparing, so that nothing is read back from a GPU.
  void step(std::uint64_t count) {
    for (const auto& solver : solvers_) solver->step(steps(step_, count));
    step_ += count;
  }
  void require_equal() const {
    const World expected = world_of(*solvers_.front());
    for (std::size_t i = 1; i < solvers_.size(); ++i) {
      INFO("after step " << step_ << ", solver " << i);
      REQUIRE(solvers_[i]->health().ok());
      REQUIRE(world_of(*solvers_[i]) == expected);
    }
  }
  void step_equally(std::uint64_t count) {
    step(count);
    require_equal();
  }

 private:
  std::vector<std::unique_ptr<Solver>> solvers_;
  std::uint64_t step_ = 0;
};

}  // namespace repose::test

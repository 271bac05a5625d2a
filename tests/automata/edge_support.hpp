// Open edges: checks for the tests of all backends.
#pragma once

#include <vector>

#include "repose/registry.hpp"
#include "repose/solver.hpp"

namespace repose::test {

// make_solver() with an open edge.
std::unique_ptr<Solver> make_open_solver(const SolverEntry& entry, const Ruleset& ruleset, const World& world,
                                         int threads = 1);

// Random worlds of many shapes with an open edge: both solvers give the same cells, and the same counts by element,
// some of them not 0.
void check_open_worlds(const SolverEntry& scalar, const SolverEntry& other, const std::vector<int>& thread_counts,
                       std::uint64_t step_count);

// The same while the edge opens and closes, cells are painted on it, and the world is uploaded again.
void check_toggled_edge(const SolverEntry& scalar, const SolverEntry& other);

}  // namespace repose::test

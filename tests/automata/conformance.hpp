// One suite that every solver must pass, whatever its automaton and backend. Needs no window and no GL: a test of the
// gpu solvers makes a context current and passes a registry that contains them.
#pragma once

#include <functional>

#include "repose/registry.hpp"

namespace repose::test {

using SolverFilter = std::function<bool(const SolverEntry&)>;

// Runs the suite over every available solver that `filter` accepts, each check in a section of its own; of `parts`
// parts of the checks this one, from 0. Returns the number of solvers that were tested. Call it from a test case.
int run_conformance(const Registry& registry, const SolverFilter& filter, int part = 0, int parts = 1);

}  // namespace repose::test

// One suite that every solver must pass, whatever its automaton and backend. It knows no window and no GL: a test of
// the gpu solvers makes a context current and calls it with a registry that has them.
#pragma once

#include <functional>

#include "repose/registry.hpp"

namespace repose::test {

using SolverFilter = std::function<bool(const SolverEntry&)>;

// Runs the suite over every available solver that `filter` lets through, each check in a section of its own. Returns
// the number of solvers that it ran over. Call it from a test case.
int run_conformance(const Registry& registry, const SolverFilter& filter);

}  // namespace repose::test

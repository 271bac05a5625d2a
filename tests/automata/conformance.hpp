// One suite that every solver must pass, whatever its automaton and backend. Needs no window and no GL: a test of the
// gpu solvers makes a context current and passes a registry that contains them.
#pragma once

#include <functional>

#include "repose/registry.hpp"

namespace repose::test {

using SolverFilter = std::function<bool(const SolverEntry&)>;

// Runs one of `parts` parts of the suite (`part` is from 0 to parts - 1) over every available solver that `filter`
// accepts, each check in a section of its own. Returns the number of tested solvers. Call it from a test case.
int run_conformance(const Registry& registry, const SolverFilter& filter, int part = 0, int parts = 1);

}  // namespace repose::test

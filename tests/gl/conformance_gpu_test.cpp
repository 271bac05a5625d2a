// The suite that every solver passes, over the gpu backends.
#include "automata/conformance.hpp"
#include "gl_support.hpp"
#include "repose/gpu_solvers.hpp"

using namespace repose;

TEST_CASE("every gpu solver passes the conformance suite") {
  REPOSE_NEEDS_GL();
  Registry registry = make_registry();
  add_gpu_solvers(registry, "");
  CHECK(test::run_conformance(registry, [](const SolverEntry& entry) { return entry.backend == Backend::gpu; }) > 0);
}

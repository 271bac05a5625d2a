#include "automata/conformance.hpp"

#include "support.hpp"

using namespace repose;

TEST_CASE("every scalar solver conforms", "[slow]") {
  CHECK(test::run_conformance(make_registry(), [](const SolverEntry& e) { return e.backend == Backend::scalar; }) > 0);
}

TEST_CASE("every cpu solver conforms", "[slow]") {
  CHECK(test::run_conformance(make_registry(), [](const SolverEntry& e) { return e.backend == Backend::cpu; }) > 0);
}

#ifndef REPOSE_GL
TEST_CASE("every gpu solver conforms") { REPOSE_SKIP("this build has no OpenGL"); }
#endif

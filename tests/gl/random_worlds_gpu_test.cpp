// Random worlds run the same on scalar and on the GPU.
#include "automata/random_worlds.hpp"
#include "gl_support.hpp"
#include "gpu_automata.hpp"

using namespace repose;
using namespace repose::test;

TEST_CASE("random worlds run the same on scalar and gpu") {
  REPOSE_NEEDS_GL();
  run_random_worlds(registry_with_gpu(), {.cpu_threads = {}, .gpu = true}, 10000, 100);
}

TEST_CASE("two thousand random worlds run the same on scalar, cpu and gpu", "[.][long]") {
  REPOSE_NEEDS_GL();
  run_random_worlds(registry_with_gpu(), {.cpu_threads = {3}, .gpu = true}, 20000, 2000, true);
}

// Random worlds run the same on scalar and on the GPU.
#include "automata/random_worlds.hpp"
#include "gl_support.hpp"
#include "repose/gpu_solvers.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::random_worlds_gpu_test {

namespace {

Registry registry_with_path(GlPath path) {
  Registry registry = make_registry();
  add_gpu_solvers(registry, "", path);
  return registry;
}

GlPath compute_if_it_works() { return GLAD_GL_VERSION_4_3 != 0 ? GlPath::compute : GlPath::fragment; }

}  // namespace

TEST_CASE("random worlds run the same on scalar and gpu, whatever the shaders") {
  REPOSE_NEEDS_GL();
  run_random_worlds(registry_with_path(compute_if_it_works()), {.cpu_threads = {}, .gpu = true}, 10000, 80);
  run_random_worlds(registry_with_path(GlPath::fragment), {.cpu_threads = {}, .gpu = true}, 10080, 40);
}

TEST_CASE("two thousand random worlds run the same on scalar, cpu and gpu, whatever the shaders", "[.][long]") {
  REPOSE_NEEDS_GL();
  run_random_worlds(registry_with_path(compute_if_it_works()), {.cpu_threads = {3}, .gpu = true}, 20000, 1200, true);
  run_random_worlds(registry_with_path(GlPath::fragment), {.cpu_threads = {3}, .gpu = true}, 21200, 800, true);
}

}  // namespace repose::test::random_worlds_gpu_test

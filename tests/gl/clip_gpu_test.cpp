// Copied cells are pasted to the byte on gpu backends too.
#include "gl_support.hpp"
#include "repose/gpu_solvers.hpp"
#include "session/clip_support.hpp"

using namespace repose;

TEST_CASE("what is copied is pasted to the byte by every automaton on the gpu") {
  REPOSE_NEEDS_GL();
  Registry registry = make_registry();
  add_gpu_solvers(registry, "");
  test::pasting_gives_the_same_bytes(registry, Backend::gpu);
}

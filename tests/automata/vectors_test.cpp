// The recordings of the original sand.js on every cpu-side backend and thread count.
#include "automata/sandjs_recordings.hpp"

namespace repose::test::vectors_test {

TEST_CASE("the scalar and cpu backends replay every recording of sand.js, cpu on 1, 2 and 3 threads", "[vectors]") {
  const Registry registry = make_registry();
  replay_recordings(*registry.solver("density", Backend::scalar));
  replay_recordings(*registry.solver("density", Backend::cpu), {1, 2, 3});
}

}  // namespace repose::test::vectors_test

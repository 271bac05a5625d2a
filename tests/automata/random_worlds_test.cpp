// Random worlds run the same on scalar and on cpu with any number of threads.
#include "automata/random_worlds.hpp"

#include <catch2/catch.hpp>

using namespace repose;
using namespace repose::test;

namespace repose::test::random_worlds_test {

namespace {

constexpr int kWorldsEach = 75;

void run_on_threads(int part, int count = kWorldsEach, bool prints = false) {
  const Registry registry = make_registry();
  run_random_worlds(registry, {.cpu_threads = {1, 2, 3, 5, 7}}, static_cast<std::uint64_t>(part * kWorldsEach), count,
                    prints);
}

}  // namespace

// Four cases, so that ctest runs them at the same time.
TEST_CASE("random worlds 0 to 74 run the same on scalar and on 1, 2, 3, 5 and 7 threads") { run_on_threads(0); }
TEST_CASE("random worlds 75 to 149 run the same on scalar and on 1, 2, 3, 5 and 7 threads") { run_on_threads(1); }
TEST_CASE("random worlds 150 to 224 run the same on scalar and on 1, 2, 3, 5 and 7 threads") { run_on_threads(2); }
TEST_CASE("random worlds 225 to 299 run the same on scalar and on 1, 2, 3, 5 and 7 threads") { run_on_threads(3); }

TEST_CASE("five thousand random worlds run the same on scalar and on 1, 2, 3, 5 and 7 threads", "[.][long]") {
  run_on_threads(4, 5000, true);
}

}  // namespace repose::test::random_worlds_test

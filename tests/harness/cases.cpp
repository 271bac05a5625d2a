// Cases for the test of the test system (harness_test.sh): ctest must report each of them as its name says.
#include <cstdio>

#include "skip.hpp"

TEST_CASE("passes") { CHECK(true); }

TEST_CASE("passes and says SKIPPED:") {
  std::puts("SKIPPED: these are only words");
  CHECK(true);
}

TEST_CASE("skips") { REPOSE_SKIP("there is nothing to test"); }

TEST_CASE("fails and says SKIPPED:") {
  std::puts("SKIPPED: these are only words");
  CHECK(false);
}

TEST_CASE("fails before it skips") {
  CHECK(false);
  REPOSE_SKIP("there is nothing to test");
}

TEST_CASE("fails in one section and skips in another") {
  SECTION("fails") { CHECK(false); }
  SECTION("skips") { REPOSE_SKIP("there is nothing to test"); }
}

TEST_CASE("fails as often as the exit code of a skipped test") {
  for (int i = 0; i < repose::test::kSkipExitCode; ++i) CHECK(false);
}

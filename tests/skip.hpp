// Leaving a test that cannot run here.
#pragma once

#include <catch2/catch.hpp>

#include <string>

namespace repose::test {

// The exit code of a test program that skipped a case and failed none; ctest reports it as skipped (SKIP_RETURN_CODE).
constexpr int kSkipExitCode = 77;

// Whether this program has a sanitizer, which needs memory and addresses of its own: limits of memory cannot be tested.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kHasSanitizer = true;
#else
inline constexpr bool kHasSanitizer = false;
#endif

// Prints the reason and marks the running case as skipped. A case that also fails counts as failed.
void mark_skipped(const std::string& reason);

// True once the running case has called mark_skipped(); the main function sets it back before each case.
extern bool running_case_skipped;

}  // namespace repose::test

// Leaves the test case. Catch2 never learns of the sections below the line that leaves: skip above all sections.
#define REPOSE_SKIP(reason)             \
  do {                                  \
    repose::test::mark_skipped(reason); \
    SUCCEED("skipped");                 \
    return;                             \
  } while (false)

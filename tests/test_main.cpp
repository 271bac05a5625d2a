// The main() of every test program. Its exit code: 0 when all passed, kSkipExitCode when a case was skipped
// and nothing failed, any other when something failed.
#define CATCH_CONFIG_RUNNER
#include "skip.hpp"

namespace {

using repose::test::kSkipExitCode, repose::test::running_case_skipped;

int cases_skipped = 0;

struct SkipCounter : Catch::TestEventListenerBase {
  using TestEventListenerBase::TestEventListenerBase;

  void testCaseStarting(const Catch::TestCaseInfo&) override { running_case_skipped = false; }
  void testCaseEnded(const Catch::TestCaseStats&) override {
    if (running_case_skipped) ++cases_skipped;
  }
};
CATCH_REGISTER_LISTENER(SkipCounter)

}  // namespace

int main(int argc, char* argv[]) {
  const int result = Catch::Session().run(argc, argv);
  if (result == kSkipExitCode) return 1;  // Catch2 returns the number of failed assertions
  if (result != 0) return result;
  return cases_skipped > 0 ? kSkipExitCode : 0;
}

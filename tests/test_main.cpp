// The main() of every test program. Its exit code: 0 when all passed, kSkipExitCode when every case that ran was
// skipped and nothing failed, any other when something failed.
#define CATCH_CONFIG_RUNNER
#include "skip.hpp"

#include <cstdio>

namespace {

int cases_run = 0, cases_skipped = 0;
bool running_case_skipped = false;

struct SkipCounter : Catch::TestEventListenerBase {
  using TestEventListenerBase::TestEventListenerBase;

  void testCaseStarting(const Catch::TestCaseInfo&) override { running_case_skipped = false; }
  void testCaseEnded(const Catch::TestCaseStats&) override {
    ++cases_run;
    if (running_case_skipped) ++cases_skipped;
  }
};
CATCH_REGISTER_LISTENER(SkipCounter)

}  // namespace

void repose::test::mark_skipped(const std::string& reason) {
  running_case_skipped = true;
  std::printf("SKIPPED: %s\n", reason.c_str());
}

int main(int argc, char* argv[]) {
  using repose::test::kSkipExitCode;
  const int result = Catch::Session().run(argc, argv);
  if (result == kSkipExitCode) return 1;  // Catch2 returns the number of failed assertions
  if (result != 0) return result;
  return cases_run > 0 && cases_skipped == cases_run ? kSkipExitCode : 0;
}

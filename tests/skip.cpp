#include "skip.hpp"

#include <cstdio>

namespace repose::test {

bool running_case_skipped = false;

void mark_skipped(const std::string& reason) {
  running_case_skipped = true;
  std::printf("SKIPPED: %s\n", reason.c_str());
}

}  // namespace repose::test

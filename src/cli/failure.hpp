// How a verb of repose-cli ends early: one line on stderr and an exit code. Thrown inside the program, caught in main.
#pragma once

#include <string>
#include <utility>

namespace repose::cli {

inline constexpr int kExitFine = 0;
inline constexpr int kExitCheckFailed = 1;    // the thing that was checked failed: errors in a config, a hash mismatch
inline constexpr int kExitUsage = 2;          // unknown option, bad value, missing file
inline constexpr int kExitInterrupted = 130;  // Ctrl+C, as shells count it

struct Failure {
  int code = kExitUsage;
  std::string line;  // may be empty when all has been said
};

[[noreturn]] inline void refuse(std::string line) { throw Failure{kExitUsage, std::move(line)}; }

}  // namespace repose::cli

// How a verb of repose-cli ends early: one line on stderr and an exit code. Thrown inside the program, caught in main.
#pragma once

#include <string>
#include <utility>

#include "platform/terminal.hpp"

namespace repose::cli {

inline constexpr int kExitFine = 0;
inline constexpr int kExitCheckFailed = 1;    // a check failed: errors in a config, a hash that differs
inline constexpr int kExitUsage = 2;          // unknown option, bad value, missing file, full output, too little memory
inline constexpr int kExitInterrupted = 130;  // by Ctrl+C or a signal; the exit code that shells use for Ctrl+C

struct Failure {
  int code = kExitUsage;
  std::string line;  // may be empty if the message was already printed
};

[[noreturn]] inline void refuse(std::string line) { throw Failure{kExitUsage, std::move(line)}; }

// Ends the verb if a signal of StopSignals has come: "interrupted " + where.
inline void check_stop(const std::string& where) {
  if (StopSignals::asked()) throw Failure{kExitInterrupted, "interrupted " + where};
}

}  // namespace repose::cli

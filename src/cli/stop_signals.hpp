// Ctrl+C and the signals that end a program. While a StopSignals exists, they are noted instead of ending the program
// at once, so that a verb can stop between two steps and remove unfinished files.
#pragma once

#include <string>

namespace repose::cli {

class StopSignals {
 public:
  // Catches SIGINT, SIGTERM and SIGHUP until it is destroyed. The second signal of a kind ends the program at once.
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  // Whether a signal has come.
  static bool asked();
  // Throws Failure{kExitInterrupted, "interrupted " + where} if a signal has come.
  static void check(const std::string& where);
};

}  // namespace repose::cli

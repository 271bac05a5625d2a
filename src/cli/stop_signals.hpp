// Ctrl+C and the signals that end a program. While a StopSignals exists, they are noted instead of ending the program
// at once, so that a verb can stop between two steps and remove unfinished files. stop_signals_posix.cpp and
// stop_signals_windows.cpp implement it.
#pragma once

#include <string>

namespace repose::cli {

class StopSignals {
 public:
  // Catches SIGINT, SIGTERM and SIGHUP until it is destroyed. The second signal of a kind ends the program at once. On
  // Windows these are Ctrl+C, Ctrl+Break and the closing of the console.
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

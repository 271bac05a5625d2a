#include <atomic>

#include "cli/failure.hpp"
#include "cli/stop_signals.hpp"
#include "core/windows_api.hpp"

namespace repose::cli {

namespace {

std::atomic<bool> stop_asked = false;

// Runs on a thread of its own. Where it returns false, Windows ends the program.
BOOL WINAPI note_stop(DWORD event) {
  constexpr DWORD kLongestStop = 10'000;  // milliseconds; Windows waits less than this
  if (stop_asked.exchange(true)) return FALSE;
  // After the closing of the window, logging off and shutting down, Windows ends the program as soon as this returns.
  if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) ::Sleep(kLongestStop);
  return TRUE;
}

}  // namespace

StopSignals::StopSignals() { ::SetConsoleCtrlHandler(note_stop, TRUE); }

StopSignals::~StopSignals() { ::SetConsoleCtrlHandler(note_stop, FALSE); }

bool StopSignals::asked() { return stop_asked; }

void StopSignals::check(const std::string& where) {
  if (asked()) throw Failure{kExitInterrupted, "interrupted " + where};
}

}  // namespace repose::cli

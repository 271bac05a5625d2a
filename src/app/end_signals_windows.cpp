#include "app/end_signals.hpp"

#include <atomic>

#include "core/windows_api.hpp"

namespace repose {

namespace {

std::atomic<bool> end_asked = false;

BOOL WINAPI note_end(DWORD event) {
  const bool is_key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
  return is_key && !end_asked.exchange(true) ? TRUE : FALSE;
}

}  // namespace

void catch_end_signals() { ::SetConsoleCtrlHandler(note_end, TRUE); }

bool asked_to_end() { return end_asked; }

}  // namespace repose

#include <fcntl.h>
#include <io.h>

#include <atomic>
#include <cstdio>

#include "platform/terminal.hpp"
#include "platform/windows_api.hpp"

namespace repose {

namespace {

// The code page that the console had, which other programs go on to use.
UINT console_page = 0;

bool stderr_is_nowhere = false;

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

void prepare_process() {
  // A program without a console window prints to the console from which it was started, if there is one.
  if (::_fileno(stdout) < 0 && ::AttachConsole(ATTACH_PARENT_PROCESS) != 0) {
    for (std::FILE* const stream : {stdout, stderr}) static_cast<void>(std::freopen("CONOUT$", "w", stream));
  }
  for (std::FILE* const stream : {stdin, stdout, stderr}) {
    const int number = ::_fileno(stream);
    // What is written to stdout must fail, so it can only be read.
    if (number < 0 || ::_get_osfhandle(number) < 0) {
      stderr_is_nowhere = stderr_is_nowhere || stream == stderr;
      static_cast<void>(std::freopen("NUL", stream == stderr ? "w" : "r", stream));
    } else {
      ::_setmode(number, _O_BINARY);
    }
  }
  console_page = ::GetConsoleOutputCP();  // 0: there is no console
  if (console_page == 0 || console_page == CP_UTF8) return;
  ::SetConsoleOutputCP(CP_UTF8);
  static_cast<void>(std::atexit([] { ::SetConsoleOutputCP(console_page); }));
}

bool stderr_is_seen() { return !stderr_is_nowhere; }

bool stderr_is_terminal() {
  const HANDLE console = ::GetStdHandle(STD_ERROR_HANDLE);
  DWORD mode = 0;
  return ::GetConsoleMode(console, &mode) != 0 &&
         ::SetConsoleMode(console, mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

StopSignals::StopSignals() { ::SetConsoleCtrlHandler(note_stop, TRUE); }

StopSignals::~StopSignals() { ::SetConsoleCtrlHandler(note_stop, FALSE); }

bool StopSignals::asked() { return stop_asked; }

}  // namespace repose

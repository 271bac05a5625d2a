#include <fcntl.h>
#include <io.h>

#include <cstdio>
#include <cstdlib>

#include "core/standard_streams.hpp"
#include "core/windows_api.hpp"

namespace repose {

namespace {

// The code page that the console had, which other programs go on to use.
UINT console_page = 0;

bool stderr_is_nowhere = false;

void give_console_back() { ::SetConsoleOutputCP(console_page); }

// A program without a console window prints to the console from which it was started, if there is one.
void borrow_console() {
  if (::_fileno(stdout) >= 0 || ::AttachConsole(ATTACH_PARENT_PROCESS) == 0) return;
  for (std::FILE* const stream : {stdout, stderr}) static_cast<void>(std::freopen("CONOUT$", "w", stream));
}

void show_utf8() {
  console_page = ::GetConsoleOutputCP();  // 0: there is no console
  if (console_page == 0 || console_page == CP_UTF8) return;
  ::SetConsoleOutputCP(CP_UTF8);
  static_cast<void>(std::atexit(give_console_back));
}

}  // namespace

void occupy_closed_streams() {
  borrow_console();
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
  show_utf8();
}

bool stderr_is_seen() { return !stderr_is_nowhere; }

bool stderr_is_terminal() {
  const HANDLE console = ::GetStdHandle(STD_ERROR_HANDLE);
  DWORD mode = 0;
  return ::GetConsoleMode(console, &mode) != 0 &&
         ::SetConsoleMode(console, mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

}  // namespace repose

// The terminal: the standard streams of a program, and the signals that end it.
#pragma once

namespace repose {

// Call it first in main(). Opens the standard streams that the caller has closed: otherwise text for the terminal would
// end up in the first file that the program opens. On Linux also: writing beyond a limit of the size of files fails,
// and does not end the program. On Windows also: the streams carry bytes and a console shows UTF-8, as on other
// systems.
void prepare_process();

// Whether stderr is a terminal, where a line can be drawn again.
bool stderr_is_terminal();

// Whether what is written to stderr goes anywhere: not in a program that a double click has started on Windows.
bool stderr_is_seen();

// While a StopSignals exists, Ctrl+C and the signals that end a program are noted instead of ending it at once, so that
// it can store its world or remove unfinished files.
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
};

}  // namespace repose

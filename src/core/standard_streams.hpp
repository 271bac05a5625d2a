// The standard streams of a program: none of them closed, and output that could not be written is an error.
// standard_streams_posix.cpp and standard_streams_windows.cpp implement what differs.
#pragma once

#include "repose/status.hpp"

namespace repose {

// Call it first in main(). A standard stream that the caller has closed would otherwise become the first file that the
// program opens: text for the terminal would end up in that file.
// On Windows also: the streams carry bytes and a console shows UTF-8, as on other systems.
void occupy_closed_streams();

// Whether stderr is a terminal, where a line can be drawn again.
bool stderr_is_terminal();

// Whether what is written to stderr goes anywhere. On Windows it does not if the program was started with a double
// click.
bool stderr_is_seen();

// Writes what waits in the buffer of stdout. Fails with a sentence if any output was lost since the program has begun:
// the device is full, or stdout was closed.
Status flush_output();

}  // namespace repose

// The standard streams of a program: none of them closed, and output that could not be written is an error.
#pragma once

#include "repose/status.hpp"

namespace repose {

// Call it first in main(). A standard stream that the caller has closed would otherwise become the first file that the
// program opens: text for the terminal would end up in that file.
void occupy_closed_streams();

// Writes what waits in the buffer of stdout. Fails with a sentence if any output was lost since the program has begun:
// the device is full, or stdout was closed.
Status flush_output();

}  // namespace repose

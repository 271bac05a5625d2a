#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "core/standard_streams.hpp"

namespace repose {

void occupy_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // Opens the lowest free number, which is this stream. What is written to stdout must fail, so it can only be read.
    [[maybe_unused]] const int opened = ::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
}

bool stderr_is_seen() { return true; }

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) != 0; }

}  // namespace repose

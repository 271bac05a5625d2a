#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <initializer_list>

#include "platform/terminal.hpp"

namespace repose {

void prepare_process() {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that becomes too large is a failed write
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // Opens the lowest free number, which is this stream. Writing to stdout must fail, so the file can only be read.
    [[maybe_unused]] const int opened = ::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
}

bool stderr_is_seen() { return true; }

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) != 0; }

namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t stop_asked = 0;
extern "C" void note_stop(int) { stop_asked = 1; }

}  // namespace

StopSignals::StopSignals() {
  struct sigaction action {};
  action.sa_handler = note_stop;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : kSignals) {
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    if (signal == SIGHUP && before.sa_handler == SIG_IGN) continue;  // nohup
    ::sigaction(signal, &action, nullptr);
  }
}

StopSignals::~StopSignals() {
  for (const int signal : kSignals) {
    struct sigaction now {};
    ::sigaction(signal, nullptr, &now);
    if (now.sa_handler == note_stop) std::signal(signal, SIG_DFL);
  }
}

bool StopSignals::asked() { return stop_asked != 0; }

}  // namespace repose

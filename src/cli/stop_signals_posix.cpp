#include <csignal>

#include "cli/failure.hpp"
#include "cli/stop_signals.hpp"

namespace repose::cli {

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

void StopSignals::check(const std::string& where) {
  if (asked()) throw Failure{kExitInterrupted, "interrupted " + where};
}

}  // namespace repose::cli

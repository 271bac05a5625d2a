#include "app/end_signals.hpp"

#include <csignal>
#include <initializer_list>

namespace repose {

namespace {

volatile std::sig_atomic_t end_asked = 0;
extern "C" void note_end(int) { end_asked = 1; }

}  // namespace

void catch_end_signals() {
  struct sigaction action {};
  action.sa_handler = note_end;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

bool asked_to_end() { return end_asked != 0; }

}  // namespace repose

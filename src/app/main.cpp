#include <SDL.h>
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <string>

#include "app/app.hpp"
#include "core/standard_streams.hpp"
#include "core/within_memory.hpp"

namespace {

volatile std::sig_atomic_t asked_to_end = 0;
extern "C" void note_signal(int) { asked_to_end = 1; }

// The first signal ends the program normally, so that it can store its world; a second one ends it at once.
void end_on_signals() {
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

int run(int argc, char** argv) {
  repose::AppOptions options;
  if (const auto exit_code = repose::parse_app_options(argc, argv, options)) return *exit_code;
  end_on_signals();
  std::string error;
  const auto app = repose::App::create(options, error);
  if (!app) {
    fmt::print(stderr, "repose: {}\n", error);
    return 1;
  }
  if (const std::string why = app->why_no_gl(); !why.empty()) fmt::print(stderr, "repose: {}\n", why);
  while (app->running() && asked_to_end == 0) app->frame();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  repose::occupy_closed_streams();
  int code = 1;
  if (!repose::within_memory([&] { code = run(argc, argv); })) {
    std::fputs("repose: there is not enough memory\n", stderr);
  }
  const repose::Status written = repose::flush_output();
  if (written) return code;
  std::fputs(("repose: " + written.message() + "\n").c_str(), stderr);
  return 2;
}

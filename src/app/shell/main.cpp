// The program `repose`: reads its arguments, runs frames until the window is closed, and ends with an exit code.
#include <fmt/format.h>

#include <cstdio>
#include <new>

#include "app/shell/app.hpp"
#include "core/files.hpp"
#include "platform/program.hpp"
#include "platform/terminal.hpp"

namespace {

int run(int argc, char** argv) {
  repose::AppOptions options;
  repose::ProgramArguments arguments(argc, argv);
  if (const auto exit_code = repose::parse_app_options(arguments.count(), arguments.values(), options)) {
    return *exit_code;
  }
  SDL_SetMainReady();  // this program has a main() of its own on every system
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  const repose::StopSignals signals;
  std::string error;
  const auto app = repose::App::create(options, error);
  if (!app) {
    repose::complain(error);
    return 1;
  }
  if (const std::string why = app->why_no_gl(); !why.empty()) fmt::print(stderr, "repose: {}\n", why);
  while (app->running() && !repose::StopSignals::asked()) app->frame();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  repose::prepare_process();
  int code = 1;
  try {
    code = run(argc, argv);
  } catch (const std::bad_alloc&) {
    repose::complain("there is not enough memory");
  }
  const repose::Status written = repose::flush_output();
  if (written) return code;
  repose::complain(written.message());
  return 2;
}

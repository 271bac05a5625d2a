// The app in a page. The browser calls a frame before each of its pictures; the app never waits.
#include <SDL.h>
#include <emscripten.h>
#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/app.hpp"
#include "core/environment.hpp"
#include "core/within_memory.hpp"

namespace {

class PageClock final : public repose::FrameClock {
 public:
  double now() override { return emscripten_get_now() / 1000; }
  void sleep(double) override {}
  bool wait_for_event(double) override { return SDL_PollEvent(nullptr) != 0; }
  double step_cost(double measured) override { return measured; }
};

PageClock page_clock;
std::unique_ptr<repose::App> app;

void frame() {
  if (!repose::within_memory([] { app->frame(); })) fmt::print(stderr, "repose: there is not enough memory\n");
  if (app->running()) return;
  emscripten_cancel_main_loop();
  app.reset();
}

}  // namespace

int main(int argc, char** argv) {
  repose::AppOptions options;
  repose::ProgramArguments arguments(argc, argv);
  if (const auto exit_code = repose::parse_app_options(arguments.count(), arguments.values(), options)) {
    return *exit_code;
  }
  options.clock = &page_clock;
  SDL_SetMainReady();  // this program has a main() of its own
  // Browsers do not say whether a graphics card is behind WebGL, and without one gpu is slow.
  if (!options.backend) options.backend = repose::Backend::cpu;
  std::string error;
  app = repose::App::create(options, error);
  if (!app) {
    fmt::print(stderr, "repose: {}\n", error);
    return 1;
  }
  if (const std::string why = app->why_no_gl(); !why.empty()) fmt::print(stderr, "repose: {}\n", why);
  emscripten_set_main_loop(frame, 0, 1);
  return 0;
}

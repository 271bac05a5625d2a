// The app in a page. The browser calls a frame before each of its pictures; the app never waits. assets/web/page.js is
// the other half: it chooses the program and starts it.
#include <emscripten.h>
#include <emscripten/html5.h>
#include <emscripten/threading.h>
#include <fmt/format.h>

#include <cstdlib>
#include <new>

#include "app/shell/app.hpp"
#include "platform/program.hpp"

namespace {

class PageClock final : public repose::FrameClock {
 public:
  double now() override { return emscripten_get_now() / 1000; }
  void sleep(double) override {}
  bool wait_for_event(double) override { return SDL_PollEvent(nullptr) != 0; }
};

constexpr int kThreadsMax = 8;  // unless --threads says more; as in cmake/Web.cmake and page.js

PageClock page_clock;
std::unique_ptr<repose::App> app;

// Ends the app, which stores the world, and tells the page why.
void end(const char* why) {
  emscripten_cancel_main_loop();
  repose::offer_facts(nullptr);
  app.reset();
  EM_ASM({ Module.ended(UTF8ToString($0)); }, why);
}

void frame() {
  try {
    app->frame();
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "repose: there is not enough memory\n");
  }
  EM_ASM({ Module.shown(); });
  if (!app->running()) end("quit");
}

// The page begins again with the stored world: a canvas that has lost its context cannot be used otherwise.
EM_BOOL lose_graphics(int, const void*, void*) {
  if (!app) return EM_FALSE;
  app->lose_graphics();
  end("graphics");
  return EM_TRUE;
}

// A property of the page's Module; empty if there is none.
std::string told_by_page(const char* name) {
  auto* const text = reinterpret_cast<char*>(EM_ASM_INT(
      {
        const text = Module[UTF8ToString($0)] || "";
        const bytes = lengthBytesUTF8(text) + 1;
        const at = _malloc(bytes);
        stringToUTF8(text, at, bytes);
        return at;
      },
      name));
  const std::string result = text;
  std::free(text);
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  repose::AppOptions options;
  repose::ProgramArguments arguments(argc, argv);
  if (const auto exit_code = repose::parse_app_options(arguments.count(), arguments.values(), options)) {
    return *exit_code;
  }
  options.clock = &page_clock;
  if (options.threads == 0) options.threads = std::min(kThreadsMax, emscripten_num_logical_cores());
  options.host_facts = told_by_page("hostFacts");
  options.first_message = told_by_page("firstMessage");
  options.go_on = !told_by_page("goesOn").empty();
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
  repose::offer_facts(app.get());
  emscripten_set_webglcontextlost_callback("#canvas", nullptr, EM_FALSE, lose_graphics);
  emscripten_set_main_loop(frame, 0, 1);
  return 0;
}

// Compiled alone (see CMakeLists.txt), because the headers of Xlib define macros with common names. Xlib is not linked:
// its functions come from the library that SDL has loaded.
#include "platform/x_errors.hpp"

#include <SDL.h>
#include <SDL_syswm.h>

#include <string_view>

#ifdef SDL_VIDEO_DRIVER_X11

#include <dlfcn.h>

namespace repose {

namespace {

int error_count = 0;
char last_text[200] = "";

// Null unless this process has loaded Xlib.
template <class Function>
Function* xlib_function(const char* name) {
  static void* const library = ::dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
  return library != nullptr ? reinterpret_cast<Function*>(::dlsym(library, name)) : nullptr;
}

extern "C" int count_x_error(Display* display, XErrorEvent* event) {
  ++error_count;
  const auto get_text = xlib_function<decltype(XGetErrorText)>("XGetErrorText");
  if (get_text != nullptr) get_text(display, event->error_code, last_text, sizeof last_text);
  return 0;
}

bool draws_on_x11() {
  const char* const driver = SDL_GetCurrentVideoDriver();
  return driver != nullptr && std::string_view(driver) == "x11";
}

}  // namespace

void count_x_errors() {
  if (!draws_on_x11()) return;
  const auto set_handler = xlib_function<decltype(XSetErrorHandler)>("XSetErrorHandler");
  if (set_handler != nullptr) set_handler(count_x_error);
}

int settled_x_errors(SDL_Window* window) {
  if (!draws_on_x11()) return error_count;
  SDL_SysWMinfo info;
  SDL_VERSION(&info.version);
  const auto sync = xlib_function<decltype(XSync)>("XSync");
  if (sync != nullptr && SDL_GetWindowWMInfo(window, &info) == SDL_TRUE) sync(info.info.x11.display, False);
  return error_count;
}

std::string last_x_error() { return last_text; }

}  // namespace repose

#else

namespace repose {

void count_x_errors() {}
int settled_x_errors(SDL_Window*) { return 0; }
std::string last_x_error() { return {}; }

}  // namespace repose

#endif

#include "app/frame/window_place.hpp"

#include <algorithm>
#include <string_view>

#include "app/frame/screen.hpp"

namespace repose {

namespace {

struct Borders {
  int top = 0, left = 0, bottom = 0, right = 0;
};

// How much denser than 96 pixels an inch.
float density(int display) {
  constexpr float kUsualDpi = 96;
  float dpi = 0;
  return SDL_GetDisplayDPI(display, &dpi, nullptr, nullptr) == 0 ? std::max(dpi / kUsualDpi, 1.0f) : 1.0f;
}

WindowShape wanted_shape(SDL_Window* window, int display) {
  WindowShape shape;
  const WindowShape usual;
  SDL_GetWindowSize(window, &shape.width, &shape.height);
  if (shape.width != usual.width || shape.height != usual.height) return shape;
  const float factor = density(display);
  return {static_cast<int>(static_cast<float>(shape.width) * factor),
          static_cast<int>(static_cast<float>(shape.height) * factor)};
}

}  // namespace

void place_on_display(SDL_Window* window) {
  const char* const driver = SDL_GetCurrentVideoDriver();
  if (driver == nullptr || std::string_view(driver) != "windows") return;
  const int display = SDL_GetWindowDisplayIndex(window);
  SDL_Rect usable{};
  if (SDL_GetDisplayUsableBounds(display, &usable) != 0) return;
  Borders borders;
  SDL_GetWindowBordersSize(window, &borders.top, &borders.left, &borders.bottom, &borders.right);
  const WindowShape wanted = wanted_shape(window, display);
  const int across = borders.left + borders.right, down = borders.top + borders.bottom;
  const int width = std::min(wanted.width, usable.w - across), height = std::min(wanted.height, usable.h - down);
  SDL_SetWindowSize(window, width, height);
  SDL_SetWindowPosition(window, usable.x + borders.left + (usable.w - across - width) / 2,
                        usable.y + borders.top + (usable.h - down - height) / 2);
}

}  // namespace repose

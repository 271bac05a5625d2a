// What the app does with its window and the mouse over it.
#include "app/app.hpp"

namespace repose {

void App::toggle_fullscreen() {
  if (!ui_.fullscreen) SDL_GetWindowSize(screen_->window(), &settings_.window_width, &settings_.window_height);
  ui_.fullscreen = !ui_.fullscreen;
  SDL_SetWindowFullscreen(screen_->window(), ui_.fullscreen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

std::optional<PixelPoint> App::mouse_on_canvas() {
  if (!canvas_at(mouse_.x, mouse_.y)) return std::nullopt;
  return canvas_pixel(mouse_.x, mouse_.y);
}

}  // namespace repose

#include "app/frame/window_style.hpp"

#include <algorithm>
#include <cmath>

#include "app/widgets/theme.hpp"

namespace repose {

void WindowStyle::apply() {
  const float fitting = fitting_scale();
  if (!stale_ && fitting == fitting_) return;
  stale_ = false;
  fitting_ = fitting;
  apply_theme(settings_.window.theme, std::min(wanted_scale(), fitting), layout_.pixels_per_point());
  screen_.reload_fonts();
}

void WindowStyle::remember_size() {
  if (!fullscreen_) SDL_GetWindowSize(screen_.window(), &settings_.window.width, &settings_.window.height);
}

void WindowStyle::toggle_fullscreen() {
  remember_size();
  fullscreen_ = !fullscreen_;
  SDL_SetWindowFullscreen(screen_.window(), fullscreen_ ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

float WindowStyle::fitting_scale() const {
  constexpr float kWidthNeeded = 640, kHeightNeeded = 400;  // points at 100 %
  constexpr float kSteps = 20;                              // of the scale, so that few sizes need new fonts
  int width = 0, height = 0;
  SDL_GetWindowSize(screen_.window(), &width, &height);
  const float fits = std::min(static_cast<float>(width) / kWidthNeeded, static_cast<float>(height) / kHeightNeeded);
  return std::max(static_cast<float>(kUiScaleMin) / 100.0f, std::floor(fits * kSteps) / kSteps);
}

float WindowStyle::wanted_scale() const {
  if (settings_.window.ui_scale_percent != 0) return static_cast<float>(settings_.window.ui_scale_percent) / 100.0f;
  // If points are pixels, the app itself makes the text larger on a dense screen. Screens that report less than 1.25
  // times the usual density get the usual size, because many report wrong values.
  constexpr float kUsualDpi = 96, kDense = 1.25f, kStep = 0.25f;
  if (!asks_screen_ || layout_.pixels_per_point() > 1.1f) return 1.0f;
  float dpi = 0;
  const int display = SDL_GetWindowDisplayIndex(screen_.window());
  if (SDL_GetDisplayDPI(display, &dpi, nullptr, nullptr) != 0) return 1.0f;
  const float scale = std::round(dpi / kUsualDpi / kStep) * kStep;
  return scale < kDense ? 1.0f : std::min(scale, static_cast<float>(kUiScaleMax) / 100.0f);
}

}  // namespace repose

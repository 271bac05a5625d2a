#include "app/desk/window.hpp"

#include <algorithm>
#include <cmath>

#include "app/desk/desk.hpp"
#include "core/language.hpp"

namespace repose {

bool Layout::canvas_at(ImVec2 point) const {
  const auto holds = [&](const ImVec4& rect) {
    return point.x >= rect.x && point.y >= rect.y && point.x < rect.z && point.y < rect.w;
  };
  return !popup_open_ && holds(canvas_) && std::ranges::none_of(covers_, holds);
}

void Layout::cover_window() {
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  cover({low.x, low.y, low.x + size.x, low.y + size.y});
}

float Layout::below_cards(float left, float right, float top) const {
  for (const ImVec4& card : covers_) {
    const bool from_top_to_bottom = card.w >= canvas_.w;  // the line between two solvers
    const bool in_the_way = card.x < right && card.z > left && card.y <= top + px(8) && card.w > top - px(8);
    if (in_the_way && !from_top_to_bottom) top = card.w + px(8);
  }
  return top;
}

void WindowStyle::apply() {
  int width = 0, height = 0;
  SDL_GetWindowSize(desk_.screen->window(), &width, &height);
  const ImVec2 size = {static_cast<float>(width), static_cast<float>(height)};
  // The largest scale at which everything fits.
  const auto fits = [size](WindowForm form) {
    const ImVec2 kWide = {640, 400}, kUpright = {312, 400}, kSideways = {424, 264};  // points at 100 %
    constexpr float kSteps = 20;  // of the scale, so that few sizes need new fonts
    const ImVec2 needed = form == WindowForm::wide ? kWide : form == WindowForm::upright ? kUpright : kSideways;
    const float most = std::min(size.x / needed.x, size.y / needed.y);
    return std::max(static_cast<float>(kUiScaleMin) / 100.0f, std::floor(most * kSteps) / kSteps);
  };
  WindowForm form = form_of(size.x, size.y);
  // Text that a person has made so large that the panels do not fit beside the world.
  const int chosen = desk_.settings.window.ui_scale_percent;
  if (form == WindowForm::wide && static_cast<float>(chosen) / 100.0f > fits(form))
    form = size.x > size.y ? WindowForm::sideways : WindowForm::upright;
  const float fitting = fits(form);
  if (!stale_ && fitting == fitting_ && form == form_ && language_changes_ == language_changes()) return;
  stale_ = false;
  language_changes_ = language_changes();
  fitting_ = fitting;
  form_ = form;
  apply_theme(desk_.settings.window.theme, std::min(wanted_scale(form), fitting), desk_.layout.pixels_per_point(),
              form);
  desk_.screen->reload_fonts();
}

void WindowStyle::remember_size() {
  if (!fullscreen_)
    SDL_GetWindowSize(desk_.screen->window(), &desk_.settings.window.width, &desk_.settings.window.height);
}

void WindowStyle::toggle_fullscreen() {
  remember_size();
  fullscreen_ = !fullscreen_;
  SDL_SetWindowFullscreen(desk_.screen->window(), fullscreen_ ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

float WindowStyle::wanted_scale(WindowForm form) const {
  if (desk_.settings.window.ui_scale_percent != 0)
    return static_cast<float>(desk_.settings.window.ui_scale_percent) / 100.0f;
  // If points are pixels, the app itself makes the text larger on a dense screen. Screens that report less than 1.25
  // times the usual density get the usual size, because many report wrong values.
  constexpr float kUsualDpi = 96, kDense = 1.25f, kStep = 0.25f;
  constexpr float kOfPhones = 16.0f / 15;  // text of 16 points, as in web pages
  if (form != WindowForm::wide) return kOfPhones;
  if (desk_.options.scripted || desk_.layout.pixels_per_point() > 1.1f) return 1.0f;
  constexpr float kOnDeck = 1.25f;  // small letters are 10 of the 800 pixels of its screen of seven inches
  if (SDL_getenv("SteamDeck") != nullptr) return kOnDeck;
  float dpi = 0;
  const int display = SDL_GetWindowDisplayIndex(desk_.screen->window());
  if (SDL_GetDisplayDPI(display, &dpi, nullptr, nullptr) != 0) return 1.0f;
  const float scale = std::round(dpi / kUsualDpi / kStep) * kStep;
  return scale < kDense ? 1.0f : std::min(scale, static_cast<float>(kUiScaleMax) / 100.0f);
}

void place_on_display(SDL_Window* window) {
  const char* const driver = SDL_GetCurrentVideoDriver();
  const int display = SDL_GetWindowDisplayIndex(window);
  SDL_Rect usable{};
  if (driver == nullptr || SDL_GetDisplayUsableBounds(display, &usable) != 0) return;
  if (std::string_view(driver) != "windows") {
    // Only where there is a screen: SDL's drivers without one have bounds, too.
    if (std::string_view(driver) != "x11" && std::string_view(driver) != "wayland") return;
    int width = 0, height = 0;
    SDL_GetWindowSize(window, &width, &height);
    if (width <= usable.w && height <= usable.h) return;
    SDL_SetWindowSize(window, std::min(width, usable.w), std::min(height, usable.h));
    return SDL_SetWindowPosition(window, usable.x + std::max(0, (usable.w - width) / 2),
                                 usable.y + std::max(0, (usable.h - height) / 2));
  }
  int top = 0, left = 0, bottom = 0, right = 0;
  SDL_GetWindowBordersSize(window, &top, &left, &bottom, &right);
  const WindowShape usual;
  WindowShape wanted;
  SDL_GetWindowSize(window, &wanted.width, &wanted.height);
  float dpi = 0;
  const bool is_usual = wanted.width == usual.width && wanted.height == usual.height;
  if (is_usual && SDL_GetDisplayDPI(display, &dpi, nullptr, nullptr) == 0) {
    const float factor = std::max(dpi / 96, 1.0f);  // how much denser than 96 pixels an inch
    wanted = {static_cast<int>(static_cast<float>(usual.width) * factor),
              static_cast<int>(static_cast<float>(usual.height) * factor)};
  }
  const int across = left + right, down = top + bottom;
  const int width = std::min(wanted.width, usable.w - across), height = std::min(wanted.height, usable.h - down);
  SDL_SetWindowSize(window, width, height);
  SDL_SetWindowPosition(window, usable.x + left + (usable.w - across - width) / 2,
                        usable.y + top + (usable.h - down - height) / 2);
}

}  // namespace repose

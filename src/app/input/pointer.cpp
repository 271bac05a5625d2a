#include "app/input/pointer.hpp"

#include "app/desk/desk.hpp"
#include "app/frame/layout.hpp"
#include "app/input/clipping.hpp"
#include "app/view/compare_view.hpp"
#include "app/view/inspector.hpp"

namespace repose {

namespace {

unsigned char held_modifiers() { return modifiers_of(static_cast<Uint16>(SDL_GetModState())); }

std::optional<MouseButton> button_of(Uint8 sdl_button) {
  switch (sdl_button) {
    case SDL_BUTTON_LEFT: return MouseButton::left;
    case SDL_BUTTON_RIGHT: return MouseButton::right;
    case SDL_BUTTON_MIDDLE: return MouseButton::middle;
    default: return std::nullopt;
  }
}

ImVec2 point(int x, int y) { return {static_cast<float>(x), static_cast<float>(y)}; }

}  // namespace

void Pointer::begin_frame() {
  for (bool& pressed : pressed_) pressed = false;
}

void Pointer::feed(ImGuiIO& io) const {
  // ImGui 1.86's SDL backend asks the system for the mouse, which lags behind the events and ignores synthetic ones.
  io.MousePos = at_;
  for (int i = 0; i < 3; ++i) io.MouseDown[i] = down_[i] || pressed_[i];
}

bool Pointer::over_canvas() const { return desk_.layout.canvas_at(at_); }

std::optional<PixelPoint> Pointer::on_canvas() const {
  if (!over_canvas()) return std::nullopt;
  return canvas_pixel(at_);
}

PixelPoint Pointer::canvas_pixel(ImVec2 at) const {
  const auto scale = static_cast<double>(desk_.layout.pixels_per_point());
  return desk_.view.compare.in_first_half({at.x * scale, at.y * scale}, desk_.view.canvas.drawing());
}

bool Pointer::inspects(MouseButton button, unsigned char modifiers) const {
  return desk_.view.inspector.on() && button == MouseButton::left && modifiers == kNone && !space_held_ &&
         !desk_.view.clipping.is_placing();
}

void Pointer::hold_space(bool held) {
  space_held_ = held;
  if (held) space_used_ = false;
}

void Pointer::point_at(PixelPoint at) {
  const float scale = desk_.layout.pixels_per_point();
  at_ = {static_cast<float>(at.x) / scale, static_cast<float>(at.y) / scale};
}

void Pointer::hold_left_button(bool down) {
  down_[0] = down;
  pressed_[0] = pressed_[0] || down;
}

void Pointer::handle(const SDL_Event& event) {
  if (event.type == SDL_MOUSEMOTION) {
    at_ = point(event.motion.x, event.motion.y);
    desk_.view.canvas.move(canvas_pixel(at_));
  } else if (event.type == SDL_MOUSEWHEEL) {
    const double clicks = event.wheel.preciseY != 0 ? static_cast<double>(event.wheel.preciseY) : event.wheel.y;
    if (const auto at = on_canvas()) desk_.view.canvas.wheel(*at, clicks, held_modifiers());
  } else if (const auto button = button_of(event.button.button)) {
    handle_button(event.button, *button);
  }
}

void Pointer::handle_button(const SDL_MouseButtonEvent& event, MouseButton button) {
  const bool down = event.type == SDL_MOUSEBUTTONDOWN;
  at_ = point(event.x, event.y);
  down_[static_cast<int>(button)] = down;
  if (down) pressed_[static_cast<int>(button)] = true;
  if (!down) return desk_.view.canvas.release(button, canvas_pixel(at_));
  if (!over_canvas()) return;
  if (space_held_) space_used_ = true;
  if (inspects(button, held_modifiers())) {
    desk_.view.canvas.move(canvas_pixel(at_));
    return desk_.view.inspector.pin_under_mouse();
  }
  desk_.view.canvas.press(button, canvas_pixel(at_), held_modifiers(), space_held_);
}

}  // namespace repose

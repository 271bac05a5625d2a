#include "app/desk/pointer.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/desk/action_table.hpp"
#include "app/desk/canvas.hpp"
#include "app/desk/clipping.hpp"
#include "app/desk/compare_view.hpp"
#include "app/desk/desk.hpp"
#include "app/desk/inspector.hpp"
#include "app/desk/screen.hpp"
#include "app/desk/time.hpp"
#include "app/desk/tools.hpp"
#include "app/desk/window.hpp"

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
    return desk_.view.canvas.move(canvas_pixel(at_));
  }
  if (event.type == SDL_MOUSEWHEEL) {
    const double clicks = event.wheel.preciseY != 0 ? static_cast<double>(event.wheel.preciseY) : event.wheel.y;
    if (const auto at = on_canvas()) desk_.view.canvas.wheel(*at, clicks, held_modifiers());
    return;
  }
  const auto button = button_of(event.button.button);
  if (!button) return;
  const bool down = event.type == SDL_MOUSEBUTTONDOWN;
  at_ = point(event.button.x, event.button.y);
  down_[static_cast<int>(*button)] = down;
  if (down) pressed_[static_cast<int>(*button)] = true;
  if (!down) return desk_.view.canvas.release(*button, canvas_pixel(at_));
  if (!over_canvas()) return;
  if (space_held_) space_used_ = true;
  if (inspects(*button, held_modifiers())) {
    desk_.view.canvas.move(canvas_pixel(at_));
    return desk_.view.inspector.pin_under_mouse();
  }
  desk_.view.canvas.press(*button, canvas_pixel(at_), held_modifiers(), space_held_);
}

namespace {

constexpr double kRestSeconds = 0.5;  // how long a finger must rest to pick
constexpr double kRestPoints = 8;     // a finger that moves less than this rests
constexpr double kPinchPointsMin =
    16;  // a smaller distance of the fingers is not used for zooming, which would become too fast
constexpr PixelPoint kNowhere = {-1e5, -1e5};

PixelPoint operator-(PixelPoint a, PixelPoint b) { return {a.x - b.x, a.y - b.y}; }

// The window that scrolls at a point; null if none does, and on scroll bars.
ImGuiWindow* list_at(ImVec2 point) {
  ImGui::GetIO().MousePos = point;
  ImGui::UpdateHoveredWindowAndCaptureFlags();
  ImGuiWindow* window = GImGui->HoveredWindow;
  if (window == nullptr) return nullptr;
  const bool on_bar = window->ScrollbarY && ImGui::GetWindowScrollbarRect(window, ImGuiAxis_Y).Contains(point);
  const auto scrolls = [](const ImGuiWindow& w) {
    return (w.ScrollMax.x > 0 || w.ScrollMax.y > 0) && (w.Flags & ImGuiWindowFlags_NoScrollWithMouse) == 0;
  };
  while (window != nullptr && !scrolls(*window))
    window = (window->Flags & ImGuiWindowFlags_ChildWindow) != 0 ? window->ParentWindow : nullptr;
  return on_bar ? nullptr : window;
}

}  // namespace

PixelPoint Touch::on_canvas(PixelPoint at) const {
  const float scale = desk_.layout.pixels_per_point();
  return desk_.pointer.canvas_pixel({static_cast<float>(at.x) / scale, static_cast<float>(at.y) / scale});
}

PixelPoint Touch::middle() const {
  return {(fingers_[0].at.x + fingers_[1].at.x) / 2, (fingers_[0].at.y + fingers_[1].at.y) / 2};
}

double Touch::distance() const {
  const PixelPoint between = fingers_[1].at - fingers_[0].at;
  return std::max(std::hypot(between.x, between.y),
                  kPinchPointsMin * static_cast<double>(desk_.layout.pixels_per_point()));
}

void Touch::handle(const SDL_TouchFingerEvent& event) {
  const SDL_TouchDeviceType device = SDL_GetTouchDeviceType(event.touchId);
  const bool touch_pad = device == SDL_TOUCH_DEVICE_INDIRECT_ABSOLUTE || device == SDL_TOUCH_DEVICE_INDIRECT_RELATIVE;
  if (touch_pad || event.touchId == SDL_MOUSE_TOUCHID) return;  // these devices move the mouse
  int width = 0, height = 0;
  desk_.screen->drawable_size(width, height);
  const PixelPoint at = {static_cast<double>(event.x) * width, static_cast<double>(event.y) * height};
  if (event.type == SDL_FINGERDOWN) return down(event.fingerId, at);
  const auto finger = std::ranges::find(fingers_, event.fingerId, &Finger::id);
  if (finger == fingers_.end()) return;
  finger->at = at;
  moved();
  if (event.type == SDL_FINGERUP) up(event.fingerId);
}

void Touch::down(SDL_FingerID id, PixelPoint at) {
  std::erase_if(fingers_, [id](const Finger& finger) { return finger.id == id; });  // the event of its end was missed
  fingers_.push_back({id, at});
  lifted_ = false;
  frames_to_leave_ = 0;
  if (fingers_.size() == 1) {
    began_at_ = at;
    began_ = desk_.loop.now();
    desk_.pointer.point_at(at);
    const float scale = desk_.layout.pixels_per_point();
    const ImVec2 point = {static_cast<float>(at.x) / scale, static_cast<float>(at.y) / scale};
    if (desk_.layout.canvas_at(point)) {
      mode_ = Mode::undecided;
    } else if ((list_ = list_at(point)) != nullptr) {
      mode_ = Mode::on_list;
    } else {
      begin_mouse();
    }
  } else if (fingers_.size() == 2 && (mode_ == Mode::undecided || mode_ == Mode::press)) {
    if (mode_ == Mode::press && desk_.view.canvas.take_back_press()) desk_.actions.perform(action::undo);
    mode_ = Mode::pinch;
    middle_ = middle();
    distance_ = distance();
  }
}

bool Touch::inspects() const { return desk_.pointer.inspects(MouseButton::left, kNone); }

bool Touch::drags() const {
  const Tool tool = desk_.paint_box.tool();
  return !inspects() && !desk_.view.clipping.is_placing() && tool != Tool::fill && tool != Tool::pick;
}

bool Touch::rests() const {
  const PixelPoint way = fingers_[0].at - began_at_;
  return std::hypot(way.x, way.y) <= kRestPoints * static_cast<double>(desk_.layout.pixels_per_point());
}

bool Touch::rested() const { return rests() && desk_.loop.now() - began_ >= kRestSeconds; }

void Touch::begin_press(PixelPoint at) {
  desk_.view.canvas.move(on_canvas(at));
  desk_.view.canvas.press(MouseButton::left, on_canvas(at), kNone, false);
  mode_ = Mode::press;
}

void Touch::begin_mouse() {
  mode_ = Mode::mouse;
  pressed_ = true;
  desk_.pointer.point_at(began_at_);
  desk_.pointer.hold_left_button(true);
}

void Touch::pin(PixelPoint at) {
  desk_.view.canvas.move(on_canvas(at));
  desk_.view.inspector.pin_under_mouse();
}

// Moves along the list scroll it; moves across it go to the widget under the finger, for example a slider.
void Touch::drag_list() {
  const PixelPoint way = fingers_[0].at - began_at_;
  if (std::abs(way.x) > std::abs(way.y) && list_->ScrollMax.x <= 0) return begin_mouse();
  mode_ = Mode::scroll;
  list_from_ = {static_cast<double>(list_->Scroll.x), static_cast<double>(list_->Scroll.y)};
  scroll_from_ = fingers_[0].at;
}

void Touch::scroll() {
  const double scale = static_cast<double>(desk_.layout.pixels_per_point());
  const PixelPoint way = fingers_[0].at - scroll_from_;
  const auto place = [scale](double from, double moved) {
    return std::max(0.0f, static_cast<float>(from - moved / scale));
  };
  if (list_->ScrollMax.x > 0) ImGui::SetScrollX(list_, place(list_from_.x, way.x));
  ImGui::SetScrollY(list_, place(list_from_.y, way.y));
  desk_.pointer.point_at(kNowhere);  // so that nothing is highlighted while it passes under the finger
}

void Touch::moved() {
  const PixelPoint at = fingers_[0].at;
  if (mode_ == Mode::on_list && !rests()) drag_list();
  if (mode_ == Mode::scroll) return scroll();
  if (!pressed_) desk_.pointer.point_at(at);  // a press must be seen at its own position
  if (mode_ == Mode::undecided && drags() && !rests()) begin_press(began_at_);
  if (mode_ == Mode::undecided) desk_.view.canvas.move(on_canvas(at));
  if (mode_ == Mode::press) desk_.view.canvas.move(on_canvas(at));
  if (mode_ != Mode::pinch) return;
  const PixelPoint way = middle() - middle_;
  desk_.view.canvas.pan(way.x, way.y);
  desk_.view.canvas.zoom_at_once(on_canvas(middle()), distance() / distance_);
  middle_ = middle();
  distance_ = distance();
}

void Touch::up(SDL_FingerID id) {
  const bool first = fingers_[0].id == id;
  const PixelPoint at = fingers_[0].at;
  if (first && mode_ == Mode::undecided) inspects() ? pin(at) : begin_press(at);  // a tap
  if (first && mode_ == Mode::on_list) begin_mouse();                             // another
  if (first && mode_ == Mode::press) desk_.view.canvas.release(MouseButton::left, on_canvas(at));
  if (first && mode_ == Mode::mouse) {
    desk_.pointer.hold_left_button(false);
    frames_to_leave_ = 3;  // in the first two, widgets see the press and the release
  }
  if (first || mode_ == Mode::pinch) mode_ = Mode::over;
  std::erase_if(fingers_, [id](const Finger& finger) { return finger.id == id; });
  if (!fingers_.empty()) return;
  mode_ = Mode::none;
  lifted_ = true;
}

void Touch::tick() {
  if (mode_ == Mode::mouse && !pressed_) desk_.pointer.point_at(fingers_[0].at);
  pressed_ = false;
  if (fingers_.empty() && frames_to_leave_ > 0 && --frames_to_leave_ == 0) desk_.pointer.leave();
  if (mode_ == Mode::on_list && rested()) begin_mouse();
  if (mode_ != Mode::undecided || inspects() || !rested()) return;
  mode_ = Mode::over;
  desk_.view.canvas.move(on_canvas(began_at_));
  desk_.view.canvas.pick_under_mouse();
}

}  // namespace repose

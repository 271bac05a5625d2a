#include "app/touch.hpp"

#include <algorithm>
#include <cmath>

#include "app/app.hpp"

namespace repose {

namespace {

constexpr double kRestSeconds = 0.5;   // of a finger that picks
constexpr double kRestPoints = 8;      // as far as a resting finger trembles
constexpr double kPinchPointsMin = 16; // fingers nearer than this would zoom wildly

PixelPoint operator-(PixelPoint a, PixelPoint b) { return {a.x - b.x, a.y - b.y}; }

}  // namespace

PixelPoint Touch::on_canvas(PixelPoint at) const {
  const float scale = app_.pixels_per_point();
  return app_.canvas_pixel(static_cast<float>(at.x) / scale, static_cast<float>(at.y) / scale);
}

PixelPoint Touch::middle() const {
  return {(fingers_[0].at.x + fingers_[1].at.x) / 2, (fingers_[0].at.y + fingers_[1].at.y) / 2};
}

double Touch::distance() const {
  const PixelPoint between = fingers_[1].at - fingers_[0].at;
  return std::max(std::hypot(between.x, between.y), kPinchPointsMin * static_cast<double>(app_.pixels_per_point()));
}

void Touch::handle(const SDL_TouchFingerEvent& event) {
  const SDL_TouchDeviceType device = SDL_GetTouchDeviceType(event.touchId);
  const bool touch_pad = device == SDL_TOUCH_DEVICE_INDIRECT_ABSOLUTE || device == SDL_TOUCH_DEVICE_INDIRECT_RELATIVE;
  if (touch_pad || event.touchId == SDL_MOUSE_TOUCHID) return;  // these move the mouse
  int width = 0, height = 0;
  app_.screen().drawable_size(width, height);
  const PixelPoint at = {static_cast<double>(event.x) * width, static_cast<double>(event.y) * height};
  if (event.type == SDL_FINGERDOWN) return down(event.fingerId, at);
  const auto finger = std::ranges::find(fingers_, event.fingerId, &Finger::id);
  if (finger == fingers_.end()) return;
  finger->at = at;
  moved();
  if (event.type == SDL_FINGERUP) up(event.fingerId);
}

void Touch::down(SDL_FingerID id, PixelPoint at) {
  std::erase_if(fingers_, [id](const Finger& finger) { return finger.id == id; });  // its end went by unheard
  fingers_.push_back({id, at});
  if (fingers_.size() == 1) {
    began_at_ = at;
    began_ = app_.now();
    app_.point_at(at);
    const float scale = app_.pixels_per_point();
    const bool on_canvas = app_.canvas_at(static_cast<float>(at.x) / scale, static_cast<float>(at.y) / scale);
    mode_ = on_canvas ? Mode::undecided : Mode::mouse;
    if (!on_canvas) app_.hold_left_button(true);
  } else if (fingers_.size() == 2 && (mode_ == Mode::undecided || mode_ == Mode::press)) {
    if (mode_ == Mode::press && app_.canvas().take_back_press()) app_.perform(Action::undo);
    mode_ = Mode::pinch;
    middle_ = middle();
    distance_ = distance();
  }
}

bool Touch::inspects() const { return app_.inspects(MouseButton::left, kNone); }

bool Touch::drags() const {
  const Tool tool = app_.ui().tool;
  return !inspects() && !app_.clipping().is_placing() && tool != Tool::fill && tool != Tool::pick;
}

bool Touch::rests() const {
  const PixelPoint way = fingers_[0].at - began_at_;
  return std::hypot(way.x, way.y) <= kRestPoints * static_cast<double>(app_.pixels_per_point());
}

void Touch::begin_press(PixelPoint at) {
  app_.canvas().move(on_canvas(at));
  app_.canvas().press(MouseButton::left, on_canvas(at), kNone, false);
  mode_ = Mode::press;
}

void Touch::pin(PixelPoint at) {
  app_.canvas().move(on_canvas(at));
  app_.inspector().pin_under_mouse();
}

void Touch::moved() {
  const PixelPoint at = fingers_[0].at;
  app_.point_at(at);
  if (mode_ == Mode::undecided && drags() && !rests()) begin_press(began_at_);
  if (mode_ == Mode::undecided) app_.canvas().move(on_canvas(at));
  if (mode_ == Mode::press) app_.canvas().move(on_canvas(at));
  if (mode_ != Mode::pinch) return;
  const PixelPoint way = middle() - middle_;
  app_.canvas().pan(way.x, way.y);
  app_.canvas().zoom_at_once(on_canvas(middle()), distance() / distance_);
  middle_ = middle();
  distance_ = distance();
}

void Touch::up(SDL_FingerID id) {
  const bool first = fingers_[0].id == id;
  const PixelPoint at = fingers_[0].at;
  if (first && mode_ == Mode::undecided) inspects() ? pin(at) : begin_press(at);  // a tap
  if (first && mode_ == Mode::press) app_.canvas().release(MouseButton::left, on_canvas(at));
  if (first && mode_ == Mode::mouse) app_.hold_left_button(false);
  if (first || mode_ == Mode::pinch) mode_ = Mode::over;
  std::erase_if(fingers_, [id](const Finger& finger) { return finger.id == id; });
  if (fingers_.empty()) mode_ = Mode::none;
}

void Touch::tick() {
  if (mode_ != Mode::undecided || inspects() || !rests() || app_.now() - began_ < kRestSeconds) return;
  mode_ = Mode::over;
  app_.canvas().move(on_canvas(began_at_));
  app_.canvas().pick_under_mouse();
}

}  // namespace repose

#include "app/view/relief_canvas.hpp"

#include "app/view/canvas.hpp"

namespace repose {

bool ReliefCanvas::press(MouseButton button, PixelPoint at, bool space_held) {
  if (button == MouseButton::left && !space_held) return false;
  turns_ = button == MouseButton::right;
  last_ = at;
  return true;
}

void ReliefCanvas::drag_to(PixelPoint at) {
  turns_ ? camera_.orbit(at.x - last_.x, at.y - last_.y) : camera_.pan(at.x - last_.x, at.y - last_.y);
  last_ = at;
}

}  // namespace repose

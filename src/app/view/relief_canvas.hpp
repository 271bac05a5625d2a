// The mouse over the view in three dimensions: the right button turns the view, the middle one moves it, the wheel
// zooms. WorldCanvas handles painting.
#pragma once

#include "render/orbit_camera.hpp"

namespace repose {

enum class MouseButton : unsigned char;

class ReliefCanvas {
 public:
  const OrbitCamera& camera() const { return camera_; }

  // At first, and after every fit, the camera sees the whole world.
  void set_viewport(PixelRect viewport) { camera_.set_viewport(viewport); }
  void fit(int world_width, int world_height) { camera_.fit(world_width, world_height); }
  void pan(double dx_pixels, double dy_pixels) { camera_.pan(dx_pixels, dy_pixels); }
  void zoom_at(PixelPoint at, double factor) { camera_.zoom_at(at, factor); }

  // Begins a drag that moves the camera; false for presses that paint.
  bool press(MouseButton button, PixelPoint at, bool space_held);
  void drag_to(PixelPoint at);

 private:
  OrbitCamera camera_;
  bool turns_ = false;  // false: it moves
  PixelPoint last_;
};

}  // namespace repose

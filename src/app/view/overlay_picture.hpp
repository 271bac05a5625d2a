// A CellOverlay on the screen: keeps a texture that is written after the overlay has been painted.
#pragma once

#include <imgui.h>

#include "render/cell_overlay.hpp"

namespace repose {

class Screen;

class OverlayPicture {
 public:
  // The overlay; call upload() after painting it.
  CellOverlay& overlay() { return overlay_; }
  void upload(Screen& screen);
  // Draws behind the windows of the UI, inside of the camera's viewport.
  void draw(const Camera& camera, float pixels_per_point) const;

 private:
  bool empty() const { return overlay_.width <= 0 || overlay_.height <= 0; }

  CellOverlay overlay_;
  ImTextureID texture_ = nullptr;
};

}  // namespace repose

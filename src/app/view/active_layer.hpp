// The active cells of a solver over the picture of its world, in one half of the canvas or all of it.
#pragma once

#include <string>

#include "app/view/overlay_picture.hpp"
#include "render/active_overlay.hpp"
#include "repose/session.hpp"

namespace repose {

class Screen;

class ActiveLayer {
 public:
  // Draws over the world of `session`, seen through that camera.
  void draw(Screen& screen, float pixels_per_point, const Session& session, const Camera& camera);
  // The active cells that were drawn last.
  const ActiveCells& active() const { return painted_.active; }

 private:
  // The inputs for which the picture was painted.
  struct Painted {
    ActiveCells active;
    PixelPoint origin;
    double zoom = 0;
    PixelRect port;
    int width = 0, height = 0;  // of the world
  };
  static bool same(const Painted& a, const Painted& b);
  void outline_chunks(const Camera& camera, float pixels_per_point) const;

  Painted painted_;
  OverlayPicture picture_;
};

}  // namespace repose

// The activity of the ledger over a picture of the world, in one half of the canvas or all of it.
#pragma once

#include "app/view/overlay_picture.hpp"
#include "render/activity_overlay.hpp"
#include "repose/session.hpp"

namespace repose {

class Screen;

class ActivityLayer {
 public:
  // Draws over the world of `session`, seen through that camera. `steps_per_second`: the present speed. Draws nothing
  // if no activity is kept.
  void draw(Screen& screen, float pixels_per_point, const Session& session, const Camera& camera,
            double steps_per_second);

 private:
  // The inputs for which the picture was painted.
  struct Painted {
    std::uint64_t generation = 0, step = 0;
    PixelPoint origin;
    double zoom = 0;
    int x = 0, y = 0, width = 0, height = 0, fade_steps = 0;
    bool operator==(const Painted& o) const {
      return generation == o.generation && step == o.step && origin.x == o.origin.x && origin.y == o.origin.y &&
             zoom == o.zoom && x == o.x && y == o.y && width == o.width && height == o.height &&
             fade_steps == o.fade_steps;
    }
  };

  Painted painted_;
  OverlayPicture picture_;
};

}  // namespace repose

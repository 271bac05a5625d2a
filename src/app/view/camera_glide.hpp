// Moves the camera smoothly to where it is wanted: by time, not by frames, and never beyond.
#pragma once

#include <optional>

#include "render/camera.hpp"

namespace repose {

class CameraGlide {
 public:
  void go(const Camera& goal) { goal_ = goal; }
  // The camera stays where it is now.
  void stop() { goal_.reset(); }
  // Where it is going, if it is.
  const std::optional<Camera>& goal() const { return goal_; }
  // Moves the camera on, so many seconds after the last time.
  void tick(Camera& camera, double seconds);

 private:
  std::optional<Camera> goal_;
};

}  // namespace repose

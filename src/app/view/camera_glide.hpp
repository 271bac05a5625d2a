// Moves the camera smoothly to a target: by time, not by frames, and never beyond it.
#pragma once

#include <optional>

#include "render/camera.hpp"

namespace repose {

class CameraGlide {
 public:
  void go(const Camera& goal) { goal_ = goal; }
  // Stops the camera where it is.
  void stop() { goal_.reset(); }
  // The target; empty if the camera does not move.
  const std::optional<Camera>& goal() const { return goal_; }
  // Moves the camera by the seconds since the last call.
  void tick(Camera& camera, double seconds);

 private:
  std::optional<Camera> goal_;
};

}  // namespace repose

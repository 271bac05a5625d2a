#include "app/view/camera_glide.hpp"

#include <cmath>

namespace repose {

namespace {
constexpr double kGlideSeconds = 0.05;  // after this time a third of the way is left: quick, but the eye can follow
constexpr double kThereZoom = 0.001;    // differences too small to be seen: a thousandth of the zoom ...
constexpr double kTherePixels = 0.4;    // ... and less than half a pixel
}  // namespace

void CameraGlide::tick(Camera& camera, double seconds) {
  if (!goal_) return;
  camera.approach(*goal_, 1 - std::exp(-seconds / kGlideSeconds));
  const bool there = std::abs(std::log(goal_->zoom() / camera.zoom())) < kThereZoom &&
                     std::abs(goal_->origin().x - camera.origin().x) < kTherePixels &&
                     std::abs(goal_->origin().y - camera.origin().y) < kTherePixels;
  if (!there) return;
  camera.approach(*goal_, 1);
  goal_.reset();
}

}  // namespace repose

// The camera of the three-dimensional view, which orbits a point of the world. Pure arithmetic: no GL, no window.
//
// Coordinates are in cells: x to the right as in the picture from above, y up, z down the picture's rows; the floor is
// y = 0.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <optional>

#include "render/camera.hpp"

namespace repose {

struct Ray {
  glm::vec3 origin{0}, direction{0, -1, 0};  // of length 1
};

class OrbitCamera {
 public:
  static constexpr float kElevationMin = 6, kElevationMax = 89;  // degrees above the horizon
  static constexpr float kFieldOfView = 34;  // degrees from top to bottom: little perspective, like a long lens

  void set_viewport(PixelRect viewport) { viewport_ = viewport; }
  const PixelRect& viewport() const { return viewport_; }

  // Shows the whole world as at the start.
  void fit(int world_width, int world_height);
  // Rotates for a drag by this number of pixels.
  void orbit(double dx_pixels, double dy_pixels);
  // Moves for a drag by this number of pixels, so that the floor follows the pointer.
  void pan(double dx_pixels, double dy_pixels);
  // Moves closer by `factor`, towards the point under the pixel.
  void zoom_at(PixelPoint at, double factor);

  glm::vec3 eye() const;
  glm::vec3 target() const { return target_; }
  float distance() const { return distance_; }
  float azimuth() const { return azimuth_; }  // degrees; 0 looks up the picture, 90 to its right
  float elevation() const { return elevation_; }
  glm::mat4 view_projection() const;

  // The ray from the eye through a pixel of the window.
  Ray ray(PixelPoint pixel) const;
  // Where the ray of a pixel meets the plane y = height; empty if it does not.
  std::optional<glm::vec3> on_plane(PixelPoint pixel, float height) const;
  // The pixel of a point; empty if the point is behind the eye.
  std::optional<PixelPoint> to_pixel(glm::vec3 point) const;

 private:
  void keep_in_reach();

  PixelRect viewport_;
  int world_width_ = 1, world_height_ = 1;
  glm::vec3 target_{0};
  float distance_ = 1, azimuth_ = 0, elevation_ = 45;
};

}  // namespace repose

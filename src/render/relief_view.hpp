// Draws heights of sand in three dimensions with GL 3.3: a block of sand on a table. Light and colours are those of the
// view from above (field_views.hpp).
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include <memory>
#include <optional>
#include <string>

#include "render/camera.hpp"
#include "render/looks.hpp"
#include "repose/cell_view.hpp"

namespace repose {

// Its camera orbits a point of the world. Coordinates are in cells: x to the right as in the picture from above, y up,
// z down the picture's rows; the floor is y = 0.

struct Ray {
  glm::vec3 origin{0}, direction{0, -1, 0};  // of length 1
};

class OrbitCamera {
 public:
  static constexpr float kElevationMin = 6, kElevationMax = 89;  // degrees above the horizon
  static constexpr float kFieldOfView = 34;  // degrees from top to bottom: little perspective, like a long lens

  void set_viewport(PixelRect viewport) { viewport_ = viewport; }
  const PixelRect& viewport() const { return viewport_; }

  void fit(int world_width, int world_height);  // shows the whole world as at the start
  // Rotates for a drag by this number of pixels, or moves so that the floor follows the pointer.
  void orbit(double dx_pixels, double dy_pixels);
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

// What a picture shows besides the world.
struct ReliefScene {
  OrbitCamera camera;
  std::optional<PixelPoint> pointer;  // in pixels of the window: where the brush touches the sand
  float brush_radius = 0;             // cells
};

class ReliefView {
 public:
  // A world is drawn with at most this many triangles, two for each quad of the mesh.
  static constexpr int kTrianglesMost = 1'000'000, kTrianglesOnProcessor = 80'000;

  // Needs a current GL context; null and a sentence (with file and line for a shader that does not compile) on failure.
  static std::unique_ptr<ReliefView> create(int triangles_most, std::string& error);
  virtual ~ReliefView() = default;

  // Draws into the bound framebuffer, inside the camera's viewport, like WorldView. Precondition: a view with heights.
  // Computes only what has changed. Does not change the GL state.
  virtual void draw(const CellView& view, const ReliefScene& scene, const Looks& looks, Color surround,
                    int framebuffer_height) = 0;

  // The cell under the pointer in one of the last pictures, without waiting for the GPU: a frame or two late. Empty if
  // there was no sand.
  virtual std::optional<CellPoint> cell_under_pointer() const = 0;
};

}  // namespace repose

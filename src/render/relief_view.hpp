// Draws heights of sand in three dimensions with GL 3.3: a block of sand on a table. Light and colours are those of the
// view from above (height_view.hpp).
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "render/looks.hpp"
#include "render/orbit_camera.hpp"
#include "repose/cell_view.hpp"

namespace repose {

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

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
  std::optional<PixelPoint> pointer;  // in pixels of the window: where the brush lies on the sand
  float brush_radius = 0;             // cells
};

class ReliefView {
 public:
  // Worlds are drawn with no more triangles than this, twice for each quad of the mesh.
  static constexpr int kTrianglesMost = 1'000'000, kTrianglesOnProcessor = 80'000;

  // Needs a current GL context; null and a sentence (with file and line for a shader that does not compile) on failure.
  static std::unique_ptr<ReliefView> create(int triangles_most, std::string& error);
  virtual ~ReliefView() = default;

  // Draws into the bound framebuffer, inside the camera's viewport, as WorldView does. Precondition: a view with
  // heights. Anything is redone only when it has changed. Leaves the GL state untouched.
  virtual void draw(const CellView& view, const ReliefScene& scene, const Looks& looks, Color surround,
                    int framebuffer_height) = 0;

  // The cell that was seen under the pointer of one of the last pictures, without waiting for the GPU: a frame or two
  // late. Empty where no sand was.
  virtual std::optional<CellPoint> cell_under_pointer() const = 0;
};

}  // namespace repose

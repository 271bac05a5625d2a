// Draws a world with GL 3.3: from a gpu solver's texture directly, or from a cpu solver's rows with one upload a frame.
#pragma once

#include <memory>
#include <string>

#include "render/camera.hpp"
#include "render/looks.hpp"
#include "repose/cell_view.hpp"

namespace repose {

class WorldView {
 public:
  // Needs a current GL context; null and a sentence (with file and line for a shader that does not compile) on failure.
  static std::unique_ptr<WorldView> create(std::string& error);
  virtual ~WorldView() = default;

  virtual void set_palette(const Palette& palette) = 0;

  // Draws into the bound framebuffer (`framebuffer_height` pixels high, for the flip to GL's bottom-up rows), inside
  // camera.viewport(); outside the world `surround`. Uploads and glow are done again only when view.generation, camera
  // or looks have changed. Leaves the GL state that ImGui needs unchanged or at its default.
  virtual void draw(const CellView& view, const Camera& camera, const Looks& looks, Color surround,
                    int framebuffer_height) = 0;
};

}  // namespace repose

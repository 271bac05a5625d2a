// Draws water with mass with GL 3.3, as water_shading.hpp says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/passes.hpp"
#include "render/water_shading.hpp"

namespace repose {

// What is known before the shaders run: each choice is a program of its own, so that what is off costs nothing.
struct WaterVariant {
  bool grain = true, depth_tint = true, pressure = false, reduced = false;
};

// The numbers of water_shading.hpp, as the shaders get them.
std::vector<ShaderConstant> water_constants(const WaterVariant& variant);

class WaterView {
 public:
  // Before draw(): compiles what the picture needs; false and a sentence when the driver cannot.
  bool prepare(const Looks& looks, const SampleGrid& grid, std::string& error);

  // Texel (0, 0) of the picture is the first pixel of the grid. `palette` as WorldView keeps it. Preconditions: a grid
  // that is not empty; the state guarded.
  const Texture& draw(const CellView& view, const SampleGrid& grid, const Texture& palette, Color background,
                      shading::Light water);

 private:
  struct Programs {
    std::optional<Program> samples, paint;
  };

  Programs& programs() { return programs_[variant_.grain][variant_.depth_tint][variant_.pressure][variant_.reduced]; }
  void make_rooms(Extent extent, Extent pixels);
  void take_samples(const Program& program, const CellView& view, const SampleGrid& grid, const Texture& palette);

  Passes passes_;
  WaterVariant variant_;
  Programs programs_[2][2][2][2];
  PlaneTexture mass_plane_, cell_plane_;
  Texture filled_, ground_;
  Framebuffer samples_;
  Canvas picture_;
  Extent extent_;
};

}  // namespace repose

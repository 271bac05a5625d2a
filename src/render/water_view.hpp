// Draws water with mass with GL 3.3; the same picture as water_shading.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/passes.hpp"
#include "render/water_shading.hpp"

namespace repose {

// Choices that select a shader program: each combination is another program, so looks that are off cost nothing.
struct WaterVariant {
  bool grain = true, depth_tint = true, pressure = false, reduced = false;
  bool in_squares = false;  // the masses, as in textures of solvers
};

// The constants of water_shading.hpp for the shaders.
std::vector<ShaderConstant> water_constants(const WaterVariant& variant);

class WaterView {
 public:
  // Call before draw(). Compiles the needed programs; false, with a sentence in `error`, if the driver cannot.
  bool prepare(const CellView& view, const Looks& looks, const SampleGrid& grid, std::string& error);

  // Texel (0, 0) of the picture is the first pixel of the grid. `palette`: with the rows of PaletteRow.
  // Preconditions: the grid is not empty; a StateGuard.
  const Texture& draw(const CellView& view, const SampleGrid& grid, const Texture& palette, Color background,
                      shading::Light water);

 private:
  struct Programs {
    std::optional<Program> samples, paint;
  };

  Programs& programs() {
    return programs_[variant_.grain][variant_.depth_tint][variant_.pressure][variant_.reduced][variant_.in_squares];
  }
  void make_rooms(Extent extent, Extent pixels);
  void take_samples(const Program& program, const CellView& view, const SampleGrid& grid, const Texture& palette);

  Passes passes_;
  WaterVariant variant_;
  Programs programs_[2][2][2][2][2];
  PlaneTexture mass_plane_, cell_plane_;
  Texture filled_, ground_;
  Framebuffer samples_;
  Canvas picture_;
  Extent extent_;
};

}  // namespace repose

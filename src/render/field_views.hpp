// Draws heights of sand with GL 3.3; the same pictures as field_shading.hpp.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "render/field_shading.hpp"
#include "render/passes.hpp"

namespace repose {

// Choices that select a shader program: each combination is another program, so looks that are off cost nothing.
struct HeightVariant {
  bool grain = true, depth_tint = true, reduced = false, stones = true;
  bool in_squares = false;  // the heights, as in textures of solvers
  friend auto operator<=>(const HeightVariant&, const HeightVariant&) = default;
};

// The constants of field_shading.hpp for the shaders.
std::vector<ShaderConstant> height_constants(const HeightVariant& variant, bool fine_grains);

class HeightView {
 public:
  // Call before light(). Compiles the needed programs; false, with a sentence in `error`, if the driver cannot.
  bool prepare(const CellView& view, const Looks& looks, const SampleGrid& grid, std::string& error);

  // Draws the samples and the light on them. Preconditions: the grid is not empty; a StateGuard.
  void light(const CellView& view, const Looks& looks, const SampleGrid& grid);
  // Draws the pixels from the lit samples. Texel (0, 0) of the picture is the first pixel of the grid.
  const Texture& paint(const SampleGrid& grid);

  // For the view in three dimensions; call after light(). Draws how high everything is drawn, sample by sample.
  void make_surface();
  const Texture& surface() const { return surface_.texture; }
  // Sets the uniforms of height_paint.glsl in a program that includes it. Uses units 0 and 1.
  void use_lit(const Program& program, const SampleGrid& grid) const;

 private:
  struct Programs {  // by looks
    std::optional<Program> samples, light, paint, paint_fine;
  };
  // Heights at a lower resolution.
  struct Means {
    Canvas canvas;
    Extent extent;
  };

  // Sets the uniforms of stone_height.glsl in a program that includes it. Uses units from first_unit on.
  void use_stone_height(const Program& program, int first_unit) const;
  void take_samples(const Program& program, const CellView& view, const SampleGrid& grid);
  void reduce(const Program& program, const Texture& from, Extent from_extent, int factor, const Means& to) const;

  Passes passes_;
  HeightVariant variant_;
  std::map<HeightVariant, Programs> programs_;
  std::optional<Program> half_program_, reduce_, casters_, shadow_, surface_program_;
  PlaneTexture height_plane_, wall_plane_, wetness_plane_;
  Texture heights_, traits_, sand_, stone_;
  Framebuffer samples_, lit_;
  Canvas surface_, picture_;
  PingPong shadows_;
  Extent extent_;
  Means half_, eighth_, sixtyfourth_;
};

}  // namespace repose

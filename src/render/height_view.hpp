// Draws heights of sand with GL 3.3, as height_shading.hpp says.
#pragma once

#include <optional>
#include <string>

#include "render/height_shading.hpp"
#include "render/passes.hpp"

namespace repose {

// What is known before the shaders run: each choice is a program of its own, so that what is off costs nothing.
struct HeightVariant {
  bool grain = true, depth_tint = true, reduced = false, stones = true;
};

// The numbers of height_shading.hpp, as the shaders get them.
std::vector<ShaderConstant> height_constants(const HeightVariant& variant, bool fine_grains);

class HeightView {
 public:
  // Before light(): compiles what the picture needs; false and a sentence when the driver cannot.
  bool prepare(const CellView& view, const Looks& looks, const SampleGrid& grid, std::string& error);

  // What lies at the samples, and the light on it. Preconditions: a grid that is not empty; the state guarded.
  void light(const CellView& view, const Looks& looks, const SampleGrid& grid);
  // The pixels of the lit samples: texel (0, 0) of the picture is the first pixel of the grid.
  const Texture& paint(const SampleGrid& grid);

  // For the view in three dimensions, after light(): how high everything is drawn, sample by sample.
  void make_surface();
  const Texture& surface() const { return surface_.texture; }
  // Tells a program that includes height_paint.glsl what it needs. Units 0 and 1 are taken.
  void use_lit(const Program& program, const SampleGrid& grid) const;

 private:
  struct Programs {  // by looks
    std::optional<Program> samples, light, paint, paint_fine;
  };

  Programs& programs() { return programs_[variant_.grain][variant_.depth_tint][variant_.reduced][variant_.stones]; }
  void make_rooms(Extent extent);
  // Tells a program that includes stone_height.glsl what it needs, at these units.
  void use_stone_height(const Program& program, int first_unit) const;
  void take_samples(const Program& program, const CellView& view, const SampleGrid& grid);
  void reduce(const Program& program, const Texture& from, Extent from_extent, int factor, const Canvas& to,
              Extent to_extent) const;
  void throw_shadows(const shading::Sun& sun, float step);

  Passes passes_;
  HeightVariant variant_;
  Programs programs_[2][2][2][2];
  std::optional<Program> half_program_, reduce_, casters_, shadow_, surface_program_;
  PlaneTexture height_plane_, wall_plane_, wetness_plane_;
  Texture heights_, traits_, sand_, stone_;
  Framebuffer samples_, lit_;
  Canvas half_, eighth_, sixtyfourth_, surface_, picture_;
  PingPong shadows_;
  Extent extent_, half_extent_, eighth_extent_, sixtyfourth_extent_;
};

}  // namespace repose

// The shader programs that shade cells: one for every combination of looks, compiled at its first use.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gl/program.hpp"
#include "render/shading.hpp"

namespace repose {

// A value for a vec3 of a shader.
constexpr std::array<float, 3> channels(const shading::Light& light) { return {light.r, light.g, light.b}; }

// The rows of the palette texture of WorldView, RGBA8. Its columns are the bytes of elements.
enum class PaletteRow : std::uint8_t {
  color,      // and the glow in a
  matter,     // in r, the shimmer in g, traits_of() in b
  hot_color,  // a = 255; 0 if there is none
};
inline constexpr int kPaletteRowCount = 3;

// The constants of view/grain.glsl.
std::span<const ShaderConstant> grain_constants();

// The constants of the false colours, and those of grain.glsl.
std::vector<ShaderConstant> false_color_constants();

// The constants of motion.hpp.
std::vector<ShaderConstant> motion_constants();

// The constants of shading.hpp and motion.hpp, for the shaders of cells and of their glow.
std::vector<ShaderConstant> view_constants(const Looks& looks = {}, shading::EnergyUse use = shading::EnergyUse::none,
                                           bool packed = false);

class ShadingPrograms {
 public:
  // Compiles the first programs, so that a driver that cannot compile them is detected at the start. False, with a
  // sentence in `error`, on failure.
  bool load_first(std::string& error);
  // If the driver cannot compile a program, the plain one from the start is used. `reduced`: several cells a pixel;
  // `packed`: several cells a texel.
  const Program& find(const Looks& looks, shading::EnergyUse use, bool reduced, bool packed);

 private:
  // Null, with a sentence in `error`, if it does not compile.
  const Program* program(const Looks& looks, shading::EnergyUse use, bool reduced, bool packed, std::string& error);

  // By packed, reduced, use of energies, grain, depth_tint, glow, motion.
  std::optional<Program> programs_[2][2][3][2][2][2][2];
};

}  // namespace repose

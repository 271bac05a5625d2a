// The rules of elements as textures, and the constants that C++ and shaders share.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "automata/elements/elements.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"

namespace repose::elements {

// Bits of u_switches.
namespace on {
inline constexpr std::uint32_t walls = 1, gravity = 2, energy = 4, interactions = 8;
}

// A cell in shaders is one word. Its second byte, from bit kCellEnergyShift on, holds the energy and the bit of served
// cells (scalar_frame.hpp), which have no more turns in this frame.
inline constexpr std::uint32_t kCellEnergyShift = 8;
inline constexpr std::uint8_t kServedBit = 0x80;
static_assert((kServedBit & kEnergyMask) == 0);

// The constants of every shader of elements.
std::span<const ShaderConstant> shader_constants();

// The first words of an effect, unpacked in shaders/elements/rules.glsl.
std::array<std::uint32_t, 4> packed(const Effect& effect);

class GpuRules {
 public:
  GpuRules() = default;
  // Fails if there are more rules than a texture of this GPU can hold.
  static std::optional<GpuRules> create(const Rules& rules);

  // Binds to texture units 1 and 2, from which shaders/elements/rules.glsl reads.
  void bind() const;
  // True if a disc or item can reach beyond a block.
  bool has_stamps() const { return has_stamps_; }

 private:
  Texture rules_, pairs_;
  bool has_stamps_ = false;
};

}  // namespace repose::elements

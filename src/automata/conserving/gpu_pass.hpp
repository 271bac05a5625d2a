// What the passes of the gpu backend of conserving share: their constants, and how they are loaded and bound.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "automata/conserving/gpu_codes.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"

namespace repose::conserving {

// Units of textures. All passes over packed cells have the first two; the third holds falls or marks of fallen cells.
inline constexpr int kCellsUnit = 0, kPairsUnit = 1, kFallsUnit = 2, kTraitsUnit = 3, kWorldUnit = 4;

inline constexpr std::uint32_t kOnes = 0x01010101;  // 1 in each of the four cells of a word
inline constexpr int kTexelRows = 16;               // cells in a texel, which lie over one another
inline constexpr std::uint32_t kMoved = 256;        // shaders/conserving/falls.glsl: a pair has acted
inline constexpr std::uint32_t kSteady = 1u << 18;  // what comes out does not depend on what comes in
// Of an element, in shaders/conserving/bursts.glsl.
inline constexpr int kBursts = 1, kResists = 2;
inline constexpr int kBlastTile = 32;     // cells on a side
inline constexpr int kBlastOrigin = 128;  // added to ways, so that they fit into a byte
static_assert(kBlastTile % kTexelRows == 0);

// A probability minus one, in two bytes; 0 and 1 give the same.
struct ChanceBytes {
  explicit ChanceBytes(std::uint32_t probability)
      : low(static_cast<std::uint8_t>((std::max(probability, 1u) - 1) & 0xff)),
        high(static_cast<std::uint8_t>((std::max(probability, 1u) - 1) >> 8)) {}
  std::uint8_t low, high;
};

// Binds u_cells, and those of the other textures above that the program has, to their units. Empty, with a sentence in
// `error`, on failure.
std::optional<Program> load_pass(std::string_view file, std::string& error, const ShaderTraits& traits = {});
std::optional<Program> load_pass(std::string_view vertices, std::string_view file, std::string& error,
                                 const ShaderTraits& traits = {});
void bind_texture(int unit, const Texture& texture);

}  // namespace repose::conserving

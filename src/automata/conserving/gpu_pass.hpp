// What the passes of the gpu backend of conserving share: their constants, and how they are loaded and bound.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "automata/conserving/conserving.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"

namespace repose::conserving {

// Bits of a meeting, in shaders/conserving/pairs.glsl; kFixed and kDecays are set on the diagonal only.
inline constexpr std::uint32_t kSwap = 1, kReaction = 2, kAnywhere = 4, kRuns = 8, kFixed = 16, kDecays = 32,
                               kFalls = 64, kFollows = 128;
inline constexpr std::uint32_t kMoved = 256;  // in the output of a segment: its uppermost pair has acted
inline constexpr int kSegmentRows = 24;       // a byte and a bit for each pair, in two texels of 128 bits
// Of an element, in shaders/conserving/bursts.glsl.
inline constexpr int kBursts = 1, kResists = 2;
inline constexpr int kBlastTile = 32;     // cells on a side
inline constexpr int kBlastOrigin = 128;  // added to ways, so that they fit into a byte

// A probability minus one, in two bytes; 0 and 1 give the same.
struct ChanceBytes {
  explicit ChanceBytes(std::uint32_t probability)
      : low(static_cast<std::uint8_t>((std::max(probability, 1u) - 1) & 0xff)),
        high(static_cast<std::uint8_t>((std::max(probability, 1u) - 1) >> 8)) {}
  std::uint8_t low, high;
};

// Binds u_cells, u_rules and u_meetings to units 0 to 2. Empty, with a sentence in `error`, on failure.
std::optional<Program> load_pass(std::string_view file, std::string& error);
std::optional<Program> load_pass(std::string_view vertices, std::string_view file, std::string& error);
void bind_texture(int unit, const Texture& texture);

}  // namespace repose::conserving

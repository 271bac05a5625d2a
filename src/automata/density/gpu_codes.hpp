// How the gpu backend of the density automaton stores a cell: as a code of 8 or 16 bits, many codes in a texel.
//
// 8 bits if the density is a function of the element. Codes ascend with density, and elements of one density share a
// block of 2^m codes, so a mask turns a code into its *rank*, the first code of the block: ranks have the order of the
// densities. Each quarter of the 256 codes has its own m. A ruleset that does not fit (for example with more than 64
// elements of one density) uses element indices as codes, and a table gives the ranks, which are the densities.
//
// 16 bits if the density plane is state: the index in the low byte, the density, which is the rank, in the high byte.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "automata/density/density.hpp"

namespace repose::density {

struct RgbaTexel {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
};
static_assert(sizeof(RgbaTexel) == 4);

class CellCodes {
 public:
  enum class Kind : std::uint8_t { masked, tabled, wide };
  static constexpr int kKindCount = 3;

  CellCodes() : CellCodes(RuleTable()) {}
  explicit CellCodes(const RuleTable& rules);

  Kind kind() const { return kind_; }
  int cell_bits() const { return kind_ == Kind::wide ? 16 : 8; }
  const RuleTable& rules() const { return rules_; }

  std::uint16_t code_of(Outcome cell) const {
    return kind_ == Kind::wide ? static_cast<std::uint16_t>(cell.density << 8 | cell.index) : codes_[cell.index];
  }
  Outcome cell_of(std::uint16_t code) const {
    if (kind_ == Kind::wide) return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(code >> 8)};
    return {elements_[code], rules_.density_of(elements_[code])};
  }

  // The new code of a cell, by low bytes of codes: row = its own, column = its partner's. r and g = low and high byte
  // of the new code.
  std::vector<RgbaTexel> rule_texels() const;
  // By the low byte of a code: r = element index, g = density, b = 255 if it leaves at an open edge.
  std::vector<RgbaTexel> code_texels() const;

  // Of masked codes: the mask of a code with top bits b7 and b6 is m[0] ^ b7 * m[1] ^ b6 * m[2] ^ b7 * b6 * m[3].
  const std::array<std::uint8_t, 4>& rank_masks() const { return rank_masks_; }
  // The smallest rank of walls.
  std::uint16_t wall_rank() const { return wall_rank_; }

 private:
  bool assign_masked();

  RuleTable rules_;
  Kind kind_ = Kind::masked;
  std::array<std::uint8_t, kElementsMax> codes_{}, elements_{};  // by element, by code
  std::array<std::uint8_t, 4> rank_masks_{};
  std::uint16_t wall_rank_ = 0;
};

}  // namespace repose::density

// How the gpu backend of conserving stores a cell: as a code of 8 bits, and what shaders look up by codes.
//
// Codes are the elements in another order, so that comparisons with a few bounds tell what a cell may do, four cells at
// a time, and most look-ups can be left out:
//   codes below first_dropping()  stay when a gap or another cell has risen below them (Rules::follows with no element)
//   running()                     holds all elements that run sideways with any other, and few others
//   restless()                    two ranges with exactly the elements that decay, burst or wander
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "automata/conserving/conserving.hpp"

namespace repose::conserving {

// A word of the table of pairs, by the codes of a cell (row) and of its partner (column): bits 0 to 7 = the code that
// the cell becomes by a reaction; these bits; bits 16 to 31 = the probability minus 1 (of two that run: of doing so).
inline constexpr std::uint32_t kSwap = 1 << 8, kReaction = 1 << 9, kAnywhere = 1 << 10, kRuns = 1 << 11,
                               kDenser = 1 << 12,   // the cell is denser than its partner
                               kFalls = 1 << 13,    // the pair acts if the cell is above its partner
                               kFollows = 1 << 14,  // the cell falls into the place of its partner, which has risen
                               kFixed = 1 << 15;    // neither swaps with anything

// Rows of the table of traits. By code: the code after a decay + its chance << 8; the chance to wander; the chance to
// burst; element + density << 8. By element: its code.
inline constexpr int kDecayRow = 0, kWanderRow = 1, kBurstRow = 2, kElementRow = 3, kCodeRow = 4, kTraitRows = 5;

struct CodeRange {  // both included; empty if first > last
  int first = 1, last = 0;
  bool empty() const { return first > last; }
};

class CellCodes {
 public:
  CellCodes() : CellCodes(Rules()) {}
  explicit CellCodes(const Rules& rules);

  std::uint8_t code_of(std::uint8_t element) const { return codes_[element]; }
  int first_dropping() const { return first_dropping_; }
  // Whether codes from first_dropping() on are exactly those that fall into a gap of background.
  bool all_fall_into_gaps() const { return all_fall_into_gaps_; }
  const CodeRange& running() const { return running_; }
  const std::array<CodeRange, 2>& restless() const { return restless_; }
  bool has_anywhere() const { return has_anywhere_; }

  // kElementsMax x kElementsMax words, and kElementsMax x kTraitRows.
  std::vector<std::uint32_t> pair_words(const Rules& rules) const;
  std::vector<std::uint32_t> trait_words(const Rules& rules) const;

 private:
  void find_ranges(const Rules& rules);
  std::uint32_t pair_word(const Rules& rules, std::uint8_t a, std::uint8_t b) const;

  std::array<std::uint8_t, kElementsMax> codes_{}, elements_{};  // by element, by code
  int first_dropping_ = 0;
  bool all_fall_into_gaps_ = true, has_anywhere_ = false;
  CodeRange running_;
  std::array<CodeRange, 2> restless_;
};

}  // namespace repose::conserving

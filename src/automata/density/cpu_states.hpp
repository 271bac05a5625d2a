// How the cpu backend of the density automaton stores a cell.
//
// One byte, the *state*, if possible. A state is an element index, or the *vanished* state: the result of a pair
// without a rule, index 0 with density 0, if the background has another density. It uses the first index without an
// element. Then the density is a function of the state, equal states never meet, and a step is one table look-up. Only
// a ruleset of 256 elements with undefined pairs has no free index: then the density plane is *carried* beside the
// indices.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "automata/density/density.hpp"

namespace repose::density {

// A density byte with its top bit flipped: as signed bytes these have the order of the densities, and every processor
// can compare signed bytes.
constexpr std::uint8_t biased(std::uint8_t density) { return density ^ 0x80; }

class CellStates {
 public:
  // With at most this number of states the tables of a step fit into vector registers.
  static constexpr int kFew = 16;

  CellStates() : CellStates(RuleTable()) {}
  explicit CellStates(const RuleTable& rules);

  bool carries_density() const { return carries_density_; }
  bool few() const { return state_count_ <= kFew; }
  int state_count() const { return state_count_; }

  std::uint8_t state_of(Outcome cell) const {
    return has_vanished_ && cell.density != rules_.density_of(cell.index) ? vanished_ : cell.index;
  }
  std::uint8_t index_of(std::uint8_t state) const {
    return has_vanished_ && state == vanished_ ? std::uint8_t{0} : state;
  }
  // Not for carried densities.
  std::uint8_t density_of(std::uint8_t state) const { return density_[state]; }

  // Convert cells of a world to states, and back. `densities` is null if the world has none. Not for carried densities.
  void admit(const std::uint8_t* cells, const std::uint8_t* densities, std::uint8_t* states, int count) const;
  void release(const std::uint8_t* states, std::uint8_t* cells, int count) const;

  const RuleTable& rules() const { return rules_; }
  // By state. Not for carried densities.
  const std::uint8_t* biased_densities() const { return biased_density_.data(); }
  // next()[self * 256 + partner]: the next state. partner == self means "no partner" and gives the state itself. Not
  // for carried densities.
  const std::uint8_t* next() const { return next_.data(); }
  // The same for few states: next_of_few()[self * kFew + partner].
  const std::uint8_t* next_of_few() const { return next_of_few_.data(); }

 private:
  std::uint8_t next_state(std::uint8_t self, std::uint8_t partner) const;

  RuleTable rules_;
  bool carries_density_ = false;
  bool has_vanished_ = false;
  std::uint8_t vanished_ = 0;
  int state_count_ = 0;
  std::array<std::uint8_t, 256> density_{};                  // by state, not biased
  std::array<std::array<std::uint8_t, 256>, 2> admitted_{};  // states by world cell; the second for density 0
  alignas(64) std::array<std::uint8_t, 256> biased_density_{};
  alignas(64) std::array<std::uint8_t, std::size_t{kFew} * kFew> next_of_few_{};
  std::vector<std::uint8_t> next_;  // 64 KiB, of which the first n entries of the first n rows are in use with n states
};

}  // namespace repose::density

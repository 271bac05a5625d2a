// The rules as words of 32 bits, so that a vector can look up 16 elements or pairs of elements at once.
#pragma once

#include <cstdint>
#include <vector>

#include "automata/elements/elements.hpp"

namespace repose::elements {

// Parameters are already applied. A word of a chance has the chance in its lowest kChanceWidth bits.
struct BundleTable {
  static constexpr int kChanceWidth = kChanceBits + 1;
  static constexpr std::uint32_t kChanceMask = (std::uint32_t{1} << kChanceWidth) - 1;
  // Flags of `kinds`, above the chance to fall or rise.
  static constexpr std::uint32_t kLooks = 1u << 25, kItem = 1u << 26, kSinks = 1u << 30, kRises = 1u << 31;
  // Flags of `pairs`, above the number of the reaction, which is from 1 on.
  static constexpr std::uint32_t kReactionMask = 0xffff, kBlowsUp = 1u << 16, kTakesHeat = 1u << 17;
  // Flag of `effects`, above the energy that the effect takes, which is stored with kEnergyZero added.
  static constexpr std::uint32_t kThrows = 1u << 31, kEnergyZero = 1024;

  BundleTable() = default;
  BundleTable(const Rules& rules, const Parameters& parameters);

  static constexpr std::size_t kEffectsMax = 8192;  // more would need a large table of outcomes

  bool usable = false;       // false: too many elements or effects
  std::uint32_t stride = 0;  // of the tables of pairs: of (a, b) at a * stride + b
  std::uint32_t wall = 0;    // an element that no rule has: a cell of the border of a walled world
  bool decays = false, drifts = false, looks = false, gravity = false;  // whether any element does
  std::uint32_t ambient = 0;

  // For each element and the wall.
  std::vector<std::uint32_t> kinds, slips, conductivities;
  std::vector<std::uint32_t> drifts_by;      // chance of the drift; above it the energy gained each turn
  std::vector<std::uint32_t> decays_by;      // chance; above it the least energy at which the decay acts
  std::vector<std::uint32_t> decay_effects;  // index into `effects`
  // For each pair: chances to move into b below, or into b at a side if b is not empty or the slip fails; the rest.
  std::vector<std::uint32_t> sinks, pushes, pairs;
  // For each reaction, then for each decay. `reactions`: chance; above it the least sum of energies at which it acts.
  // `outcomes`: for each of the 100 slots the first product, then from bit 8 on the second.
  std::vector<std::uint32_t> reactions, effects, outcomes;

 private:
  void add_kind(const Rules& rules, const Parameters& parameters, std::uint8_t a);
  void add_pair(const Rules& rules, const Parameters& parameters, std::uint8_t a, std::uint8_t b);
  std::uint32_t add_effect(const Effect& effect, std::uint8_t a, std::uint8_t b);
};

}  // namespace repose::elements

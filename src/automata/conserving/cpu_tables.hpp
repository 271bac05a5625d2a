// The rules as tables that fit into vector registers, for at most 16 elements: sets of elements as bits, looked up by
// element.
#pragma once

#include <array>
#include <cstdint>

#include "automata/conserving/conserving.hpp"

namespace repose::conserving {

inline constexpr int kSmallElementsMax = 16;

// For each of 16 elements a set of elements: those below 8 in `low`, the others in `high`.
struct ElementSets {
  alignas(16) std::array<std::uint8_t, 16> low{}, high{};

  void put(int of, int element) {
    (element < 8 ? low : high)[static_cast<std::size_t>(of)] |= static_cast<std::uint8_t>(1 << (element % 8));
  }
  bool has(int of, int element) const {
    return ((element < 8 ? low : high)[static_cast<std::size_t>(of)] >> (element % 8) & 1) != 0;
  }
};

// What a cell does with the one below it or beside it, as bits of a byte.
enum class PairAct : std::uint8_t {
  sinks = 1,
  runs = 2,
  reacts_below = 4,
  anywhere = 8,
  reacts_falling = 16,
  wanders = 32,
  follows = 64
};
inline constexpr int kPairElementsMax = 7;

// What flow asks of an element, as planes of bits: `answers[p / 8]`, bit p % 8 is the answer of plane p. An element sinks
// through another, as far as it matters for flow, if for one of the products it is heavy and the other one is light.
struct FlowTables {
  static constexpr int kProductsMax = kSmallElementsMax - 1, kPlanesMax = 2 + 2 * kProductsMax + 1;
  static constexpr int kFlows = 0, kReady = 1;  // it flows; the same, and the cell has not fallen
  static constexpr int heavy(int product) { return 2 + 2 * product; }
  static constexpr int light(int product) { return 3 + 2 * product; }
  int viscous() const { return 2 + 2 * products; }  // only if there are viscous elements

  int products = 0, planes = 0;  // no products: nothing flows
  bool has_viscous = false;
  alignas(16) std::array<std::array<std::uint8_t, 16>, (kPlanesMax + 7) / 8> answers{};

  FlowTables() = default;
  explicit FlowTables(const Rules& rules);
  bool has(int plane, int element) const {
    return element < kSmallElementsMax &&
           (answers[static_cast<std::size_t>(plane / 8)][static_cast<std::size_t>(element)] >> (plane % 8) & 1) != 0;
  }
  // Rows of bits that a band needs for a step.
  int rows(int flow_passes) const { return products == 0 ? 0 : flow_passes * 3 * 2 * planes + 1; }

 private:
  void put(int plane, int element) {
    answers[static_cast<std::size_t>(plane / 8)][static_cast<std::size_t>(element)] |=
        static_cast<std::uint8_t>(1 << (plane % 8));
  }
};

// Copied into the loops: what is stored there could otherwise change it, as far as the compiler knows.
struct RuleTraits {
  bool certain = true;  // no reaction needs a draw
  bool has_reactions = false, has_anywhere = false, has_viscous = false;
};

struct SmallTables {
  ElementSets self;                                        // the element itself
  ElementSets sinks;                                       // lighter elements with which it swaps
  ElementSets runs;                                        // those of them with which it also swaps side by side
  ElementSets reacts_below;                                // lighter elements with which it reacts
  ElementSets anywhere;                                    // elements with which it reacts in all directions
  ElementSets reacts_falling;                              // either of the two above
  ElementSets wanders;                                     // elements with which it swaps because one of them wanders
  alignas(16) std::array<std::uint8_t, 16> grainy{};       // not 0 for elements that do not flow
  alignas(16) std::array<std::uint8_t, 16> viscous{};      // not 0 for elements that do not flow in every pass
  alignas(16) std::array<std::uint8_t, 16> fixed{};        // not 0 for elements that are fixed
  alignas(16) std::array<std::uint8_t, 16> decays{};       // not 0 for elements that decay
  alignas(16) std::array<std::uint8_t, 16> restless{};     // not 0 for elements that decay or burst
  std::array<std::array<std::uint8_t, 16>, 16> results{};  // by self, by partner
  // The same for at most 8 elements: row self / 2, column self % 2 * 8 + partner.
  std::array<std::array<std::uint8_t, 16>, 4> folded_results{};
  // The same for at most kPairElementsMax elements, and which PairActs the two have: row self, column partner, of 8.
  alignas(64) std::array<std::uint8_t, 64> pair_results{}, pair_acts{};
  FlowTables flow;
  RuleTraits traits;
  bool few = false;    // at most 8 elements
  bool pairs = false;  // at most kPairElementsMax elements

  SmallTables() = default;
  explicit SmallTables(const Rules& rules);

 private:
  void put_pair(const Rules& rules, std::uint8_t a, std::uint8_t b);
  void fill_pairs(const Rules& rules);
};

}  // namespace repose::conserving

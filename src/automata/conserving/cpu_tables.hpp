// The rules as tables that fit into vector registers, for at most 16 elements: sets of elements as bits, looked up by
// element.
#pragma once

#include <array>
#include <cstdint>
#include <span>

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
// What two cells of a diagonal do, as bits of a byte. They act if the block is not blocked: by a pair of the same
// block, on the other diagonal, that is fixed, or by a cell that sinks straight down.
enum class SlideAct : std::uint8_t { anywhere = 8, acts = 16, swaps = 32, blocks = 128 };
inline constexpr int kPairElementsMax = 7;
inline constexpr std::uint8_t kActed = 0x40;
// Of a cell beyond the world, in tables by both elements; 0xbf is a byte of such a cell too (band.hpp).
inline constexpr std::uint8_t kNoElement = 7, kNoCell = 0xbf;

// What flow knows of a cell (cpu_flow.hpp), one bit for each plane: plane p is bit p % 8 of `answers[p / 8]`.
//
// An element sinks through another, as far as that matters for flow, if in one of the scales its weight is greater than
// the other's lift. For each bit of these numbers there are two planes: the bit of the weight, and that of the lift,
// inverted. If all that is denser sinks, one scale will do.
struct FlowTables {
  static constexpr int kScalesMax = kSmallElementsMax - 1, kBitsMax = kSmallElementsMax - 1;
  static constexpr int kCodeBits = 4, kPlanesMax = 3 + 2 * kBitsMax + kCodeBits;
  static constexpr int kReady = 0;  // it flows, and the cell has not fallen
  static constexpr int weight(int bit) { return 1 + 2 * bit; }
  static constexpr int no_lift(int bit) { return 2 + 2 * bit; }
  static constexpr int kNone = -1;

  bool is_needed = false;  // whether cells run or react sideways
  int planes = 0;
  // For each scale, the number after its last bit; its bits begin with the lowest one.
  int scales = 0;
  std::array<int, kScalesMax> scale_ends{};
  int flows = kNone;    // it flows; none: all that are in a scale do
  int viscous = kNone;  // it does not flow in every pass; none: all do
  // The planes whose bits, from the lowest on, are the index of `elements`.
  int code_bits = 0;
  std::array<int, kCodeBits> code{};
  alignas(16) std::array<std::uint8_t, 16> elements{};
  alignas(16) std::array<std::array<std::uint8_t, 16>, (kPlanesMax + 7) / 8> answers{};

  FlowTables() = default;
  explicit FlowTables(const Rules& rules);
  bool has(int plane, int element) const {
    return (answers[static_cast<std::size_t>(plane / 8)][static_cast<std::size_t>(element)] >> (plane % 8) & 1) != 0;
  }
  // What a band needs for a step: three rows for each pass and for what follows, and one of zeros; and the rows of bits
  // of each.
  static constexpr int rows(int flow_passes) { return 3 * (flow_passes + 1) + 1; }
  int row_planes() const { return 2 * planes; }

 private:
  void put(int plane, int element) {
    answers[static_cast<std::size_t>(plane / 8)][static_cast<std::size_t>(element)] |=
        static_cast<std::uint8_t>(1 << (plane % 8));
  }
  void add_scale(std::span<const std::uint16_t> sets, std::span<const std::uint16_t> chain);
  void find_code(int element_count);
};

// Copied into the loops: what is stored there could otherwise change it, as far as the compiler knows.
struct RuleTraits {
  bool certain = true;  // no reaction needs a draw
  bool has_reactions = false, has_anywhere = false;
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
  alignas(16) std::array<std::uint8_t, 16> fixed{};        // not 0 for elements that are fixed
  alignas(16) std::array<std::uint8_t, 16> decays{};       // not 0 for elements that decay
  alignas(16) std::array<std::uint8_t, 16> restless{};     // not 0 for elements that decay or burst
  std::array<std::array<std::uint8_t, 16>, 16> results{};  // by self, by partner
  // The same for at most 8 elements: row self / 2, column self % 2 * 8 + partner.
  std::array<std::array<std::uint8_t, 16>, 4> folded_results{};
  // The same for at most kPairElementsMax elements, and which PairActs the two have: row self, column partner, of 8.
  alignas(64) std::array<std::uint8_t, 64> pair_results{}, pair_acts{};
  FlowTables flow;
  // How a pair falls if no reaction needs a draw, for at most kPairElementsMax elements: by whether the pair below has
  // acted (kActed), upper and lower element (8 each). What the upper cell becomes, with kActed if the pair acts; and
  // the lower one, with kFell if it has fallen.
  alignas(64) std::array<std::uint8_t, 128> fall_upper{}, fall_lower{};
  // How a pair slides in the same case: by whether the upper cell has fallen (kFell), lower and upper element. What the
  // upper cell becomes, with SlideActs; and the lower one.
  alignas(64) std::array<std::uint8_t, 128> slide_upper{}, slide_lower{};
  alignas(64) std::array<std::uint8_t, 64> slide_blocks{};  // SlideAct::blocks where the upper cell sinks straight down
  RuleTraits traits;
  bool few = false;    // at most 8 elements
  bool pairs = false;  // at most kPairElementsMax elements

  SmallTables() = default;
  explicit SmallTables(const Rules& rules);

 private:
  void put_pair(const Rules& rules, std::uint8_t a, std::uint8_t b);
  void fill_pairs(const Rules& rules);
  void fill_falls(const Rules& rules);
  void fill_slides(const Rules& rules);
};

}  // namespace repose::conserving

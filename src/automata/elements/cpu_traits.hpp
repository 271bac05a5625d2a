// What the cpu backend of elements looks up for elements and pairs of elements. Parameters are already applied.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "automata/elements/cpu_planes.hpp"
#include "automata/elements/elements.hpp"

namespace repose::elements {

struct Traits {
  Chance fall = 0, slip = 0, drift = 0;
  std::uint32_t conductivity = 0;
  std::int8_t direction = 0;      // also 0 when gravity is off
  std::uint8_t self_heating = 0;  // also 0 when energy is off
  bool is_item = false, decays = false;
  bool looks = false;       // it may react with something, blow up, or take heat
  bool only_moves = false;  // in its turn only gravity and flight can change it
  // Among its own kind, not flying, with no hotter neighbour, it does nothing at energies up to this. -1: it may always
  // act.
  std::int8_t rests_up_to = -1;
};

// What element a may do to a neighbour b.
namespace can {
inline constexpr std::uint8_t sink = 1, rise = 2, slide = 4;  // if b is below, above, beside
inline constexpr std::uint8_t react = 8, blow_up = 16, take_heat = 32;
inline constexpr std::uint8_t move = sink | rise | slide, look = react | blow_up | take_heat;
}  // namespace can

class TraitTable {
 public:
  TraitTable() : TraitTable(Rules{}, Parameters{}) {}
  TraitTable(Rules rules, const Parameters& parameters);

  const Rules& rules() const { return rules_; }
  const Parameters& parameters() const { return parameters_; }
  const Traits& of(std::uint8_t element) const { return traits_[element]; }
  std::uint8_t pair(std::uint8_t a, std::uint8_t b) const { return pairs_[a * count_ + b]; }
  // An element byte that a world may hold.
  std::uint8_t admit(std::uint8_t element) const { return element < count_ ? element : std::uint8_t{0}; }
  Chance sink(const Traits& traits, std::uint8_t a, std::uint8_t b) const {
    return b == 0 ? traits.fall : rules_.sink(a, b);
  }

  // True when the cell cannot act in its turn, whatever the draws. Precondition: not on the border.
  bool rests(const CellPlanes& planes, int x, int y) const;
  // A quick test for the most frequent case of rests().
  bool rests_among_its_own(const CellPlanes& planes, std::size_t i, const Traits& traits) const {
    const std::uint8_t* const own = &planes.energy[i];
    if (*own > traits.rests_up_to || planes.speed[i] != Velocity{}) return false;
    const std::ptrdiff_t stride = planes.stride();
    const std::uint8_t *const here = &planes.element[i], *const above = here - stride, *const below = here + stride;
    const std::uint8_t a = *here;
    const int others = (above[-1] ^ a) | (above[0] ^ a) | (above[1] ^ a) | (here[-1] ^ a) | (here[1] ^ a) |
                       (below[-1] ^ a) | (below[0] ^ a) | (below[1] ^ a);
    if (others != 0) return false;
    const std::uint8_t *const over = own - stride, *const under = own + stride;
    const auto most = std::max({over[-1], over[0], over[1], own[-1], own[1], under[-1], under[0], under[1]});
    return most <= *own;
  }

 private:
  Traits traits_of(std::uint8_t a) const;
  std::uint8_t pair_of(std::uint8_t a, std::uint8_t b) const;
  std::int8_t rests_up_to(std::uint8_t a) const;
  bool may_do(const CellPlanes& planes, std::size_t i, std::size_t neighbour, std::uint8_t ways, bool wall) const;

  Rules rules_;
  Parameters parameters_;
  std::size_t count_ = 1;
  std::vector<Traits> traits_;
  std::vector<std::uint8_t> pairs_;
};

}  // namespace repose::elements

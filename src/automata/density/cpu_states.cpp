#include "automata/density/cpu_states.hpp"

#include <algorithm>
#include <cstring>

namespace repose::density {

CellStates::CellStates(const RuleTable& rules)
    : rules_(rules), density_(rules.densities()), next_(std::size_t{256} * 256) {
  const bool can_vanish = rules.has_undefined_pairs() && rules.density_of(0) != 0;
  carries_density_ = can_vanish && rules.element_count() == kElementsMax;
  has_vanished_ = can_vanish && !carries_density_;
  if (has_vanished_) {
    vanished_ = static_cast<std::uint8_t>(rules.element_count());
    density_[vanished_] = 0;
  }
  state_count_ = rules.element_count() + (has_vanished_ ? 1 : 0);
  std::ranges::transform(density_, biased_density_.begin(), biased);
  constexpr std::uint8_t kNoDensity = 0;
  for (std::size_t i = 0; i < 256; ++i) {
    admitted_[0][i] = state_of(density::admit(rules_, static_cast<std::uint8_t>(i), nullptr));
    admitted_[1][i] = state_of(density::admit(rules_, static_cast<std::uint8_t>(i), &kNoDensity));
  }
  for (std::size_t a = 0; a < 256; ++a) {
    for (std::size_t b = 0; b < 256; ++b) {
      next_[a * 256 + b] = next_state(static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b));
      if (a < kFew && b < kFew) next_of_few_[a * kFew + b] = next_[a * 256 + b];
    }
  }
}

void CellStates::admit(const std::uint8_t* cells, const std::uint8_t* densities, std::uint8_t* states,
                       int count) const {
  for (int i = 0; i < count; ++i) {
    const bool is_zero = densities != nullptr && densities[i] == 0;
    states[i] = admitted_[is_zero ? 1 : 0][cells[i]];
  }
}

void CellStates::release(const std::uint8_t* states, std::uint8_t* cells, int count) const {
  if (has_vanished_) {
    std::transform(states, states + count, cells, [this](std::uint8_t state) { return index_of(state); });
  } else {
    std::memcpy(cells, states, static_cast<std::size_t>(count));
  }
}

std::uint8_t CellStates::next_state(std::uint8_t self, std::uint8_t partner) const {
  return self == partner ? self : state_of(rules_.at(index_of(self), index_of(partner)));
}

}  // namespace repose::density

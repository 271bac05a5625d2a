#include "automata/density/cpu_states.hpp"

#include <algorithm>

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
  for (std::size_t a = 0; a < 256; ++a) {
    for (std::size_t b = 0; b < 256; ++b) {
      next_[a * 256 + b] = next_state(static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b));
      if (a < kFew && b < kFew) next_of_few_[a * kFew + b] = next_[a * 256 + b];
    }
  }
}

std::uint8_t CellStates::next_state(std::uint8_t self, std::uint8_t partner) const {
  return self == partner ? self : state_of(rules_.at(index_of(self), index_of(partner)));
}

}  // namespace repose::density

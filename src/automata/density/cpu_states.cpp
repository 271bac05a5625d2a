#include "automata/density/cpu_states.hpp"

namespace repose::density {

CellStates::CellStates(const RuleTable& rules) : rules_(rules), next_(std::size_t{256} * 256) {
  const bool can_vanish = rules.has_undefined_pairs() && rules.density_of(0) != 0;
  carries_density_ = can_vanish && rules.element_count() == kElementsMax;
  has_vanished_ = can_vanish && !carries_density_;
  if (has_vanished_) vanished_ = static_cast<std::uint8_t>(rules.element_count());

  for (std::size_t i = 0; i < 256; ++i) biased_density_[i] = biased(rules.densities()[i]);
  if (has_vanished_) biased_density_[vanished_] = biased(0);

  for (std::size_t self = 0; self < 256; ++self) {
    for (std::size_t partner = 0; partner < 256; ++partner) {
      const auto a = static_cast<std::uint8_t>(self), b = static_cast<std::uint8_t>(partner);
      next_[self * 256 + partner] = a == b ? a : state_of(rules.at(index_of(a), index_of(b)));
    }
  }
}

}  // namespace repose::density

#include "automata/elements/cpu_traits.hpp"

#include <algorithm>

namespace repose::elements {

TraitTable::TraitTable(Rules rules, const Parameters& parameters)
    : rules_(std::move(rules)),
      parameters_(parameters),
      count_(static_cast<std::size_t>(rules_.element_count())),
      traits_(count_),
      pairs_(count_ * count_) {
  for (std::size_t a = 1; a < count_; ++a) {
    for (std::size_t b = 0; b < count_; ++b) {
      pairs_[a * count_ + b] = pair_of(static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b));
    }
    traits_[a] = traits_of(static_cast<std::uint8_t>(a));
  }
}

Traits TraitTable::traits_of(std::uint8_t a) const {
  const Kind& kind = rules_.kind(a);
  Traits traits;
  traits.fall = kind.fall;
  traits.slip = kind.slip;
  traits.direction = static_cast<std::int8_t>(parameters_.gravity ? kind.direction : 0);
  if (parameters_.energy) {
    traits.drift = kind.drift;
    traits.self_heating = kind.self_heating;
    traits.conductivity = kind.conductivity;
  }
  traits.is_item = kind.item >= 0;
  traits.decays = kind.decay >= 0 && rules_.decay(kind).probability > 0;
  for (std::size_t b = 0; b < count_; ++b) traits.looks |= (pair(a, static_cast<std::uint8_t>(b)) & can::look) != 0;
  traits.only_moves = !traits.is_item && !traits.decays && !traits.looks && (traits.drift | traits.self_heating) == 0;
  traits.rests_up_to = rests_up_to(a);
  return traits;
}

std::uint8_t TraitTable::pair_of(std::uint8_t a, std::uint8_t b) const {
  const Kind& kind = rules_.kind(a);
  std::uint8_t ways = 0;
  if (parameters_.gravity) {
    if (kind.direction > 0 && (b == 0 ? kind.fall : rules_.sink(a, b)) > 0) ways |= can::sink;
    if (kind.direction < 0 && b == 0) ways |= can::rise;
    if (kind.direction != 0 && ((b == 0 && kind.slip > 0) || rules_.push(a, b) > 0)) ways |= can::slide;
  }
  if (parameters_.interactions) {
    if (rules_.reaction(a, b) != nullptr) ways |= can::react;
    if (rules_.disc(a, b) != nullptr) ways |= can::blow_up;
    if (parameters_.energy && b != 0 && kind.conductivity > 0) ways |= can::take_heat;
  }
  return ways;
}

std::int8_t TraitTable::rests_up_to(std::uint8_t a) const {
  const Kind& kind = rules_.kind(a);
  if (kind.item >= 0 || (parameters_.energy && kind.self_heating > 0)) return -1;
  if ((pair(a, a) & (can::move | can::blow_up)) != 0) return -1;
  const Effect* const reaction = (pair(a, a) & can::react) != 0 ? rules_.reaction(a, a) : nullptr;
  const auto may_act = [&](int energy) {
    if (kind.decay >= 0 && rules_.decay(kind).probability > 0 && rules_.decay(kind).acts_at(energy)) return true;
    return reaction != nullptr && reaction->acts_at(std::min(kEnergyMax, 2 * energy));
  };
  int rests = -1;
  while (rests < kEnergyMax && !may_act(rests + 1)) ++rests;
  return static_cast<std::int8_t>(rests);
}

bool TraitTable::rests(const CellPlanes& planes, int x, int y) const {
  const std::size_t i = planes.index(x, y);
  const std::uint8_t a = planes.element[i];
  if (a == 0) return true;
  const Traits& traits = of(a);
  if (traits.is_item || planes.speed[i] != Velocity{}) return false;
  if (traits.self_heating > 0 && planes.energy[i] < kEnergyMax) return false;
  if (traits.decays && rules_.decay(rules_.kind(a)).acts_at(planes.energy[i])) return false;
  const bool drifts = traits.drift > 0 && planes.energy[i] != parameters_.ambient_energy();
  for (int dy = -1; dy <= 1; ++dy) {
    const std::uint8_t ways = can::look | (dy > 0 ? can::sink : dy < 0 ? can::rise : can::slide);
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      const std::size_t neighbour = i + static_cast<std::size_t>(dy * planes.stride() + dx);
      if (drifts && planes.element[neighbour] == 0) return false;
      if ((pair(a, planes.element[neighbour]) & ways) == 0) continue;
      const bool wall = parameters_.walls && planes.is_border(x + dx, y + dy);
      if (may_do(planes, i, neighbour, ways, wall)) return false;
    }
  }
  return true;
}

bool TraitTable::may_do(const CellPlanes& planes, std::size_t i, std::size_t neighbour, std::uint8_t ways,
                        bool wall) const {
  const std::uint8_t a = planes.element[i], b = planes.element[neighbour];
  ways &= pair(a, b);
  if (wall) ways &= can::blow_up | can::take_heat;
  if ((ways & (can::move | can::blow_up)) != 0) return true;
  if ((ways & can::take_heat) != 0 && planes.energy[neighbour] > planes.energy[i]) return true;
  const int energies = std::min(kEnergyMax, planes.energy[i] + planes.energy[neighbour]);
  return (ways & can::react) != 0 && rules_.reaction(a, b)->acts_at(energies);
}

}  // namespace repose::elements

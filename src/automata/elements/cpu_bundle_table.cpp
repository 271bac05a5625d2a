#include "automata/elements/cpu_bundle_table.hpp"

#include <algorithm>
#include <cstddef>

namespace repose::elements {

namespace {

std::uint32_t with_chance(Chance chance, int above) {
  return chance | static_cast<std::uint32_t>(above) << BundleTable::kChanceWidth;
}

// The least energy at which an effect acts; kEnergyMax + 1: it never does.
int least_energy(const Effect& effect) {
  int least = 0;
  while (least <= kEnergyMax && !effect.acts_at(least)) ++least;
  return least;
}

}  // namespace

BundleTable::BundleTable(const Rules& rules, const Parameters& parameters)
    : usable(rules.element_count() < kElementsMax),
      stride(static_cast<std::uint32_t>(rules.element_count()) + 1),
      wall(stride - 1),
      gravity(parameters.gravity),
      ambient(parameters.ambient_energy()) {
  if (!usable) return;
  reactions.push_back(0);  // number 0: none
  effects.push_back(0);
  outcomes.resize(kProductSlots);
  for (auto* words : {&kinds, &slips, &conductivities, &drifts_by, &decays_by, &decay_effects}) words->resize(stride);
  for (auto* words : {&sinks, &pushes, &pairs}) words->resize(std::size_t{stride} * stride);
  for (std::uint32_t a = 1; a < wall; ++a) {
    for (std::uint32_t b = 0; b <= wall; ++b) {
      add_pair(rules, parameters, static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b));
    }
  }
  for (std::uint32_t a = 1; a < wall; ++a) add_kind(rules, parameters, static_cast<std::uint8_t>(a));
}

void BundleTable::add_kind(const Rules& rules, const Parameters& parameters, std::uint8_t a) {
  const Kind& kind = rules.kind(a);
  kinds[a] = kind.fall;
  if (parameters.gravity && kind.direction > 0) kinds[a] |= kSinks;
  if (parameters.gravity && kind.direction < 0) kinds[a] |= kRises;
  if (kind.item >= 0) kinds[a] |= kItem;
  const auto of_a = pairs.begin() + a * stride;
  if (std::any_of(of_a, of_a + stride, [](std::uint32_t pair) { return pair != 0; })) kinds[a] |= kLooks;
  looks |= (kinds[a] & kLooks) != 0;
  slips[a] = kind.slip;
  conductivities[a] = kind.conductivity;
  if (parameters.energy) drifts_by[a] = with_chance(kind.drift, kind.self_heating);
  drifts |= drifts_by[a] != 0;
  if (kind.decay < 0) return;
  const Effect& decay = rules.decay(kind);
  decays_by[a] = with_chance(decay.probability, least_energy(decay));
  decay_effects[a] = add_effect(decay, a, 0);
  decays = true;
}

void BundleTable::add_pair(const Rules& rules, const Parameters& parameters, std::uint8_t a, std::uint8_t b) {
  const Kind& kind = rules.kind(a);
  const std::size_t i = std::size_t{a} * stride + b;
  const bool is_wall = b == wall;
  if (parameters.gravity && !is_wall) {
    if (kind.direction > 0) sinks[i] = b == 0 ? kind.fall : rules.sink(a, b);
    if (kind.direction != 0) pushes[i] = rules.push(a, b);
  }
  if (!parameters.interactions) return;
  if (rules.disc(a, is_wall ? std::uint8_t{0} : b) != nullptr) pairs[i] |= kBlowsUp;
  if (is_wall) return;
  if (parameters.energy && b != 0 && kind.conductivity > 0) pairs[i] |= kTakesHeat;
  const Effect* const reaction = rules.reaction(a, b);
  if (reaction != nullptr) pairs[i] |= add_effect(*reaction, a, b);
}

std::uint32_t BundleTable::add_effect(const Effect& effect, std::uint8_t a, std::uint8_t b) {
  const auto number = static_cast<std::uint32_t>(effects.size());
  usable &= number < kEffectsMax;
  if (!usable) return 0;
  reactions.push_back(with_chance(effect.probability, least_energy(effect)));
  const int taken = effect.has_threshold ? std::clamp(effect.threshold, -kEnergyMax, kEnergyMax) : 0;
  const bool throws = effect.x_speed != 0 || effect.y_speed != 0;
  effects.push_back(static_cast<std::uint32_t>(taken + static_cast<int>(kEnergyZero)) | (throws ? kThrows : 0));
  for (int slot = 0; slot < kProductSlots; ++slot) {
    const Product product = effect.outcome(slot, a, b);
    outcomes.push_back(product.a | std::uint32_t{product.b} << 8);
  }
  return number;
}

}  // namespace repose::elements

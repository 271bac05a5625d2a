#include "automata/conserving_support.hpp"

#include "automata/automaton_support.hpp"

#include <string>

#include "repose/rng.hpp"

namespace repose::test {

namespace {
std::uint32_t dice(std::uint32_t number, std::uint32_t n) { return below(random_u32(5, number, 0, 0, 0), n); }
}  // namespace

Ruleset random_conserving_rules(int count, std::uint32_t seed) {
  Ruleset rules;
  std::uint32_t roll = seed * 1'000'000;
  for (int i = 0; i < count; ++i) {
    Element element;
    element.name = "e" + std::to_string(i);
    element.density_byte = static_cast<std::uint8_t>(dice(roll++, 12) == 0 ? kWallDensity : dice(roll, 9) * 31);
    element.liquid = dice(++roll, 3) == 0;
    element.reacts_anywhere = dice(++roll, 6) == 0;
    element.powder = dice(++roll, 5) == 0;
    if (dice(++roll, 4) == 0) element.viscosity = dice(++roll, 4) / 4.0;
    constexpr int kDispersions[] = {0, 2, 3, 7, 256};
    if (dice(++roll, 2) == 0) element.dispersion = kDispersions[dice(++roll, 5)];
    element.thin = dice(++roll, 8) == 0;
    if (dice(++roll, 6) == 0) element.wander = (1 + dice(++roll, 4)) / 4.0;
    if (dice(++roll, 6) == 0) element.resistance = dice(++roll, 5) / 4.0;
    rules.elements.push_back(element);
    if (dice(++roll, 8) == 0) {
      rules.decays.push_back({static_cast<std::uint8_t>(i),
                              0.02,
                              {},
                              {{100, static_cast<std::uint8_t>(dice(++roll, static_cast<std::uint32_t>(count))), 0}},
                              0});
    }
  }
  const auto element = [&] { return static_cast<std::uint8_t>(dice(++roll, static_cast<std::uint32_t>(count))); };
  for (std::uint32_t i = seed % 2 == 0 ? 0 : dice(++roll, 2 * static_cast<std::uint32_t>(count)); i > 0; --i) {
    const std::uint8_t a = element(), b = element(), c = element(), d = dice(++roll, 2) == 0 ? a : element();
    rules.directed.push_back({a, b, c, d, dice(++roll, 2) == 0, 0, dice(++roll, 2) == 0 ? 1.0 : 0.3});
  }
  if (dice(++roll, 3) == 0) {
    const std::uint8_t into = element();
    rules.bursts.push_back({element(), static_cast<int>(dice(++roll, 7)), into, dice(++roll, 2) == 0 ? 0.002 : 0.1, 0});
  }
  for (int i = 0; i < count; ++i) {
    for (int j = i + 1; j < count; ++j) {
      const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
      const std::uint32_t kind = dice(++roll, 10);
      if (kind == 0) continue;  // undefined
      if (kind == 1)
        rules.reactions.push_back(
            {a, b, element(), element(), 0, dice(++roll, 2) == 0 ? 1.0 : 0.3, dice(++roll, 3) == 0});
      if (kind == 2) rules.reactions.push_back({a, b, a, b, 0, 1.0});
      if (kind > 2) rules.reactions.push_back({a, b, b, a, 0, 1.0});
    }
  }
  return rules;
}

const Ruleset& powder_rules() {
  static const Ruleset rules = [] {
    Ruleset powder = swapping_ruleset();
    powder.elements[sand].density_byte = 242;
    powder.elements[sand].liquid = false;
    return powder;
  }();
  return rules;
}

Ruleset running(Ruleset rules) {
  for (Element& element : rules.elements) element.dispersion = 0;
  return rules;
}

}  // namespace repose::test

#include "app/input/ignition.hpp"

#include <algorithm>

namespace repose {

namespace {

bool burns_or_bursts(const Ruleset& rules, std::uint8_t element) {
  return rules.elements[element].glow > 0 ||
         std::ranges::find(rules.bursts, element, &Burst::element) != rules.bursts.end();
}

}  // namespace

std::vector<Ignition> ignitions(const Ruleset& rules, std::uint8_t painted) {
  std::vector<std::uint8_t> becomes(rules.elements.size());
  for (std::size_t i = 0; i < becomes.size(); ++i) becomes[i] = static_cast<std::uint8_t>(i);
  for (const Reaction& reaction : rules.reactions) {  // later ones count
    if (reaction.is_swap()) continue;
    if (reaction.a == painted) becomes[reaction.b] = reaction.d;
    if (reaction.b == painted) becomes[reaction.a] = reaction.c;
  }
  std::vector<Ignition> lit;
  for (std::size_t i = 1; i < becomes.size(); ++i) {
    const bool changes = becomes[i] != i && becomes[i] != 0;
    if (!changes || rules.elements[i].airborne || rules.elements[i].glow > 0) continue;
    if (burns_or_bursts(rules, becomes[i])) lit.push_back({static_cast<std::uint8_t>(i), becomes[i]});
  }
  return lit;
}

}  // namespace repose

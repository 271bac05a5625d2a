#include "core/push.hpp"

namespace repose {

namespace {

Looseness looseness_of(const Ruleset& ruleset, std::uint8_t index) {
  if (!moves_through_background(ruleset, index)) return Looseness::fixed;
  const Element& element = ruleset.elements[index];
  const bool rises = ruleset.dialect == Dialect::wxsand ? element.gravity < 0
                                                        : element.density_byte < ruleset.elements.front().density_byte;
  if (rises) return Looseness::gas;
  return element.liquid ? Looseness::liquid : Looseness::powder;
}

}  // namespace

LooseTable loose_table(const Ruleset& ruleset) {
  LooseTable table;
  table.fill(Looseness::background);
  for (std::size_t i = 1; i < ruleset.elements.size() && i < table.size(); ++i)
    table[i] = looseness_of(ruleset, static_cast<std::uint8_t>(i));
  return table;
}

}  // namespace repose

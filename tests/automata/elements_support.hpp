// Rules and worlds that use every feature of *elements*.
#pragma once

#include "automata/dice.hpp"
#include "automata/random_config.hpp"
#include "automata/solver_group.hpp"
#include "repose/config.hpp"

namespace repose::test {

// Powders, liquids, gases and solids; decays, interactions with and without heat and throws, discs, items, sources.
inline Ruleset random_elements_ruleset(std::uint64_t seed) {
  return read_config(random_config(Dialect::wxsand, seed), "random").ruleset.value();
}

// Elements, some energies and some speeds, on every cell; the border too.
inline World random_elements_world(int width, int height, const Ruleset& ruleset, std::uint64_t seed) {
  Dice dice(seed);
  World world(width, height);
  world.add(Plane::energy);
  world.add(Plane::velocity);
  const int holes = 1 + dice.below(4), excited = dice.one_in(2) ? 5 : 200;
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    if (dice.one_in(holes))
      world.cells()[i] = static_cast<std::uint8_t>(dice.below(static_cast<int>(ruleset.elements.size())));
    if (dice.one_in(excited)) world.bytes(Plane::energy)[i] = static_cast<std::uint8_t>(dice.below(120));
    if (!dice.one_in(excited)) continue;
    for (const std::size_t axis : {0, 1})
      world.bytes(Plane::velocity)[2 * i + axis] = static_cast<std::uint8_t>(dice.below(256));
  }
  return world;
}

}  // namespace repose::test

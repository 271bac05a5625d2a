// Rules and worlds that use every feature of *elements*.
#pragma once

#include <cstdint>

#include "automata/solver_group.hpp"
#include "repose/ruleset.hpp"
#include "repose/world.hpp"

namespace repose::test {

// Powders, liquids, gases and solids; decays, interactions with and without heat and throws, discs, an item, sources.
Ruleset random_elements_ruleset(std::uint64_t seed);

// Elements, some energies and some speeds, on every cell; the border too.
World random_elements_world(int width, int height, const Ruleset& ruleset, std::uint64_t seed);

}  // namespace repose::test

// Rules and solvers for tests of the conserving automaton.
#pragma once

#include <cstdint>

#include "repose/ruleset.hpp"

namespace repose::test {

// Random densities, kinds of rules, chances, decays, liquids, powders and words of movement.
Ruleset random_conserving_rules(int count, std::uint32_t seed);

// As swapping_ruleset(), but with sand so dense that it does not flow.
const Ruleset& powder_rules();

// The same rules with liquids that run cell by cell instead of striding.
Ruleset running(Ruleset rules);

}  // namespace repose::test

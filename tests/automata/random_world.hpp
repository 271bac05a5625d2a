// Random worlds, parameters and edits for any automaton, and the comparison of its backends in them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "automata/dice.hpp"
#include "repose/edit.hpp"
#include "repose/registry.hpp"
#include "repose/ruleset.hpp"
#include "repose/world.hpp"

namespace repose::test {

// What happens between two comparisons: first the parameter is set, then the edits are made, then steps are taken.
struct RandomRound {
  std::vector<std::pair<std::string, double>> parameters;
  std::vector<Edit> edits;
  std::uint64_t step_count = 1;
};

struct RandomRun {
  World world;
  std::vector<RandomRound> rounds;
  std::uint64_t first_step = 0, seed = 1;
  Bias first_bias = Bias::left;
};

// Sides from 1 to 300 x 200; in small worlds from 1 to 60.
World random_planes(const AutomatonDefinition& automaton, const Ruleset& rules, Dice& dice, bool small);
Edit random_edit(const AutomatonDefinition& automaton, const Ruleset& rules, const World& world, Dice& dice);
// `parameters`: those of the solver that allows the fewest values.
RandomRun random_run(const AutomatonDefinition& automaton, const Ruleset& rules,
                     std::span<const ParameterInfo> parameters, Dice& dice, bool small);

}  // namespace repose::test

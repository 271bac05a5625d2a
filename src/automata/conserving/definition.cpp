// The definition of the automaton conserving: what the rest of the program asks about it.
#include "automata/conserving/conserving.hpp"

namespace repose::conserving {

const AutomatonDefinition& definition() {
  static const AutomatonDefinition definition{
      .name = "conserving",
      .title = "Conserving",
      .summary = "Cells fall, slide, flow and react by density, pair by pair: nothing is ever lost, liquids level out.",
      .steps_per_second = 125,
      .parameters = Parameters::list(),
      .planes = kStatePlanes,
      .best_scene = "valley",
      .compared_with = "density",
      .make_scalar = make_scalar_solver,
      .make_cpu = make_cpu_solver,
      .make_explainer = make_explainer,
      .rule_facts = rule_facts,
      .promises = {.settles = false},  // a liquid's top row never rests
  };
  return definition;
}

}  // namespace repose::conserving

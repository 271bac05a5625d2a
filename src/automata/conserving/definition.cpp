#include "automata/conserving/conserving.hpp"

namespace repose::conserving {

const AutomatonDefinition& definition() {
  static const AutomatonDefinition definition{
      .name = "conserving",
      .title = "Conserving",
      .summary = "Cells fall, slide, flow and react by density, pair by pair: nothing is ever lost, liquids level out.",
      .steps_per_second = 125,
      .parameters = FlowParameter::list(),
      .planes = kStatePlanes,
      .compared_with = "density",
      .make_scalar = make_scalar_solver,
      .make_cpu = make_cpu_solver,
      .make_explainer = make_explainer,
      // A liquid's top row never rests. In every step half of the cells are the upper one of a pair.
      .promises = {.settles = false, .steps_before_falling = 1},
  };
  return definition;
}

}  // namespace repose::conserving

// The definition of the automaton water: what the rest of the program asks about it.
#include "automata/ignored_words.hpp"
#include "automata/water/water.hpp"

namespace repose::water {

const AutomatonDefinition& definition() {
  static const AutomatonDefinition definition{
      .name = "water",
      .title = "Pressure water",
      .summary = "Water has mass and pressure: it finds its level through pipes and over weirs.",
      .steps_per_second = 120,
      .parameters = parameter_list(),
      .needs_ruleset = false,
      .config = "water.cfg",
      .remark = name_the_ignored_words,
      .planes = WaterWorld::state_planes(),
      .quantity = Plane::mass,
      .substance = "water",
      .best_scene = "dam-break",
      .no_push =
          "Pressure water cannot be shaken or blown: it has amounts instead of loose cells. "
          "Conserving can.",
      .make_scalar = make_scalar_solver,
      .make_cpu = make_cpu_solver,
      .make_explainer = make_explainer,
      .promises = {.settles = false},  // waves continue for thousands of steps
  };
  return definition;
}

}  // namespace repose::water

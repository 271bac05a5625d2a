// The definition of the automaton sandpile: what the rest of the program asks about it.
#include "automata/sandpile/sandpile.hpp"

namespace repose::sandpile {

const AutomatonDefinition& definition() {
  static const AutomatonDefinition definition{
      .name = "sandpile",
      .title = "Sandpile (heights)",
      .summary = "Sand without grains, seen from above: every stack gives to lower neighbours until it is stable.",
      .steps_per_second = 120,
      .parameters = parameter_list(),
      .needs_ruleset = false,
      .config = "sandpile.cfg",
      .planes = {Plane::wall, Plane::height, Plane::wetness, Plane::packed},
      .quantity = Plane::height,
      .substance = "sand",
      .best_scene = "avalanche",
      .no_push =
          "A sandpile cannot be shaken or blown: it has heights instead of loose cells. Conserving "
          "can.",
      .no_body = {},
      .make_scalar = make_scalar_solver,
      .make_cpu = make_cpu_solver,
      .make_explainer = make_explainer,
  };
  return definition;
}

}  // namespace repose::sandpile

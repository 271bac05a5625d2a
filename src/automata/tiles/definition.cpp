// The definition of the automaton tiles: what the rest of the program asks about it.
#include "automata/tiles/tiles.hpp"

namespace repose::tiles {

const AutomatonDefinition& definition() {
  static const AutomatonDefinition definition{
      .name = "tiles",
      .title = "Falling tiles (Elsts)",
      .summary = "Tiles fall, roll and run in place, from the bottom row up, as in Elsts' water simulation.",
      .steps_per_second = 60,
      .parameters = Parameters::list(),
      .config = "tiles.cfg",
      .runs_foreign_rules = false,
      .remark = remark_on_grains,
      .planes = kStatePlanes,
      .best_scene = "terraces",
      .no_push = "Falling tiles cannot be shaken or blown. Conserving, density and elements can.",
      .make_scalar = make_scalar_solver,
      .make_cpu = make_cpu_solver,
      .no_gpu = kNoGpuForSerialSteps,
      .make_explainer = make_explainer,
  };
  return definition;
}

}  // namespace repose::tiles

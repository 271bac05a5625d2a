// The definition of the automaton fastsab: what the rest of the program asks about it.
#include "automata/fastsab/fastsab.hpp"

namespace repose::fastsab {

const AutomatonDefinition& definition() {
  static const AutomatonDefinition definition{
      .name = "fastsab",
      .title = "FastSAB (Sand And Below)",
      .summary = "Grains fall, slide whole columns and dissolve, one column after another, as in Sand And Below.",
      .steps_per_second = 160,
      .parameters = Parameters::list(),
      .config = "fastsab.cfg",
      .runs_foreign_rules = false,
      .remark = remark_on_grains,
      .planes = kStatePlanes,
      .best_scene = "sandbox",
      .soft_picture = true,
      .no_push = "FastSAB cannot be shaken or blown. Conserving, density and elements can.",
      .make_scalar = make_scalar_solver,
      .make_cpu = make_cpu_solver,
      .no_gpu = kNoGpuForSerialSteps,
      .make_explainer = make_explainer,
      .promises = {.settles = false, .symmetric = false},  // grains wander sideways; the scan goes from left to right
  };
  return definition;
}

}  // namespace repose::fastsab

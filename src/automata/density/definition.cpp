// The definition of the automaton density: what the rest of the program asks about it.
#include "automata/density/density.hpp"
#include "automata/density/ledger.hpp"
#include "automata/grains.hpp"
#include "core/language.hpp"

namespace repose::density {

const AutomatonDefinition& definition() {
  static const AutomatonDefinition definition{
      .name = "density",
      .title = text_id("Density (sand.js)"),
      .source = text_id("from sand.js, 2013"),
      .summary = text_id("Cells fall, rise and react by density, all at once, as in sand.js."),
      .steps_per_second = 125,
      .parameters = OpenEdge::parameters(),
      .config = "density-world.cfg",  // it has a rule for every pair
      .default_for = Dialect::sandjs,
      .needs_rule_for_every_pair = true,  // if a pair has no rule, both cells vanish
      .remark = name_the_ignored_words,
      .planes = {Plane::cells, Plane::density},
      .best_scene = "falls",
      .compared_with = "conserving",  // compares sand.js with and without its losses
      .make_scalar = make_scalar_solver,
      .make_cpu = make_cpu_solver,
      .make_explainer = make_explainer,
      .promises = {.conserves = false},  // the two cells of a meeting need not agree
  };
  return definition;
}

}  // namespace repose::density

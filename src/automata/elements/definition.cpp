// The definition of the automaton elements: what the rest of the program asks about it.
#include "automata/elements/elements.hpp"
#include "automata/ignored_words.hpp"

namespace repose::elements {

const AutomatonDefinition& definition() {
  static const AutomatonDefinition definition{
      .name = "elements",
      .title = "Elements (wxSand)",
      .summary = "Elements fall, flow, burn, conduct heat and explode by chance, one after another, as in wxSand.",
      .steps_per_second = 30,
      .parameters = Parameters::list(),
      .config = "elements-world.txt",  // under the usual names, with reactions slow enough to watch
      .default_for = Dialect::wxsand,
      .needs_rule_for_every_pair = true,
      .runs_foreign_rules = false,
      .remark = name_the_ignored_words,
      .planes = kStatePlanes,
      .best_scene = "volcano",
      .make_scalar = make_scalar_solver,
      .make_cpu = make_cpu_solver,
      .make_explainer = make_explainer,
      // Grains fall by chance; the border is cleared in every frame.
      .promises = {.settles = false, .falls_straight = false, .keeps_border = false},
  };
  return definition;
}

}  // namespace repose::elements

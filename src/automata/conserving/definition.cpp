// The definition of the automaton conserving: what the rest of the program asks about it.
#include "automata/conserving/conserving.hpp"

namespace repose::conserving {

const AutomatonDefinition& definition() {
  static const AutomatonDefinition definition{
      .name = "conserving",
      .title = "Conserving",
      .summary = "Cells fall, slide, flow and react by density, pair by pair: nothing is ever lost, liquids level out.",
      .edition = static_cast<int>(Edition::second),
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

const AutomatonDefinition& first_definition() {
  static constexpr std::string_view kWhy = "the first edition runs on scalar only; choose conserving";
  static const AutomatonDefinition first = [] {
    AutomatonDefinition edition = definition();
    edition.name = "conserving-1";
    edition.title = "Conserving, first edition";
    edition.summary = "For files that it has made: what falls becomes a half-tone.";
    edition.edition = static_cast<int>(Edition::first);
    edition.former_of = definition().name;
    edition.config = "density-world.cfg";  // uses no word that this edition ignores
    edition.compared_with = definition().name;
    edition.parameters = Parameters::list(Edition::first);
    edition.make_scalar = make_first_edition;
    edition.make_cpu = nullptr;
    edition.no_cpu = edition.no_gpu = kWhy;
    edition.make_explainer = make_first_explainer;
    edition.rule_facts = nullptr;
    edition.promises.steps_before_falling = 1;  // in every step half of the cells are the upper one of a pair
    return edition;
  }();
  return first;
}

}  // namespace repose::conserving

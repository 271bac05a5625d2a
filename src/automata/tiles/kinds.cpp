// Builds the kinds from a ruleset; the list of parameters.
#include <algorithm>

#include "automata/tiles/tiles.hpp"

#include "core/language.hpp"

namespace repose::tiles {

Kinds::Kinds(const Ruleset& ruleset) {
  element_count_ = std::max(1, static_cast<int>(ruleset.elements.size()));
  const std::vector<Grain> grains = read_grains(ruleset);
  for (std::size_t i = 1; i < grains.size(); ++i) {
    const Element& element = ruleset.elements[i];
    Kind& kind = kinds_[i];
    kind.falls = grains[i].falls;
    kind.liquid = grains[i].liquid;
    kind.density = grains[i].density;
    kind.drain = element.drain;
    kind.faucet = element.emits.value_or(0) != 0 && !element.drain;
    kind.emits = element.emits.value_or(0);
  }
}

namespace {

constexpr ParameterInfo kList[] = {
    {"look_ahead", text_id("Look ahead"), text_id("How far a liquid looks for a hole to flow into."), text_id("cells"),
     ParameterInfo::Kind::integer, 0, kLookAheadMax, 8},
    {"jitter", text_id("Jitter"), text_id("The chance that a falling tile moves one cell aside."), "",
     ParameterInfo::Kind::real, 0, 1, 0},
    {"closed_corners", text_id("Closed corners"),
     text_id("A tile rolls down only past an empty cell beside it. Off, as the article says it: it squeezes through "
             "corners."),
     "", ParameterInfo::Kind::boolean, 0, 1, 1},
};

}  // namespace

std::span<const ParameterInfo> Parameters::list() { return kList; }

const AutomatonDefinition& definition() {
  static const AutomatonDefinition definition{
      .name = "tiles",
      .title = text_id("Falling tiles (Elsts)"),
      .source = text_id("from Elsts' article, 2009"),
      .summary = text_id("Tiles fall, roll and run in place, from the bottom row up, as in Elsts' water simulation."),
      .steps_per_second = 60,
      .parameters = Parameters::list(),
      .config = "tiles.cfg",
      .runs_foreign_rules = false,
      .remark = remark_on_grains,
      .planes = kStatePlanes,
      .best_scene = "terraces",
      .no_push = text_id("Falling tiles cannot be shaken or blown. Conserving, density and elements can."),
      .make_scalar = make_scalar_solver,
      .make_cpu = make_cpu_solver,
      .no_gpu = kNoGpuForSerialSteps,
      .make_explainer = make_explainer,
  };
  return definition;
}

}  // namespace repose::tiles

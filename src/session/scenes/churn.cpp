// `churn`: a world that never comes to rest, for benchmarks. Five densities; where a sunken cell meets a risen one most
// pairs do not just swap but turn into other densities, so that new heavy matter keeps appearing above light matter.
// The rules were found by search and are checked by a test: see tests/session/scenes_test.cpp for what they promise.
#include "repose/config.hpp"
#include "session/scenes/script_scenes.hpp"

namespace repose {

namespace {

constexpr std::string_view kRules = R"(# churn: five densities that keep turning into each other
cell vapour 26 30 44 0.1
cell spirit 96 120 190 0.3
cell brine 64 168 160 0.5
cell silt 190 150 90 0.7
cell ore 200 84 60 0.9
rule spirit vapour brine brine
rule brine vapour silt ore
rule brine spirit silt ore
rule silt vapour spirit vapour
rule silt spirit silt vapour
rule silt brine brine spirit
rule ore vapour vapour ore
rule ore spirit spirit ore
rule ore brine brine spirit
rule ore silt spirit silt
)";

Status fill_churn(World& world, const Ruleset& ruleset, std::uint64_t seed) { return find_scene("mixed")->fill(world, ruleset, seed); }

}  // namespace

const Ruleset& churn_ruleset() {
  static const Ruleset rules = [] {
    Ruleset read = read_config(kRules, "").ruleset.value();
    read.title = "churn";
    return read;
  }();
  return rules;
}

Scene churn_scene() {
  return {.name = "churn",
          .title = "Churn",
          .description = "Five densities that keep turning into each other. It never comes to rest.",
          .fill = fill_churn};
}

}  // namespace repose

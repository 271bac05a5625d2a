#include "session/carry_over.hpp"

#include <utility>

#include "automata/water/water.hpp"
#include "session/world_ops.hpp"

namespace repose {

World world_for(std::string_view automaton, const RunningSolver& running) {
  World world = running.download();
  if (automaton != running.automaton()) water::settle_mass(world, running.ruleset());
  return world;
}

namespace {

CarriedOver carry(RunningSolver& running, std::string_view automaton, LoadedRules rules, const ElementMap& map) {
  Mapped mapped = map_elements(world_for(automaton, running), map);
  RunState next = in_automaton(running.state(), automaton);
  next.rules = std::move(rules);
  next.origin.world = running.store().put(map_elements(origin_world(running.state()), map).world);
  next.displaced = nullptr;
  std::string loss = describe_loss(mapped, running.ruleset());
  return {std::move(next), std::move(mapped.world), std::move(loss)};
}

}  // namespace

CarriedOver carry_over(RunningSolver& running, std::string_view automaton, LoadedRules rules) {
  const ElementMap map = match_by_name(running.ruleset(), *rules.ruleset);
  return carry(running, automaton, std::move(rules), map);
}

CarriedOver carry_over_with_walls(RunningSolver& running, std::string_view automaton, LoadedRules rules) {
  const ElementMap map = match_by_name_or_wall(running.ruleset(), *rules.ruleset);
  return carry(running, automaton, std::move(rules), map);
}

}  // namespace repose

// Carries a running world over to another automaton or other rules.
#pragma once

#include <string>
#include <string_view>

#include "repose/run.hpp"
#include "repose/world.hpp"
#include "session/running_solver.hpp"

namespace repose {

// The running world in the form for that automaton: only *water* has the plane `mass`; for all others it becomes cells.
World world_for(std::string_view automaton, const RunningSolver& running);

struct CarriedOver {
  RunState next;
  World world;       // to be run with `next`
  std::string loss;  // "12 cells of elements it lacks became background: lava and oil"; empty when nothing was lost
};
// What runs, with other rules in another automaton: the world and the world that Reset returns to, with their elements
// matched by name. Its `displaced` is null. Changes nothing; takes as long as downloading the world.
CarriedOver carry_over(RunningSolver& running, std::string_view automaton, LoadedRules rules);
// The same; what never moves and has no namesake becomes a wall.
CarriedOver carry_over_with_walls(RunningSolver& running, std::string_view automaton, LoadedRules rules);

}  // namespace repose

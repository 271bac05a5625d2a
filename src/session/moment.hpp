// Everything that a session runs, at one moment, in a form that costs little to keep: what did not change since another
// moment is shared with it. Backend and threads are no part of it, for they never show in a result.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "repose/diagnostics.hpp"
#include "repose/replay.hpp"
#include "repose/ruleset.hpp"
#include "repose/session.hpp"
#include "session/stored_world.hpp"

namespace repose {

using ParametersOfAutomata = std::map<std::string, ParameterValues, std::less<>>;

// Rules that had to make way for those of another automaton, and the world that they ran. As long as nothing has
// happened to what was carried over, the way back loses nothing.
struct Displaced {
  std::string automaton;
  std::shared_ptr<const Ruleset> ruleset;
  std::shared_ptr<const Diagnostics> diagnostics;
  StoredWorldPtr world, origin;
  std::string scene;
  std::uint64_t origin_step = 0;
  std::uint64_t carried_hash = 0;  // of the cells that were carried over
  bool waits = false;              // nothing was: of the two automata only one knows cells
};

struct Moment {
  std::string automaton;
  std::shared_ptr<const Ruleset> ruleset;
  std::shared_ptr<const Diagnostics> diagnostics;
  ParameterValues parameters;             // of the running automaton
  ParametersOfAutomata other_parameters;  // as the session remembers them
  StoredWorldPtr world, origin;
  std::string scene;
  std::uint64_t step = 0, origin_step = 0;
  std::uint64_t seed = 1;
  Bias first_bias = Bias::left;
  std::shared_ptr<const Displaced> displaced;  // null: nothing was
};

// A moment and what was done after it: whatever came of it can be had again by taking the same steps.
struct Keyframe {
  Moment moment;
  std::vector<Event> script;  // in the order in which it was done
  std::size_t script_bytes = 0;
};

// A point of a keyframe's story: so many steps after it, so many events. Events that were added to its script later are
// none of its business.
struct Place {
  std::shared_ptr<const Keyframe> keyframe;
  std::uint64_t steps = 0;
  std::size_t events = 0;
};

}  // namespace repose

// What stands in the way of an action, and what leads to it.
#pragma once

#include <string>

#include "app/input/bindings.hpp"

namespace repose {

class App;

// A sentence about why the action would do nothing now; empty where it would do something.
std::string why_not(App& app, Action action);

// For sentences: the keys of an action; of one whose keys were taken away the command palette, which finds everything.
std::string way_to(const App& app, Action action);

}  // namespace repose

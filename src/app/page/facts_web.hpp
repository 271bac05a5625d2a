// What runs, for a script that tests the page.
#pragma once

#include "app/app.hpp"

namespace repose {

// From now on Module.facts() of the page returns an object: automaton, backend, width, height, steps, hash (16 hex digits),
// playing, message (the last one), used_bytes (of the program's memory). It changes nothing. `app` must live until the next
// call; null: Module.facts() returns null.
void offer_facts(App* app);

}  // namespace repose

// What runs and where its buttons are, for a script that tests the page.
#pragma once

#include "app/shell/app.hpp"

namespace repose {

// From now on Module.facts() of the page returns an object: automaton, backend, width, height, steps, hash (16 hex
// digits), playing, message (the last one), history_bytes (of undo), used_bytes (of the program's memory); and
// Module.place(NAME) the middle of a widget in points ([x, y], names: see landmarks.hpp), or null if it is not on the
// screen. Both change nothing. `app` must live until the next call; null: both return null.
void offer_facts(App* app);

}  // namespace repose

// Where a new window is, and how large.
#pragma once

#include <SDL.h>

namespace repose {

// Windows opens a window with exactly the wanted size and place, even if its title is then outside of the screen, and
// its sizes are pixels however dense they are. This makes a window of the usual size larger on a dense screen, and
// every window small enough for the screen. Elsewhere the window manager sees to that, and this does nothing.
void place_on_display(SDL_Window* window);

}  // namespace repose

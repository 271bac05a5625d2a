// Errors of the X server. Xlib ends a program at every error that has no handler; broken GL drivers cause such errors.
#pragma once

#include <string>

struct SDL_Window;

namespace repose {

// From now on, errors of the X server are counted and do not end the program. Call it after SDL_Init. Does nothing
// unless SDL draws on an X server.
void count_x_errors();

// Waits until the X server has answered all requests. Returns how many errors have been counted so far.
int settled_x_errors(SDL_Window* window);

// The text of the last error: "BadValue (integer parameter out of range for operation)". Empty if there was none.
std::string last_x_error();

}  // namespace repose

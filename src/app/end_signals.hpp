// What asks the app to end from outside of its window. end_signals_posix.cpp and end_signals_windows.cpp implement it.
#pragma once

namespace repose {

// From now on the first signal is noted, so that the app can store its world; a second one ends the app at once. These
// are SIGINT, SIGTERM and SIGHUP; on Windows Ctrl+C and Ctrl+Break in the console from which it was started.
void catch_end_signals();
bool asked_to_end();

}  // namespace repose

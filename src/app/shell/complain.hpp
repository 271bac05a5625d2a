// Errors that end the app before it has a window.
#pragma once

#include <string>

namespace repose {

// Prints the sentence on stderr. Who started the app with a double click on Windows sees no stderr; for them it is in a
// small window, and this returns when they have closed it.
void complain(const std::string& sentence);

}  // namespace repose

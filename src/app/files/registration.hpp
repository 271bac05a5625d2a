// Opens worlds and replays with this program on a double click. registration_posix.cpp and registration_windows.cpp
// implement it.
#pragma once

#include "repose/status.hpp"

namespace repose {

// For this user, and for this program where it is now. Fails on systems where the installation does this.
Status register_files();
// Undoes it. Files that another program has registered since stay with that.
Status unregister_files();

}  // namespace repose

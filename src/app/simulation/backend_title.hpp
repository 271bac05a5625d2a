// The titles of backends on screen.
#pragma once

#include <string>

#include "repose/solver.hpp"

namespace repose {

std::string backend_title(Backend backend);

}  // namespace repose

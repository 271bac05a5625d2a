// Why a view is not available: the automaton lacks a plane.
#pragma once

#include <string>

#include "repose/session.hpp"

namespace repose {

// "density has no heat.": why a view or an action that needs `plane` is not available. Empty if the running automaton
// has that plane.
std::string why_no_plane(const Session& session, Plane plane);

}  // namespace repose

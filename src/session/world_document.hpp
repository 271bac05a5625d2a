// What a session runs, as a world file holds it, around a world that was copied out of it some other way.
#pragma once

#include "repose/session.hpp"
#include "repose/world_file.hpp"

namespace repose {

WorldDocument document_around(World world, const Session& session);

// The rules of a world file or a replay. They have no file of their own: whoever opens it may not have it.
ConfigResult read_rules(std::string_view text, const std::string& title);

}  // namespace repose

// What a session runs, as a world file holds it, around a world that was copied out of it some other way.
#pragma once

#include "repose/session.hpp"
#include "repose/world_file.hpp"

namespace repose {

WorldDocument document_around(World world, const Session& session);

}  // namespace repose

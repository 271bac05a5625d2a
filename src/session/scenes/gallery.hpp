// The scenes of the app's Scenes menu.
#pragma once

#include <vector>

#include "repose/scene.hpp"

namespace repose {

std::vector<Scene> gallery_scenes();

}  // namespace repose

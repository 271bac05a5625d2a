// The scenes to look at: what the app's Scenes menu offers.
#pragma once

#include <vector>

#include "repose/scene.hpp"

namespace repose {

std::vector<Scene> gallery_scenes();

}  // namespace repose

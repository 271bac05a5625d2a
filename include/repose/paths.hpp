// Where the program's own files lie: beside the executable, in the source tree, or under the install prefix.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace repose {

// Finds `relative` ("configs/default.cfg", "shaders", "assets/fonts/x.ttf") in, in this order: $REPOSE_DATA_DIR, the
// folder of the executable, its ../share/repose, the source tree that it was built from, the configured install prefix.
std::optional<std::filesystem::path> find_data(std::string_view relative);

std::filesystem::path executable_folder();

}  // namespace repose

// Finds the program's own files: configs, shaders, pictures.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace repose {

// Returns the path of a file or folder that came with the program, such as "configs/default.cfg" or "shaders"; nothing
// when there is none. Searches in this order: $REPOSE_DATA_DIR, the folder of the executable (a build folder has links
// there), ../share/repose beside that folder, and share/repose under the prefix that CMake was configured with.
std::optional<std::filesystem::path> find_data(std::string_view relative);

// The folder of the running program; empty when the system does not say.
std::filesystem::path executable_folder();

}  // namespace repose

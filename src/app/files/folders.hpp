// Where a person's own files go.
#pragma once

#include <filesystem>
#include <string>

namespace repose {

// The desktop's folder of pictures where there is one, else the home folder.
std::filesystem::path pictures_folder();

// A name in that folder that no file bears yet: STEM-20260131-174500 and the suffix, with a number where two fall into
// one second.
std::filesystem::path new_picture_path(const std::string& stem, const std::string& suffix);

}  // namespace repose

// Where new pictures and films are saved.
#pragma once

#include <filesystem>
#include <string>

namespace repose {

// A path for a new picture or film, at which no file exists: STEM-20260131-174500 and the suffix, with a number when a
// second one is saved within one second. In a page a file there is downloaded.
std::filesystem::path new_picture_path(const std::string& stem, const std::string& suffix);
std::filesystem::path new_film_path(const std::string& stem, const std::string& suffix);

}  // namespace repose

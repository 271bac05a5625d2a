// Where pictures and films are saved, and where the file browser begins.
#pragma once

#include <filesystem>
#include <string>

namespace repose {

// The folder for pictures that the user's desktop has chosen (user-dirs.dirs), else ~/Pictures, else the home folder:
// the first that exists. Without $HOME the working folder.
std::filesystem::path pictures_folder();
// The same for documents: the first folder of the file browser.
std::filesystem::path documents_folder();

// A path in that folder at which no file exists: STEM-20260131-174500 and the suffix, with a number when a second
// picture is saved within one second.
std::filesystem::path new_picture_path(const std::string& stem, const std::string& suffix);

}  // namespace repose

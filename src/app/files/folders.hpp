// The folders of the user: where pictures and films are saved, where the file browser begins, where settings are.
// folders_posix.cpp and folders_windows.cpp find them; nothing here makes them, except make_private_folder().
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace repose {

// A folder in which the user can write.
std::filesystem::path home_folder();
// The folder for pictures that the user's desktop has chosen (user-dirs.dirs), else ~/Pictures, else the home folder:
// the first that exists. Without $HOME the working folder. On Windows the folder Pictures.
std::filesystem::path pictures_folder();
// The same for films. On Windows the folder Videos, elsewhere that for pictures.
std::filesystem::path films_folder();
// The same for documents: the first folder of the file browser.
std::filesystem::path documents_folder();

// What the app keeps for the user. On Windows all of it is in %APPDATA%\Repose.
enum class OwnFolder : std::uint8_t {
  settings,  // $XDG_CONFIG_HOME/repose, else ~/.config/repose
  state,     // $XDG_STATE_HOME/repose, else ~/.local/state/repose
  data,      // $XDG_DATA_HOME/repose, else ~/.local/share/repose
};
// Empty if the user has no home folder.
std::filesystem::path own_folder(OwnFolder kind);

// The roots of the disks; empty where all files are below one root.
std::vector<std::filesystem::path> disks();
// Whether file browsers do not show it.
bool is_hidden(const std::filesystem::path& path);
// A new folder among the temporary files, which only this user can open. Empty if there can be none.
std::filesystem::path make_private_folder();

// The address of a file or folder for other programs: a file: URL (RFC 8089); on Windows its path.
std::string file_address(const std::filesystem::path& path);

// A path for a new picture or film, at which no file exists: STEM-20260131-174500 and the suffix, with a number when a
// second one is saved within one second. In a page a file there is downloaded.
std::filesystem::path new_picture_path(const std::string& stem, const std::string& suffix);
std::filesystem::path new_film_path(const std::string& stem, const std::string& suffix);

}  // namespace repose

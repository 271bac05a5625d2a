// The user's desktop: his folders (where pictures and films are saved, where the file browser begins, where settings
// are), and which program opens the files of Repose. Nothing here makes a folder, except make_private_folder().
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "repose/status.hpp"

namespace repose {

// A folder in which the user can write.
std::filesystem::path home_folder();
// The folder for pictures that the user's desktop has chosen (user-dirs.dirs), else ~/Pictures, else the home folder:
// the first that exists. Without $HOME the working folder. On Windows the folder Pictures.
std::filesystem::path pictures_folder();
// As above, for films. On Windows the folder Videos, elsewhere pictures_folder().
std::filesystem::path films_folder();
// As above, for documents: the first folder of the file browser.
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

// Whether the user has switched off animations: in the settings.ini of GTK, which most desktops write, or in Windows.
bool desktop_stills_animations();

// The address of a file or folder for other programs: a file: URL (RFC 8089); on Windows its path.
std::string file_address(const std::filesystem::path& path);

// ---- the user's folders as the XDG specifications define them; not on Windows ----

// The folder that an absolute path in the environment variable `variable` names ("XDG_CONFIG_HOME"), else `under_home`
// (".config") in $HOME; empty if neither variable gives one.
std::filesystem::path xdg_base_folder(const char* variable, std::string_view under_home);

// The value of XDG_<name>_DIR in the text of a user-dirs.dirs file (user-dirs.dirs(5)); `name` is for example
// "PICTURES". Empty if no line gives it an absolute path or one that begins with $HOME/. The last such line is used.
std::optional<std::filesystem::path> user_dir_in(std::string_view text, std::string_view name,
                                                 const std::filesystem::path& home);

// As user_dir_in(), from user-dirs.dirs in the config folder. Empty without $HOME or a readable file.
std::optional<std::filesystem::path> user_dir(std::string_view name);

// Opens worlds and replays with this program on a double click: for this user, and for this program where it is now.
// Fails on systems where the installation does this.
Status register_files();
// Undoes it. Files that another program has registered since stay with that.
Status unregister_files();

}  // namespace repose

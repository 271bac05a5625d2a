// The user's folders as the XDG specifications define them. Every function reads the environment again.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace repose {

// The folder that an absolute path in the environment variable `variable` names ("XDG_CONFIG_HOME"), else `under_home`
// (".config") in $HOME; empty if neither variable gives one.
std::filesystem::path xdg_base_folder(const char* variable, std::string_view under_home);

// The value of XDG_<name>_DIR in the text of a user-dirs.dirs file (user-dirs.dirs(5)); `name` is for example
// "PICTURES". Empty if no line gives it an absolute path or one that begins with $HOME/. The last such line is used.
std::optional<std::filesystem::path> user_dir_in(std::string_view text, std::string_view name,
                                                 const std::filesystem::path& home);

// The same from the user's own file, user-dirs.dirs in the config folder. Empty without $HOME or a readable file.
std::optional<std::filesystem::path> user_dir(std::string_view name);

}  // namespace repose

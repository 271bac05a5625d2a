#include "app/files/folders.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>

#include "app/files/user_dirs.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

// The folder that the desktop has chosen for `name`, else ~/`usual`, else the home folder: the first that exists.
fs::path folder_for(std::string_view name, const char* usual) {
  std::error_code error;
  if (const auto chosen = user_dir(name); chosen && fs::is_directory(*chosen, error)) return *chosen;
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == '\0') return fs::current_path(error);
  const fs::path folder = fs::path(home) / usual;
  return fs::is_directory(folder, error) ? folder : fs::path(home);
}

}  // namespace

fs::path pictures_folder() { return folder_for("PICTURES", "Pictures"); }
fs::path documents_folder() { return folder_for("DOCUMENTS", "Documents"); }

fs::path new_picture_path(const std::string& stem, const std::string& suffix) {
  const std::string dated = fmt::format("{}-{:%Y%m%d-%H%M%S}", stem, fmt::localtime(std::time(nullptr)));
  fs::path path = pictures_folder() / (dated + suffix);
  std::error_code error;
  for (int n = 2; fs::exists(path, error); ++n) path = pictures_folder() / fmt::format("{}-{}{}", dated, n, suffix);
  return path;
}

}  // namespace repose

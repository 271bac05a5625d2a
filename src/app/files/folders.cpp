#include "app/files/folders.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>

#include "app/files/user_dirs.hpp"

namespace repose {

namespace fs = std::filesystem;

fs::path pictures_folder() {
  std::error_code error;
  if (const auto chosen = user_dir("PICTURES"); chosen && fs::is_directory(*chosen, error)) return *chosen;
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == '\0') return fs::current_path(error);
  const fs::path pictures = fs::path(home) / "Pictures";
  return fs::is_directory(pictures, error) ? pictures : fs::path(home);
}

fs::path new_picture_path(const std::string& stem, const std::string& suffix) {
  const std::string dated = fmt::format("{}-{:%Y%m%d-%H%M%S}", stem, fmt::localtime(std::time(nullptr)));
  fs::path path = pictures_folder() / (dated + suffix);
  std::error_code error;
  for (int n = 2; fs::exists(path, error); ++n) path = pictures_folder() / fmt::format("{}-{}{}", dated, n, suffix);
  return path;
}

}  // namespace repose

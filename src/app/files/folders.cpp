#include "app/files/folders.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "platform/desktop.hpp"
#include "platform/page.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

fs::path new_path(const fs::path& folder, const std::string& stem, const std::string& suffix) {
  const std::string dated = fmt::format("{}-{:%Y%m%d-%H%M%S}", stem, fmt::localtime(std::time(nullptr)));
  fs::path path = folder / (dated + suffix);
  std::error_code error;
  for (int n = 2; fs::exists(path, error); ++n) path = folder / fmt::format("{}-{}{}", dated, n, suffix);
  return path;
}

}  // namespace

fs::path new_picture_path(const std::string& stem, const std::string& suffix) {
  return new_path(page::exchanges_files() ? page::outgoing_folder() : pictures_folder(), stem, suffix);
}

fs::path new_film_path(const std::string& stem, const std::string& suffix) {
  return new_path(page::exchanges_files() ? page::outgoing_folder() : films_folder(), stem, suffix);
}

}  // namespace repose

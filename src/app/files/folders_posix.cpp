#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <string_view>

#include "app/files/folders.hpp"
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

fs::path home_folder() {
  const char* home = std::getenv("HOME");
  return home != nullptr && *home != '\0' ? fs::path(home) : fs::path("/");
}

fs::path pictures_folder() { return folder_for("PICTURES", "Pictures"); }
fs::path films_folder() { return pictures_folder(); }
fs::path documents_folder() { return folder_for("DOCUMENTS", "Documents"); }

fs::path own_folder(OwnFolder kind) {
  const fs::path base = kind == OwnFolder::settings ? xdg_base_folder("XDG_CONFIG_HOME", ".config")
                        : kind == OwnFolder::state  ? xdg_base_folder("XDG_STATE_HOME", ".local/state")
                                                    : xdg_base_folder("XDG_DATA_HOME", ".local/share");
  return base.empty() ? base : base / "repose";
}

std::vector<fs::path> disks() { return {}; }

bool is_hidden(const fs::path& path) { return path.filename().native().starts_with('.'); }

fs::path make_private_folder() {
  std::string folder = (fs::temp_directory_path() / "repose-XXXXXX").string();
  return ::mkdtemp(folder.data()) != nullptr ? fs::path(folder) : fs::path();
}

std::string file_address(const fs::path& path) {
  std::string address = "file://";
  for (const char c : fs::absolute(path).string()) {
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) || std::string_view("/-_.~").find(c) != std::string_view::npos;
    address += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return address;
}

}  // namespace repose

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>

#include "core/files.hpp"
#include "platform/desktop.hpp"
#include "platform/program.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kUserDirsBytesMax = 64 << 10;  // usually 500 bytes; the rest of a larger file is not read

// Removes `prefix` from the front of `text` if it is there.
bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

void skip_blanks(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size())); }

// The text before the closing quote; a backslash escapes the next character. Empty without a closing quote.
std::optional<std::string> unquote(std::string_view text) {
  std::string value;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') return value;
    if (text[i] == '\\' && ++i == text.size()) return std::nullopt;
    value += text[i];
  }
  return std::nullopt;
}

// A line XDG_<name>_DIR="VALUE", where VALUE is absolute or begins with $HOME.
std::optional<fs::path> read_line(std::string_view line, std::string_view name, const fs::path& home) {
  skip_blanks(line);
  if (!take(line, "XDG_") || !take(line, name) || !take(line, "_DIR")) return std::nullopt;
  skip_blanks(line);
  if (!take(line, "=")) return std::nullopt;
  skip_blanks(line);
  if (!take(line, "\"")) return std::nullopt;
  const bool in_home = take(line, "$HOME");
  const auto value = unquote(line);
  if (!value || value->find('\0') != std::string::npos) return std::nullopt;
  if (in_home && value->empty()) return home;
  if (!value->starts_with('/')) return std::nullopt;
  return in_home ? home / fs::path(*value).relative_path() : fs::path(*value);
}

}  // namespace

fs::path xdg_base_folder(const char* variable, std::string_view under_home) {
  if (const char* chosen = std::getenv(variable); chosen != nullptr && *chosen == '/') return chosen;
  const fs::path home = environment_path("HOME");
  return home.empty() ? fs::path() : home / under_home;
}

std::optional<fs::path> user_dir_in(std::string_view text, std::string_view name, const fs::path& home) {
  std::optional<fs::path> found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (auto folder = read_line(text.substr(0, end), name, home)) found = std::move(folder);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

std::optional<fs::path> user_dir(std::string_view name) {
  const fs::path home = environment_path("HOME"),
                 file = xdg_base_folder("XDG_CONFIG_HOME", ".config") / "user-dirs.dirs";
  if (home.empty()) return std::nullopt;
  std::string fault;
  const auto text = read_file_start(file, kUserDirsBytesMax, fault);
  return text ? user_dir_in(*text, name, home) : std::nullopt;
}

// The folder that the desktop has chosen for `name`, else ~/`usual`, else the home folder: the first that exists.
static fs::path folder_for(std::string_view name, const char* usual) {
  std::error_code error;
  if (const auto chosen = user_dir(name); chosen && fs::is_directory(*chosen, error)) return *chosen;
  const fs::path home = environment_path("HOME");
  if (home.empty()) return fs::current_path(error);
  return fs::is_directory(home / usual, error) ? home / usual : home;
}

bool desktop_stills_animations() {
  for (const char* version : {"gtk-4.0", "gtk-3.0"}) {
    std::string fault;
    const fs::path file = xdg_base_folder("XDG_CONFIG_HOME", ".config") / version / "settings.ini";
    const auto text = read_file_start(file, kUserDirsBytesMax, fault);
    if (!text) continue;
    std::string line;
    for (std::istringstream lines(*text); std::getline(lines, line);) {
      std::erase_if(line, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
      if (line == "gtk-enable-animations=0" || line == "gtk-enable-animations=false") return true;
      if (line.starts_with("gtk-enable-animations=")) return false;
    }
  }
  return false;
}

fs::path home_folder() {
  const fs::path home = environment_path("HOME");
  return home.empty() ? fs::path("/") : home;
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

Status register_files() {
  return Status::failure("--register and --unregister are for Windows; here the installation registers the files");
}
Status unregister_files() { return register_files(); }

}  // namespace repose

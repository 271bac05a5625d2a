#include "repose/paths.hpp"

#include <cstdlib>
#include <vector>

namespace repose {

namespace fs = std::filesystem;

fs::path executable_folder() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path{} : self.parent_path();
}

std::optional<fs::path> find_data(std::string_view relative) {
  std::vector<fs::path> roots;
  if (const char* chosen = std::getenv("REPOSE_DATA_DIR"); chosen != nullptr && *chosen != '\0')
    roots.emplace_back(chosen);
  if (const fs::path folder = executable_folder(); !folder.empty()) {
    roots.push_back(folder);
    roots.push_back(folder.parent_path() / "share" / "repose");
  }
  roots.emplace_back(REPOSE_INSTALL_DATADIR);
  for (const fs::path& root : roots) {
    std::error_code error;
    const fs::path candidate = root / relative;
    if (fs::exists(candidate, error)) return candidate;
  }
  return std::nullopt;
}

}  // namespace repose

// Looks for shaders, configs and assets.
#include "repose/paths.hpp"

#include <vector>

#include "platform/program.hpp"

namespace repose {

namespace fs = std::filesystem;

std::optional<fs::path> find_data(std::string_view relative) {
  std::vector<fs::path> roots;
  if (const fs::path chosen = environment_path("REPOSE_DATA_DIR"); !chosen.empty()) roots.push_back(chosen);
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

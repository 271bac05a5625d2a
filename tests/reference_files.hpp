// Files that the tests compare with: recordings of the original sand.js, and community files for wxSand.
#pragma once

#include <algorithm>
#include <filesystem>
#include <vector>

#include "skip.hpp"

namespace repose::test {

// Every file of a folder with this extension (".json"), sorted by name; empty when there is no such folder.
inline std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder, const char* extension) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (std::filesystem::directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
    if (file->path().extension() == extension) files.push_back(file->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// The recordings that ship with the project; tests/data/sandjs/README.md says what they hold.
inline std::vector<std::filesystem::path> sandjs_recordings() {
  auto files = files_in(REPOSE_TEST_DATA "/sandjs", ".json");
  REQUIRE(files.size() == 74);
  return files;
}

// The community files for wxSand. They have no licence and do not ship: the list is empty in a plain clone.
inline const std::filesystem::path kCommunityFolder = REPOSE_SHARED_DIR "/mods";

inline std::vector<std::filesystem::path> community_files() {
  auto files = files_in(kCommunityFolder, ".txt");
  if (!files.empty()) REQUIRE(files.size() >= 40);
  return files;
}

}  // namespace repose::test

#define REPOSE_NEEDS_COMMUNITY_FILES()         \
  if (repose::test::community_files().empty()) \
  REPOSE_SKIP("needs the community files for wxSand in ../shared/mods: they have no licence and do not ship")

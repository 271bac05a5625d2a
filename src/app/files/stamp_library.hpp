// The available stamps: shipped ones, and the user's own, which are pictures in a folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "repose/clip.hpp"

namespace repose {

struct StampEntry {
  std::filesystem::path file;
  bool shipped = false;

  std::string title() const { return file.stem().string(); }
};

class StampLibrary {
 public:
  // Reads the folders again. Shipped ones first, sorted by name.
  void refresh();
  const std::vector<StampEntry>& entries() const { return entries_; }

  // Saves under that name, or a similar one if it is taken. `file` gets the path.
  Status save(const Clip& clip, const Ruleset& ruleset, const std::string& name, std::filesystem::path& file);
  // For the user's own stamps only.
  Status rename(const std::filesystem::path& file, const std::string& name);
  // Moves it into a folder for deleted stamps. put_back() restores the last one.
  Status remove(const std::filesystem::path& file);
  Status put_back();
  const std::optional<std::filesystem::path>& last_removed() const { return last_removed_; }

 private:
  std::vector<StampEntry> entries_;
  std::optional<std::filesystem::path> last_removed_;  // its path before
};

// The folder for the user's own stamps; it may not exist. Empty without a home folder.
std::filesystem::path user_stamps_folder();

}  // namespace repose

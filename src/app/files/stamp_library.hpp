// The stamps that there are: shipped ones, and the user's own, which are pictures in a folder.
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
  // Looks into the folders again. Shipped ones first, by name.
  void refresh();
  const std::vector<StampEntry>& entries() const { return entries_; }

  // Under that name or, where it is taken, one like it. Says where it lies.
  Status save(const Clip& clip, const Ruleset& ruleset, const std::string& name, std::filesystem::path& file);
  // The user's own only.
  Status rename(const std::filesystem::path& file, const std::string& name);
  // Into a folder for what was thrown away, from where put_back() brings the last one back.
  Status remove(const std::filesystem::path& file);
  Status put_back();
  const std::optional<std::filesystem::path>& last_removed() const { return last_removed_; }

 private:
  std::vector<StampEntry> entries_;
  std::optional<std::filesystem::path> last_removed_;  // where it lay
};

// Where people's own stamps lie; it need not be there. Empty when there is no home.
std::filesystem::path user_stamps_folder();

}  // namespace repose

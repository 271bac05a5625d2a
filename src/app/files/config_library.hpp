// The available configs: those that come with Repose, and those in the user's own folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "repose/config.hpp"
#include "repose/registry.hpp"

namespace repose {

// What a card of the gallery shows about a config.
struct ConfigFacts {
  Dialect dialect = Dialect::sandjs;
  std::string automaton;  // the automaton that it names; may be empty
  std::string about;      // the first comment; may be empty
  std::size_t elements = 0, rules = 0, errors = 0, warnings = 0;
  std::vector<Color> colors;  // of the elements, without the background
  bool usable = false;        // something valid remains when lines with errors are left out
};

struct ConfigEntry {
  std::filesystem::path file;
  bool shipped = false;
  std::optional<ConfigFacts> facts;  // empty until read

  std::string title() const;  // the file's name without suffix, with blanks for _
};

class ConfigLibrary {
 public:
  // Reads the folders again; contents that have been read stay if the file has not changed.
  void refresh();
  // Reads one config that has not been read yet; false when all have been. One a frame, so that the window stays
  // responsive.
  bool read_next();

  // Shipped ones first, by name.
  const std::vector<ConfigEntry>& entries() const { return entries_; }

 private:
  void list(const std::filesystem::path& folder, bool shipped, std::vector<ConfigEntry>& found) const;

  std::vector<ConfigEntry> entries_;
  std::filesystem::file_time_type listed_at_ = std::filesystem::file_time_type::min();
};

// The folder for the user's own configs; it may not exist. Empty without a home folder.
std::filesystem::path user_configs_folder();

ConfigFacts facts_of(const ConfigResult& config);

}  // namespace repose

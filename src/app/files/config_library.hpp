// The configs at hand: those that come with Repose, and those in the user's own folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "repose/config.hpp"
#include "repose/registry.hpp"

namespace repose {

// What a card of the gallery tells about a config.
struct ConfigFacts {
  Dialect dialect = Dialect::sandjs;
  std::string automaton;  // that it asks for; may be empty
  std::string about;      // the first comment; may be empty
  std::size_t elements = 0, rules = 0, errors = 0, warnings = 0;
  std::vector<Color> colors;  // of the elements, the background left out
  bool usable = false;        // something sound remains when the errors are left out
};

struct ConfigEntry {
  std::filesystem::path file;
  bool shipped = false;
  std::optional<ConfigFacts> facts;  // absent until read

  std::string title() const;  // the file's name for people: no ending, blanks for _
};

class ConfigLibrary {
 public:
  // Looks into the folders again; what has been read and has not changed since stays.
  void refresh();
  // Reads one config that has not been read yet; false when all are. One a frame keeps the window answering.
  bool read_next();

  // Shipped ones first, by name.
  const std::vector<ConfigEntry>& entries() const { return entries_; }

 private:
  void list(const std::filesystem::path& folder, bool shipped, std::vector<ConfigEntry>& found) const;

  std::vector<ConfigEntry> entries_;
  std::filesystem::file_time_type listed_at_ = std::filesystem::file_time_type::min();
};

// Where people put their own; it need not be there. Empty when there is no home.
std::filesystem::path user_configs_folder();

ConfigFacts facts_of(const ConfigResult& config);

}  // namespace repose

// What the galleries offer: configs, stamps, and small pictures of scenes.
#pragma once

#include <imgui.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/desk/screen.hpp"
#include "repose/clip.hpp"
#include "repose/config.hpp"
#include "repose/registry.hpp"
#include "repose/scene.hpp"

namespace repose {

struct Desk;

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

// Whether this is the folder of the configs that come with Repose: they are never overwritten.
bool is_shipped_folder(const std::filesystem::path& folder);
// The folder for the user's own configs; it may not exist. Empty without a home folder.
std::filesystem::path user_configs_folder();

ConfigFacts facts_of(const ConfigResult& config);

// The available stamps: shipped ones, and the user's own, which are pictures in a folder.
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

// The pictures of scenes in galleries.
class Thumbnails {
 public:
  explicit Thumbnails(Desk& desk) : desk_(desk) {}

  // For ImGui::Image; null when the scene has no picture. Reads the file in the first call.
  ImTextureID of(const Scene& scene);

 private:
  Desk& desk_;
  std::map<std::string_view, ImTextureID> known_;
};

}  // namespace repose

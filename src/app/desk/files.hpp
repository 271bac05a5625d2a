// Opens files of every kind and links, saves pictures, and knows the folders of a person.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/desk/canvas.hpp"
#include "app/desk/replays.hpp"
#include "app/desk/settings.hpp"
#include "app/desk/simulation.hpp"
#include "app/desk/world_files.hpp"
#include "session/height_series.hpp"

namespace repose {

struct Desk;

// A question for a file to open or to save, or for a folder.
struct FileRequest {
  std::string title;
  bool save = false;
  std::vector<std::string> extensions;  // ".cfg"; empty shows every file
  std::string name;                     // proposed name, for saving
  std::function<void(const std::filesystem::path&)> chosen;
  bool own = false;     // for saving: the file is one that the app keeps, and no download in a page either
  bool folder = false;  // asks for a folder: the one that is shown, or the one of the chosen file
  std::filesystem::path begin_in = {};  // empty: the folder that was shown last
};

// The problems that the reader found in a config, and the command that loads it in spite of them.
struct ConfigProblems {
  std::string title;
  Diagnostics diagnostics;
  std::optional<Command> accept = {};  // empty when the config is loaded already, or nothing in it can be loaded
  std::filesystem::path file = {};     // of a config that is not loaded; empty if it has none
};

class FileOpener {
 public:
  explicit FileOpener(Desk& desk) : desk_(desk) {}

  // Opens a world, a replay, a picture or a config, recognised by its content. On failure shows a message that says
  // why.
  void open(const std::filesystem::path& path);
  void open_config(const std::filesystem::path& path, command::KeepWorld keep);
  // From now on open() passes configs to this function, which asks which world to go on with. Before, it keeps the
  // world.
  void set_config_choice(std::function<void(const std::filesystem::path&)> choose) { choose_ = std::move(choose); }
  // `name`: of the config in messages. A config with errors shows its problems instead. False if it was not loaded.
  bool load_config(const Command& command, const std::string& name);
  // Saves a picture of the world, or of its heights if it has them.
  void save_picture(const std::filesystem::path& path);
  void ask_what_to_open();
  void ask_where_to_save_picture();

 private:
  Desk& desk_;
  std::function<void(const std::filesystem::path&)> choose_;
};

// Links that carry the running config: makes and opens them.
// Copies a link to the running config, its automaton and, if the rules are as they came with it, its scene.
void share_config_link(Desk& desk);
// Runs what a link carries, with its scene or an empty world. False, with a message, when it cannot be read; then
// nothing has changed.
bool open_config_link(Desk& desk, const std::string& link);

// Notices that a file has changed on disk.
class ConfigWatch {
 public:
  // Watches this file from now on for changes of its present content. An empty path watches nothing.
  void follow(const std::filesystem::path& file);
  const std::filesystem::path& file() const { return file_; }
  // Checks the file, at most every kPollSeconds of the clock `now`. True once for every change, after the file has
  // stayed the same for a whole interval, so that a file is not read while it is being written. A deleted file may come
  // back.
  bool changed(double now);
  // Treats the present content of the file as known.
  void acknowledge();

  static constexpr double kPollSeconds = 0.5;

 private:
  struct Version {
    std::filesystem::file_time_type time;
    std::uintmax_t bytes = 0;
    friend bool operator==(const Version&, const Version&) = default;
  };

  std::optional<Version> version_on_disk() const;

  std::filesystem::path file_;
  std::optional<Version> known_, seen_;
  double checked_at_ = -1e9;
};

// A height animation that plays into the running sand: a folder of greyscale pictures.
class HeightInjection {
 public:
  static constexpr std::uint64_t kPictureSteps = 5;  // about 24 pictures a second at the sandpile's own pace

  explicit HeightInjection(Desk& desk) : desk_(desk) {}

  void ask_for_folder();
  // Plays the pictures of a folder while the simulation takes steps. On failure shows a message.
  void begin(const std::filesystem::path& folder);
  void stop();
  bool playing() const { return series_.has_value(); }
  // Call once a frame.
  void tick();

 private:
  // Why it cannot go on, as a sentence; empty if it can.
  std::string why_not() const;
  void play(std::size_t pictures);

  Desk& desk_;
  std::optional<HeightSeries> series_;
  std::uint64_t first_step_ = 0, last_step_ = 0;  // of the simulation: at the first picture, and at the last tick
  int width_ = 0, height_ = 0;
  bool injected_ = false;
};

// Where new pictures and films are saved.

// A path for a new picture or film, at which no file exists: STEM-20260131-174500 and the suffix, with a number when a
// second one is saved within one second. In a page a file there is downloaded.
std::filesystem::path new_picture_path(const std::string& stem, const std::string& suffix);
std::filesystem::path new_film_path(const std::string& stem, const std::string& suffix);

}  // namespace repose

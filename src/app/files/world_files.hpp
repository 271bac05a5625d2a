// The app's world files: the one that is open, what is being written, and what is kept in case the window ends.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/files/autosave.hpp"
#include "app/files/world_saver.hpp"
#include "repose/session.hpp"
#include "repose/world_capture.hpp"

namespace repose {

class FileBrowser;
class FrameLoop;
class Messages;
class Replays;
class Screen;
class Simulation;
class WorldCanvas;
struct Settings;

class WorldFiles {
 public:
  // Worlds are kept in `autosave_folder` (empty: nowhere) every so many seconds, and soon after the first change.
  WorldFiles(Simulation& simulation, WorldCanvas& canvas, Replays& replays, FileBrowser& browser, Screen& screen,
             Settings& settings, Messages& messages, FrameLoop& loop, const std::filesystem::path& autosave_folder,
             double autosave_seconds);

  // The app has started: what it shows was not made by anybody.
  void begin();
  // Once a frame, before its steps begin.
  void tick();
  // The app ends: writes what is to be written, and keeps the world.
  void close();

  // Of the world that is open; empty while it has none.
  const std::filesystem::path& file() const { return file_; }
  // Since the file was opened or saved.
  bool changed() const { return !(now() == saved_); }
  // Of the window: the file's name, with a star before it when the world has changed since.
  std::string title() const;
  // While a file that somebody asked for is being written: what share of it is.
  std::optional<double> progress() const;
  bool busy() const { return saver_.busy() || arriving_ != nullptr; }

  // The world takes the place of the running one. False where it cannot be read, and says so.
  bool load(const std::filesystem::path& path);
  // Into its file; asks for one where there is none.
  void save();
  void ask_where_to_save();
  void save_as(std::filesystem::path path);
  // Until all is written. False when something could not be, and says so.
  bool settle();
  // A command went well: the world may be another one now.
  void note(const Command& command);
  // The world that has just been loaded is this file's.
  void opened(const std::filesystem::path& path);

  // What another window left behind, and what becomes of it.
  std::optional<Autosave::Leftover> leftover() const { return autosave_.leftover(); }
  void restore_leftover();
  void discard_leftover() { autosave_.discard_leftover(); }
  void postpone_leftover() { autosave_.postpone_leftover(); }
  // The world of the window that was closed last.
  bool can_go_on() const { return autosave_.last_world().has_value(); }
  void go_on();

 private:
  // What tells one moment of the world from another.
  struct Moment {
    std::uint64_t generation = 0, step = 0, changes = 0;
    friend bool operator==(const Moment&, const Moment&) = default;
  };

  Moment now() const;
  void show_title();
  void forget_file();
  bool worth_keeping() const { return changes_ > 0 || !file_.empty(); }
  void keep();
  void write_kept(WorldDocument document);

  Simulation& simulation_;
  WorldCanvas& canvas_;
  Replays& replays_;
  FileBrowser& browser_;
  Screen& screen_;
  Settings& settings_;
  Messages& messages_;
  FrameLoop& loop_;
  Autosave autosave_;
  double autosave_seconds_;
  double kept_at_ = 0;                      // seconds of the app's clock
  Moment kept_;                             // what was kept last
  std::unique_ptr<WorldCapture> arriving_;  // the world to be kept, on its way from a GPU,
  WorldDocument around_;                    // and all else about it
  bool keeping_failed_ = false;             // and somebody has been told
  std::filesystem::path file_;
  Moment saved_;
  std::uint64_t changes_ = 0;  // commands since the start that change what runs
  std::uint64_t worlds_ = 0;   // that have been open: tells whether a file that was written is still the open one's
  int asked_for_ = 0;          // files that somebody asked for and that are not written yet
  bool failed_ = false;        // one of them could not be
  std::string shown_title_;
  WorldSaver saver_;  // last: it waits for what it writes
};

}  // namespace repose

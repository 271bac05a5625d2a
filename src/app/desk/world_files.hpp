// World files: opening and saving them, and storing the worlds of open windows, so that little is lost if a window ends
// unexpectedly.
//
// Each window has two files in one folder: `autosave-N.repose`, and `autosave-N.lock`, which is locked while the
// program runs, however it ends. A world whose lock is free was left behind. When a window is closed normally, its
// world is moved to `last.repose`. Lock files are never deleted: another program could then create a new file of the
// same name, and both would hold a lock.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>
#include <deque>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platform/file_lock.hpp"
#include "repose/session.hpp"
#include "repose/status.hpp"
#include "repose/world_capture.hpp"
#include "repose/world_file.hpp"

namespace repose {

struct Desk;

class Autosave {
 public:
  // Takes a number in the folder, which is created if it does not exist. Empty folder: worlds are not stored.
  explicit Autosave(const std::filesystem::path& folder);

  // The path for this window's world; empty when there is none.
  const std::filesystem::path& file() const { return file_; }

  // The newest world that another window left behind. While this object holds its lock, no other window offers it.
  struct Leftover {
    std::filesystem::path file;
    std::time_t saved_at = 0;
  };
  std::optional<Leftover> leftover() const;
  // Makes it this window's world.
  Status adopt_leftover();
  void discard_leftover();
  // Offers it again at the next start.
  void postpone_leftover();

  // The world of the window that was closed last.
  std::optional<std::filesystem::path> last_world() const;
  // Call when the window closes: its world, if one was written, becomes the last one.
  void close();
  // The same, but its world is deleted.
  void forget();

 private:
  struct Abandoned {
    Leftover leftover;
    FileLock lock;
  };

  std::filesystem::path folder_, file_;
  std::optional<FileLock> lock_;
  std::vector<Abandoned> abandoned_;  // newest one at the end
};

// Writes world files on a thread of its own, one after the other, so that no frame waits for a disk.
class WorldSaver {
 public:
  using Done = std::function<void(const Status&)>;

  ~WorldSaver() { finish(); }

  // poll() or finish() calls `done`, on the thread that calls them.
  void begin(std::filesystem::path path, WorldDocument document, Done done);
  bool busy() const { return !jobs_.empty(); }
  // The share of the present file that is written: 0..1.
  double progress() const { return jobs_.empty() ? 1 : jobs_.front().progress.load(std::memory_order_relaxed); }
  void poll();
  // Waits until everything is written.
  void finish();

 private:
  struct Job {
    Job(std::filesystem::path target, WorldDocument saved, Done when_done)
        : path(std::move(target)), document(std::move(saved)), done(std::move(when_done)) {}

    std::filesystem::path path;
    WorldDocument document;
    Done done;
    std::atomic<double> progress = 0;
    std::future<Status> status = {};  // valid once writing has begun
  };

  void start_first();
  void end_first();

  std::deque<Job> jobs_;  // the first is being written
};

// The app's world files: the open one, those that are being written, and the copies in case the window ends.
class WorldFiles {
 public:
  // Stores copies of the world in `autosave_folder` (empty: nowhere) at intervals, and soon after the first change.
  WorldFiles(Desk& desk, const std::filesystem::path& autosave_folder);

  // Call when the app has started: the first world needs no copy until it changes.
  void begin();
  // Call once a frame, before its steps begin.
  void tick();
  // Call when no frame may follow: begins to store the world if it has changed since the last copy. Does not wait for
  // the disk.
  void keep_now();
  // Call when the app ends: completes all writing, and stores the world.
  void close();
  // Call before close() when the app ends only to begin again: the world is stored in any case.
  void keep_in_any_case() { keeps_in_any_case_ = true; }

  // The file of the open world; empty if it has none.
  const std::filesystem::path& file() const { return file_; }
  // Whether the world has changed since the file was opened or saved.
  bool changed() const { return !(now() == saved_); }
  // The window's title: the file's name, after a star when the world has changed since it was saved.
  std::string title() const;
  // While a file is being written at the user's request: the share that is done, 0 to 1.
  std::optional<double> progress() const;
  bool busy() const { return saver_.busy() || arriving_ != nullptr; }

  // Replaces the running world by that file's. False if it cannot be read; then shows a message.
  bool load(const std::filesystem::path& path);
  // Saves into the world's file; asks for one if it has none.
  void save();
  void ask_where_to_save();
  void save_as(std::filesystem::path path);
  // Waits until everything is written. False when a file could not be written; then shows a message.
  bool settle();
  // Call after a successful command: another world may be open now.
  void note(const Command& command);
  // Call when a world has just been loaded from this file.
  void opened(const std::filesystem::path& path);

  // The world that another window left behind, and the possible answers to the offer.
  std::optional<Autosave::Leftover> leftover() const { return autosave_.leftover(); }
  void restore_leftover();
  void discard_leftover() { autosave_.discard_leftover(); }
  void postpone_leftover() { autosave_.postpone_leftover(); }
  // Whether there is a world of the window that was closed last.
  bool can_go_on() const { return autosave_.last_world().has_value(); }
  void go_on();

 private:
  // Identifies a state of the world.
  struct Moment {
    std::uint64_t generation = 0, step = 0, changes = 0;
    friend bool operator==(const Moment&, const Moment&) = default;
  };

  Moment now() const;
  bool worth_keeping() const { return changes_ > 0 || !file_.empty(); }
  void keep();
  void write_kept(WorldDocument document);

  Desk& desk_;
  Autosave autosave_;
  double kept_at_ = 0;                      // seconds of the app's clock
  Moment kept_;                             // the state at the last copy
  std::unique_ptr<WorldCapture> arriving_;  // the world for the next copy, while it is being read back from a GPU,
  WorldDocument around_;                    // ... and everything else in that copy
  bool keeping_failed_ = false;             // ... and the user has been told
  bool keeps_in_any_case_ = false;
  std::filesystem::path file_;
  Moment saved_;
  std::uint64_t changes_ = 0;  // commands since the start that change what runs
  std::uint64_t worlds_ = 0;   // number of worlds opened: tells whether a written file still belongs to the open world
  int asked_for_ = 0;          // files that the user has saved and that are not written yet
  bool failed_ = false;        // one of them could not be written
  std::string shown_title_;
  WorldSaver saver_;  // last member: its destructor waits for writing
};

}  // namespace repose

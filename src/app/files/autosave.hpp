// Where the worlds of windows are kept while they are open, so that a window that ends without being asked to loses
// little.
//
// Every window has a place of its own in one folder: `autosave-N.repose`, and `autosave-N.lock`, which is locked as
// long as the program lives, however it ends. A world whose lock nobody holds was left behind. A window that is closed
// moves its world to `last.repose`. Locks are never removed: a lock on a name that others may open anew protects
// nothing.
#pragma once

#include <ctime>
#include <filesystem>
#include <optional>
#include <vector>

#include "repose/status.hpp"

namespace repose {

// A lock on a file, until it goes or the program ends.
class FileLock {
 public:
  // Nothing when somebody else has it, or the file cannot be made.
  static std::optional<FileLock> take(const std::filesystem::path& path);
  ~FileLock();
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;

 private:
  explicit FileLock(int handle) : handle_(handle) {}

  int handle_ = -1;
};

class Autosave {
 public:
  // Takes a place in the folder, which is made where it is missing. An empty folder: worlds are kept nowhere.
  explicit Autosave(const std::filesystem::path& folder);

  // Where this window's world is to be written; empty when there is no place.
  const std::filesystem::path& file() const { return file_; }

  // The newest world that another window left behind. While this window has it, no other is offered it.
  struct Leftover {
    std::filesystem::path file;
    std::time_t saved_at = 0;
  };
  std::optional<Leftover> leftover() const;
  // It is this window's world now.
  Status adopt_leftover();
  void discard_leftover();
  // Not now: it is offered again at the next start.
  void postpone_leftover();

  // The world of the window that was closed last.
  std::optional<std::filesystem::path> last_world() const;
  // The window closes: its world, if one was written, becomes the last one.
  void close();
  // The same, but its world is not kept.
  void forget();

 private:
  struct Abandoned {
    Leftover leftover;
    FileLock lock;
  };

  void find_places();

  std::filesystem::path folder_, file_;
  std::optional<FileLock> lock_;
  std::vector<Abandoned> abandoned_;  // the newest last
};

// $XDG_STATE_HOME/repose, else ~/.local/state/repose; empty when neither is known.
std::filesystem::path state_folder();

}  // namespace repose

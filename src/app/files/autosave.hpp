// Stores the worlds of open windows, so that little is lost if a window ends unexpectedly.
//
// Each window has two files in one folder: `autosave-N.repose`, and `autosave-N.lock`, which is locked while the
// program runs, however it ends. A world whose lock is free was left behind. When a window is closed normally, its
// world is moved to `last.repose`. Lock files are never deleted: another program could then create a new file of the
// same name, and both would hold a lock.
#pragma once

#include <ctime>
#include <filesystem>
#include <optional>
#include <vector>

#include "platform/file_lock.hpp"
#include "repose/status.hpp"

namespace repose {

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

  void find_places();

  std::filesystem::path folder_, file_;
  std::optional<FileLock> lock_;
  std::vector<Abandoned> abandoned_;  // newest one at the end
};

}  // namespace repose

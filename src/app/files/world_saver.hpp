// Writes world files on a thread of its own, one after the other, so that no frame waits for a disk.
#pragma once

#include <atomic>
#include <deque>
#include <filesystem>
#include <functional>
#include <future>
#include <utility>

#include "repose/world_file.hpp"

namespace repose {

class WorldSaver {
 public:
  using Done = std::function<void(const Status&)>;

  ~WorldSaver() { finish(); }

  // poll() or finish() calls `done`, on the thread that calls them.
  void begin(std::filesystem::path path, WorldDocument document, Done done);
  bool busy() const { return !jobs_.empty(); }
  // Of the file that is being written: 0..1.
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

}  // namespace repose

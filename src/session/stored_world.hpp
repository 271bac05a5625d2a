// Worlds put by for undo and rewinding. A thread of its own packs them, so that whoever puts one by need not wait.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "repose/world.hpp"
#include "repose/world_capture.hpp"
#include "session/packed_world.hpp"

namespace repose {

// A world that stays as it is: on its way from a GPU, plain, or packed.
class StoredWorld {
 public:
  explicit StoredWorld(World world) : plain_(std::move(world)) {}
  explicit StoredWorld(std::unique_ptr<WorldCapture> capture) : capture_(std::move(capture)) {}

  // Waits for a world that is on its way, on the thread of its solver. Nothing when it was lost on the way.
  std::optional<World> get() const;
  // Null until it has been packed.
  std::shared_ptr<const PackedWorld> packed() const;

 private:
  friend class WorldStore;

  // Has it in memory; to be called on the thread of its solver. False when it was lost.
  bool fetch() const;
  // Any thread; once it has been fetched.
  void pack(const std::shared_ptr<const PackedWorld>& like) const;

  mutable std::mutex mutex_;
  mutable std::unique_ptr<WorldCapture> capture_;
  mutable std::optional<World> plain_;
  mutable std::shared_ptr<const PackedWorld> packed_;
};

using StoredWorldPtr = std::shared_ptr<const StoredWorld>;

class WorldStore {
 public:
  WorldStore() = default;
  ~WorldStore();
  WorldStore(const WorldStore&) = delete;
  WorldStore& operator=(const WorldStore&) = delete;

  StoredWorldPtr put(World world);
  StoredWorldPtr put(std::unique_ptr<WorldCapture> capture);
  void pack(StoredWorldPtr world);

  // Takes over what has arrived from GPUs. Call now and then, on the thread of the solvers.
  void collect();
  // Whether a world that was put by still waits to be packed.
  bool busy() const;
  // How long it took to pack the last one.
  double packing_seconds() const;

 private:
  void run();

  std::vector<StoredWorldPtr> arriving_;  // the solvers' thread's own
  std::thread thread_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<StoredWorldPtr> waiting_;  // under the mutex; the first is being packed
  bool ending_ = false;                 // under the mutex
  double packing_seconds_ = 0;          // under the mutex
};

}  // namespace repose

// Worlds that run states, undo and the time line store. Another thread packs them, so that the caller does not wait.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "repose/solver.hpp"
#include "repose/world.hpp"

namespace repose {

// Packed in chunks. Worlds share equal chunks.
class PackedWorld {
 public:
  inline static constexpr int kPackedChunkSide = 64;

  // Shares with `like` the chunks that are equal and in the same place. `like` may be null, or have another size or
  // other planes; then nothing is shared. Throws std::bad_alloc, like unpack().
  PackedWorld(const World& world, const PackedWorld* like);

  // On all cores, if the world is large.
  World unpack() const;

  int width() const { return width_; }
  int height() const { return height_; }
  // Calls visit(part, bytes) for everything that needs memory. A part that worlds share has the same address in all.
  void for_each_part(const std::function<void(const void* part, std::size_t bytes)>& visit) const;

 private:
  struct PackedChunk;
  struct PlaneChunks {
    Plane plane;
    std::vector<std::shared_ptr<const PackedChunk>> chunks;  // row by row
  };

  const PlaneChunks* find(Plane plane) const;
  // Unpacks rows `first` to `end` - 1 of the chunks of a plane.
  void unpack_rows(const PlaneChunks& plane, int first, int end, World& world) const;

  int width_, height_;
  std::vector<PlaneChunks> planes_;
};

// A world that never changes. It is being copied from a GPU, plain, or packed.
class StoredWorld {
 public:
  explicit StoredWorld(World world) : plain_(std::move(world)) {}
  explicit StoredWorld(std::unique_ptr<WorldCapture> capture) : capture_(std::move(capture)) {}

  // Waits for a world that is being copied (on the thread of its solver). Empty when it was lost with the GPU.
  std::optional<World> get() const;
  // Null until it has been packed.
  std::shared_ptr<const PackedWorld> packed() const;

 private:
  friend class WorldStore;

  // Copies it into memory; on the thread of its solver. False when it was lost.
  bool fetch() const;
  // Any thread. Precondition: it has been fetched.
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

  // Whether worlds are packed; at first they are not. A history turns packing on, because it stores many worlds.
  void set_packing(bool packs);

  StoredWorldPtr put(World world);
  StoredWorldPtr put(std::unique_ptr<WorldCapture> capture);

  // Takes over worlds that have arrived from GPUs. Call it about once a frame, on the thread of the solvers.
  void collect();
  // Whether a world is still being copied, or waits to be packed.
  bool busy() const;
  // How long packing the last one took.
  double packing_seconds() const;

 private:
  void pack(const StoredWorldPtr& world);
  void run();
  // `lock` holds the mutex, which is free while the world is packed.
  void pack_first(std::unique_lock<std::mutex>& lock);

  bool packs_ = false;  // used on the thread of the solvers only, like `arriving_`
  std::vector<StoredWorldPtr> arriving_;
  std::thread thread_;  // not joinable where no thread can be started: then pack() does its work
  std::shared_ptr<const PackedWorld> packed_last_;  // used by who packs: each world is similar to the one before
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<StoredWorldPtr> waiting_;  // under the mutex; the first is being packed
  bool ending_ = false;                 // under the mutex
  double packing_seconds_ = 0;          // under the mutex
};

}  // namespace repose

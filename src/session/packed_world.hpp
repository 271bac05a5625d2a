// Worlds at rest in memory, for undo and rewinding: chunks, packed, each kept once however many worlds have it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "repose/world.hpp"

namespace repose {

class PackedWorld {
 public:
  inline static constexpr int kPackedChunkSide = 64;

  // Chunks that `like` has in the same place are shared with it. `like` may be null, or of another size or with other
  // planes; then nothing is shared.
  PackedWorld(const World& world, const PackedWorld* like);

  World unpack() const;

  int width() const { return width_; }
  int height() const { return height_; }
  // Bytes that this world has added to the memory of those that it shares with.
  std::size_t added_bytes() const { return added_bytes_; }
  // Bytes that go when this world goes: what nobody shares.
  std::size_t own_bytes() const;
  // Calls visit(part, bytes) for everything that it takes memory with; parts that worlds share are the same pointer.
  void for_each_part(const std::function<void(const void* part, std::size_t bytes)>& visit) const;

 private:
  struct PackedChunk;
  struct PlaneChunks {
    Plane plane;
    std::vector<std::shared_ptr<const PackedChunk>> chunks;  // row by row
  };

  const PlaneChunks* find(Plane plane) const;

  int width_, height_;
  std::vector<PlaneChunks> planes_;
  std::size_t added_bytes_ = 0;
};

}  // namespace repose

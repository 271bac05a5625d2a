// Stored worlds, packed in chunks. Worlds share equal chunks.
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

  // Shares with `like` the chunks that are equal and in the same place. `like` may be null, or have another size or
  // other planes; then nothing is shared. Throws std::bad_alloc, like unpack().
  PackedWorld(const World& world, const PackedWorld* like);

  // On all cores, if the world is large.
  World unpack() const;

  int width() const { return width_; }
  int height() const { return height_; }
  // Bytes that this world has added to the memory of the worlds that it shares chunks with.
  std::size_t added_bytes() const { return added_bytes_; }
  // Bytes that are freed with this world: chunks that no other world shares.
  std::size_t own_bytes() const;
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
  std::size_t added_bytes_ = 0;
};

}  // namespace repose

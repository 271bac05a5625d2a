#include "session/stored_world.hpp"

#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <exception>
#include <new>

#include "core/background.hpp"
#include "repose/worker_pool.hpp"
#include "session/zstd.hpp"

namespace repose {

// ---- StoredWorld ----

std::optional<World> StoredWorld::get() const {
  if (!fetch()) return std::nullopt;
  std::unique_lock lock(mutex_);
  if (packed_) {
    const auto packed = packed_;
    lock.unlock();
    return packed->unpack();
  }
  return capture_ ? capture_->world() : *plain_;
}

std::shared_ptr<const PackedWorld> StoredWorld::packed() const {
  const std::lock_guard lock(mutex_);
  return packed_;
}

bool StoredWorld::fetch() const {
  const std::lock_guard lock(mutex_);
  return !capture_ || capture_->fetch();
}

void StoredWorld::pack(const std::shared_ptr<const PackedWorld>& like) const {
  {
    const std::lock_guard lock(mutex_);
    if (packed_) return;
    if (capture_) plain_ = capture_->world();
    capture_.reset();
  }
  // Without the mutex: a plain world never changes. Without enough memory it stays plain.
  auto packed = std::make_shared<const PackedWorld>(*plain_, like.get());
  const std::lock_guard lock(mutex_);
  packed_ = std::move(packed);
  plain_.reset();
}

// ---- WorldStore ----

WorldStore::~WorldStore() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void WorldStore::set_packing(bool packs) {
  packs_ = packs;
  if (!packs_) arriving_.clear();
}

StoredWorldPtr WorldStore::put(World world) {
  auto stored = std::make_shared<const StoredWorld>(std::move(world));
  if (packs_) pack(stored);
  return stored;
}

StoredWorldPtr WorldStore::put(std::unique_ptr<WorldCapture> capture) {
  auto stored = std::make_shared<const StoredWorld>(std::move(capture));
  if (packs_) arriving_.push_back(stored);
  return stored;
}

void WorldStore::pack(const StoredWorldPtr& world) {
  if (!thread_.joinable()) thread_ = start_thread([this] { run(); });
  std::unique_lock lock(mutex_);
  waiting_.push_back(world);
  thread_.joinable() ? changed_.notify_all() : pack_first(lock);
}

void WorldStore::collect() {
  while (!arriving_.empty()) {
    StoredWorldPtr& first = arriving_.front();
    {
      const std::lock_guard lock(first->mutex_);
      if (first->capture_ && !first->capture_->arrived()) return;
    }
    if (first->fetch()) pack(first);
    arriving_.erase(arriving_.begin());
  }
}

bool WorldStore::busy() const {
  const std::lock_guard lock(mutex_);
  return !arriving_.empty() || !waiting_.empty();
}

double WorldStore::packing_seconds() const {
  const std::lock_guard lock(mutex_);
  return packing_seconds_;
}

void WorldStore::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return !waiting_.empty() || ending_; });
    if (ending_) return;
    pack_first(lock);
  }
}

void WorldStore::pack_first(std::unique_lock<std::mutex>& lock) {
  StoredWorldPtr world = waiting_.front();
  const bool wanted = world.use_count() > 2;  // false: no other owner is left
  lock.unlock();
  const auto start = std::chrono::steady_clock::now();
  try {
    if (wanted) world->pack(packed_last_);
    if (wanted) packed_last_ = world->packed();
  } catch (const std::exception&) {  // memory has run out: the world stays as it is, only larger
  }
  world.reset();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  lock.lock();
  packing_seconds_ = seconds;
  waiting_.pop_front();
  changed_.notify_all();
}

namespace {

// The fastest level of zstd: worlds are mostly long rows of few elements, which pack well at any level.
constexpr int kPackedWorldLevel = 1;

// Worlds with fewer cells are unpacked by the calling thread: starting others costs as much.
constexpr std::size_t kSharedCellsMin = std::size_t{1} << 20;
constexpr int kRowsOfPart = 4;  // rows of chunks that a thread unpacks at once

struct ChunkBox {
  int x, y, width, height;
};

// Calls visit(box) for every chunk of a world, row by row.
template <class Visit>
void each_chunk(int width, int height, const Visit& visit) {
  constexpr int kSide = PackedWorld::kPackedChunkSide;
  for (int y = 0; y < height; y += kSide) {
    for (int x = 0; x < width; x += kSide)
      visit(ChunkBox{x, y, std::min(kSide, width - x), std::min(kSide, height - y)});
  }
}

// Copies between rows of a plane and the bytes of a chunk, in which the rows follow each other without gaps.
void gather(const World& world, Plane plane, const ChunkBox& box, std::vector<std::uint8_t>& bytes) {
  const std::size_t size = plane_info(plane).bytes_per_cell, row = static_cast<std::size_t>(box.width) * size;
  bytes.resize(row * static_cast<std::size_t>(box.height));
  for (int y = 0; y < box.height; ++y) {
    std::memcpy(&bytes[static_cast<std::size_t>(y) * row], &world.bytes(plane)[world.index(box.x, box.y + y) * size],
                row);
  }
}

void scatter(const std::vector<std::uint8_t>& bytes, const ChunkBox& box, Plane plane, World& world) {
  const std::size_t size = plane_info(plane).bytes_per_cell, row = static_cast<std::size_t>(box.width) * size;
  for (int y = 0; y < box.height; ++y) {
    std::memcpy(&world.bytes(plane)[world.index(box.x, box.y + y) * size], &bytes[static_cast<std::size_t>(y) * row],
                row);
  }
}

}  // namespace

struct PackedWorld::PackedChunk {
  XXH128_hash_t hash;  // of the unpacked bytes; equal hashes count as equal bytes
  std::vector<std::uint8_t> packed;

  std::size_t bytes() const { return sizeof(PackedChunk) + packed.capacity(); }
};

PackedWorld::PackedWorld(const World& world, const PackedWorld* like) : width_(world.width()), height_(world.height()) {
  const bool comparable = like != nullptr && like->width_ == width_ && like->height_ == height_;
  const std::unique_ptr<ZSTD_CCtx, FreeZstd> context(ZSTD_createCCtx());
  if (!context) throw std::bad_alloc();
  std::vector<std::uint8_t> bytes, packed;
  for (const Plane plane : kAllPlanes) {
    if (!world.has(plane)) continue;
    const PlaneChunks* const known = comparable ? like->find(plane) : nullptr;
    PlaneChunks& own = planes_.emplace_back(PlaneChunks{plane, {}});
    each_chunk(width_, height_, [&](const ChunkBox& box) {
      gather(world, plane, box, bytes);
      const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
      if (known != nullptr && XXH128_isEqual(known->chunks[own.chunks.size()]->hash, hash)) {
        own.chunks.push_back(known->chunks[own.chunks.size()]);
        return;
      }
      packed.resize(ZSTD_compressBound(bytes.size()));
      packed.resize(checked_zstd(ZSTD_compressCCtx(context.get(), packed.data(), packed.size(), bytes.data(),
                                                   bytes.size(), kPackedWorldLevel)));
      own.chunks.push_back(std::make_shared<PackedChunk>(PackedChunk{hash, packed}));
    });
  }
}

World PackedWorld::unpack() const {
  World world(width_, height_);
  for (const PlaneChunks& plane : planes_) world.add(plane.plane);
  const int rows = (height_ + kPackedChunkSide - 1) / kPackedChunkSide;
  WorkerPool pool(world.cell_count() < kSharedCellsMin ? 1 : 0);
  for (const PlaneChunks& plane : planes_) {
    pool.run(static_cast<std::size_t>((rows + kRowsOfPart - 1) / kRowsOfPart), [&](std::size_t part) {
      const int first = static_cast<int>(part) * kRowsOfPart;
      unpack_rows(plane, first, std::min(first + kRowsOfPart, rows), world);
    });
  }
  return world;
}

void PackedWorld::unpack_rows(const PlaneChunks& plane, int first, int end, World& world) const {
  const std::unique_ptr<ZSTD_DCtx, FreeZstd> context(ZSTD_createDCtx());
  if (!context) throw std::bad_alloc();
  const std::size_t size = plane_info(plane.plane).bytes_per_cell;
  const int top = first * kPackedChunkSide;
  const int columns = (width_ + kPackedChunkSide - 1) / kPackedChunkSide;
  auto chunk = plane.chunks.begin() + std::ptrdiff_t{first} * columns;
  std::vector<std::uint8_t> bytes;
  each_chunk(width_, std::min(end * kPackedChunkSide, height_) - top, [&](ChunkBox box) {
    box.y += top;
    bytes.resize(static_cast<std::size_t>(box.width) * static_cast<std::size_t>(box.height) * size);
    [[maybe_unused]] const std::size_t unpacked = checked_zstd(ZSTD_decompressDCtx(
        context.get(), bytes.data(), bytes.size(), (*chunk)->packed.data(), (*chunk)->packed.size()));
    assert(unpacked == bytes.size());
    scatter(bytes, box, plane.plane, world);
    ++chunk;
  });
}

void PackedWorld::for_each_part(const std::function<void(const void* part, std::size_t bytes)>& visit) const {
  for (const PlaneChunks& plane : planes_) {
    visit(plane.chunks.data(), plane.chunks.capacity() * sizeof plane.chunks[0]);
    for (const auto& chunk : plane.chunks) visit(chunk.get(), chunk->bytes());
  }
}

const PackedWorld::PlaneChunks* PackedWorld::find(Plane plane) const {
  const auto it = std::ranges::find(planes_, plane, &PlaneChunks::plane);
  return it == planes_.end() ? nullptr : &*it;
}

}  // namespace repose

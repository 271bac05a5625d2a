#include "session/stored_world.hpp"

#include <chrono>
#include <utility>

#include "core/background.hpp"
#include "core/within_memory.hpp"

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
  // Without the mutex: a plain world never changes, so other threads may read it meanwhile. Without enough memory it
  // stays plain.
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

// Without enough memory for the thread or the list the world stays as it is: only its size is larger.
void WorldStore::pack(const StoredWorldPtr& world) {
  const bool waits = within_memory([&] {
    if (!thread_.joinable()) thread_ = start_thread([this] { run(); });
    const std::lock_guard lock(mutex_);
    waiting_.push_back(world);
  });
  if (!waits) return;
  if (thread_.joinable()) return changed_.notify_all();
  std::unique_lock lock(mutex_);
  pack_first(lock);
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
  if (wanted && within_memory([&] { world->pack(packed_last_); })) packed_last_ = world->packed();
  world.reset();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  lock.lock();
  packing_seconds_ = seconds;
  waiting_.pop_front();
  changed_.notify_all();
}

}  // namespace repose

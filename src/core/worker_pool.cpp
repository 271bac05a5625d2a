// The threads of a worker pool.
#include "repose/worker_pool.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace repose {

namespace {
// More threads than this help on no machine.
constexpr int kThreadsMax = 256;

int core_count() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}
}  // namespace

WorkerPool::WorkerPool(int threads) {
  threads = std::min(threads > 0 ? threads : core_count(), kThreadsMax);
  // A step of a small world takes some ten microseconds, and so does putting a thread to sleep and waking it. So a
  // worker spins for about that long before it sleeps. Not where there are more threads than cores: spinning would take
  // processor time from the thread that it waits for.
  spins_ = threads <= core_count() ? 1000 : 0;
  workers_.reserve(static_cast<std::size_t>(threads - 1));
  try {
    for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // The system refuses to start more threads: the existing ones do all the work.
  }
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    ++round_;
  }
  wake_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void WorkerPool::run(std::size_t count, const std::function<void(std::size_t)>& part) {
  if (workers_.empty() || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) part(i);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    part_ = &part;
    count_ = count;
    next_.store(0);
    busy_.store(workers_.size());
    ++round_;
  }
  wake_.notify_all();
  take_parts();
  for (int spin = spins_; spin > 0 && busy_.load() > 0; --spin) relax();
  if (busy_.load() > 0) {
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_.load() == 0; });
  }
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void WorkerPool::take_parts() noexcept {
  try {
    for (std::size_t i = next_++; i < count_; i = next_++) (*part_)(i);
  } catch (...) {
    next_.store(count_);
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

void WorkerPool::work() {
  std::uint64_t seen = 0;
  for (;;) {
    for (int spin = spins_; spin > 0 && round_.load() == seen; --spin) relax();
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return round_.load() != seen; });
      seen = round_.load();
      if (stop_) return;
    }
    take_parts();
    if (--busy_ == 0) {
      const std::lock_guard lock(mutex_);
      done_.notify_one();
    }
  }
}

}  // namespace repose

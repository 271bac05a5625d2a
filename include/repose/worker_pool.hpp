// Worker threads that divide one job. Which thread does which part is not determined: results must not depend on it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace repose {

class WorkerPool {
 public:
  // `threads` includes the calling thread: 1 runs everything in the caller; 0 means one per core; at most 256. If the
  // system refuses to start that many threads, the pool has fewer.
  explicit WorkerPool(int threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  int thread_count() const { return static_cast<int>(workers_.size()) + 1; }

  // Calls part(i) once for every i in 0..count-1, on any of the threads, and returns when all calls have returned. Only
  // one caller at a time; must not be called from a part. If a part throws, parts that have not begun are left out, and
  // the first exception is thrown again here.
  void run(std::size_t count, const std::function<void(std::size_t)>& part);

 private:
  void work();
  void take_parts() noexcept;

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  const std::function<void(std::size_t)>* part_ = nullptr;
  std::size_t count_ = 0;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::uint64_t> round_{0};
  std::atomic<std::size_t> busy_{0};
  std::exception_ptr failure_;  // under the mutex: of the first part that threw
  bool stop_ = false;
  int spins_ = 0;  // attempts to find work before a thread sleeps
};

}  // namespace repose

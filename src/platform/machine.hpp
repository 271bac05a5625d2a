// The machine: the name of its processor, large pages of memory, and threads that sleep.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>

namespace repose {

// The name of the processor; "unknown" if the system does not say.
std::string cpu_name();

// Asks the system to back this memory with huge pages. It may do so or not; the content stays.
void ask_for_huge_pages(void* begin, std::size_t bytes);

// A count that only grows, and threads that wait until it reaches a value.
class ReachedCount {
 public:
  // Back to 0. No thread may wait now.
  void restart() { value_.store(0, std::memory_order_relaxed); }
  // Wakes the threads that wait. Earlier writes of this thread are visible to them.
  void reach(std::size_t value) {
    value_.store(value, std::memory_order_release);
    wake_all();
  }
  bool has_reached(std::size_t value) const { return value_.load(std::memory_order_acquire) >= value; }
  // Sleeps until then.
  void wait_for(std::size_t value) const {
    for (std::size_t now = 0; (now = value_.load(std::memory_order_acquire)) < value;) sleep_while(now);
  }

 private:
  // Returns when the count is no longer `value`, or earlier.
  void sleep_while(std::size_t value) const;
  void wake_all();

  std::atomic<std::size_t> value_{0};
};

}  // namespace repose

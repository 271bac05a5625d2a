#include <sys/mman.h>

#include <fstream>
#include <memory>

#include "platform/machine.hpp"

namespace repose {

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    if (const std::size_t colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

#ifdef MADV_HUGEPAGE  // Linux

void ask_for_huge_pages(void* begin, std::size_t bytes) {
  constexpr std::size_t kPage = 4096;
  if (std::align(kPage, kPage, begin, bytes) != nullptr) ::madvise(begin, bytes / kPage * kPage, MADV_HUGEPAGE);
}

#else

void ask_for_huge_pages(void*, std::size_t) {}

#endif

void ReachedCount::sleep_while(std::size_t value) const { value_.wait(value, std::memory_order_acquire); }
void ReachedCount::wake_all() { value_.notify_all(); }

}  // namespace repose

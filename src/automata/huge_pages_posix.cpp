#include "automata/huge_pages.hpp"

#include <sys/mman.h>

#include <memory>

namespace repose {

#ifdef MADV_HUGEPAGE  // Linux

void ask_for_huge_pages(void* begin, std::size_t bytes) {
  constexpr std::size_t kPage = 4096;
  if (std::align(kPage, kPage, begin, bytes) != nullptr) ::madvise(begin, bytes / kPage * kPage, MADV_HUGEPAGE);
}

#else

void ask_for_huge_pages(void*, std::size_t) {}

#endif

}  // namespace repose

#include "memory/failing_allocations.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

constexpr std::uint64_t kNever = ~std::uint64_t{0};
std::atomic<std::uint64_t> calls{0}, failures{0}, first_failing{kNever};
std::atomic<bool> fails_on{false};
std::atomic<std::size_t> least{0};

bool fails_now(std::size_t bytes) {
  const std::uint64_t first = first_failing.load(std::memory_order_relaxed);
  if (first == kNever || bytes < least.load()) return false;
  const std::uint64_t call = calls.fetch_add(1);
  if (call != first && !(fails_on.load() && call > first)) return false;
  ++failures;
  return true;
}

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (!fails_now(bytes)) {
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void* const memory = alignment > alignof(std::max_align_t) ? std::aligned_alloc(alignment, rounded)
                                                               : std::malloc(bytes > 0 ? bytes : 1);
    if (memory != nullptr) return memory;
  }
  throw std::bad_alloc();
}

void* allocate_or_null(std::size_t bytes) noexcept {
  try {
    return allocate(bytes, 1);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate_or_null(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return allocate_or_null(bytes); }
void* operator new(std::size_t bytes) { return allocate(bytes, 1); }
void* operator new[](std::size_t bytes) { return allocate(bytes, 1); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
// GCC does not see that `new` above is malloc.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace repose::test {

FailingAllocations::FailingAllocations(std::uint64_t index, Failing failing, std::size_t bytes_min) {
  calls = failures = 0;
  least = bytes_min;
  fails_on = failing == Failing::from_then_on;
  first_failing = index;
}

FailingAllocations::~FailingAllocations() { first_failing = kNever; }

std::uint64_t FailingAllocations::failed() const { return failures; }

}  // namespace repose::test

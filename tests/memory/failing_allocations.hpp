// Makes `new` fail at a chosen call, in this whole program and on every thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace repose::test {

enum class Failing : std::uint8_t {
  once,         // one call fails, later ones succeed
  from_then_on  // that call and all later ones fail, until the object is destroyed
};

// While it exists, the call of `new` number `index` fails, counted from 0. Calls for fewer than `bytes_min` bytes do
// not count and do not fail.
class FailingAllocations {
 public:
  FailingAllocations(std::uint64_t index, Failing failing, std::size_t bytes_min);
  ~FailingAllocations();
  FailingAllocations(const FailingAllocations&) = delete;
  FailingAllocations& operator=(const FailingAllocations&) = delete;

  // How many calls have failed.
  std::uint64_t failed() const;
};

}  // namespace repose::test

// Runs the kernels of a test with one kind of vectors.
#pragma once

#include <hwy/targets.h>

#include <cstdint>

namespace repose::test {

// For its lifetime, the program runs as if the processor supported nothing else.
class OnlyTarget {
 public:
  explicit OnlyTarget(std::int64_t target) { hwy::GetChosenTarget().Update(target); }
  ~OnlyTarget() { hwy::GetChosenTarget().Update(hwy::SupportedTargets()); }
  OnlyTarget(const OnlyTarget&) = delete;
  OnlyTarget& operator=(const OnlyTarget&) = delete;
};

// Calls visit(target) for each kind of vectors of this processor.
template <class Visit>
void for_each_target(const Visit& visit) {
  const std::int64_t targets = hwy::SupportedTargets();
  for (int bit = 0; bit < 63; ++bit) {
    if (const std::int64_t target = std::int64_t{1} << bit; (targets & target) != 0) visit(target);
  }
}

}  // namespace repose::test

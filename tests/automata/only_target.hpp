// Runs kernels with one kind of vectors.
#pragma once

#include <hwy/targets.h>
#include <catch2/catch.hpp>

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

// Calls use() once for each kind of vectors of this processor.
template <class Use>
void for_each_target(const Use& use) {
  const std::int64_t targets = hwy::SupportedTargets();
  for (int bit = 0; bit < 63; ++bit) {
    const std::int64_t target = std::int64_t{1} << bit;
    if ((targets & target) == 0) continue;
    const OnlyTarget only(target);
    INFO(hwy::TargetName(target));
    use();
  }
}

}  // namespace repose::test

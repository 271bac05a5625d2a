#include "core/heat_map.hpp"

#include <algorithm>
#include <new>

namespace repose {

bool HeatMap::keep(bool on, int width, int height) {
  stamps_ = std::vector<Stamps>();
  width_ = width;
  now_ = kHeatSteps;
  if (!on) return true;
  try {
    stamps_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  } catch (const std::bad_alloc&) {
    return false;
  }
  return is_kept();
}

void HeatMap::pass(std::uint64_t steps) {
  if (!is_kept()) return;
  const int later = now_ + static_cast<int>(std::min<std::uint64_t>(steps, kLast));
  if (later > kLast) {
    const int back = later - kHeatSteps;
    for (Stamps& stamps : stamps_) {
      for (std::uint8_t& stamp : stamps) stamp = static_cast<std::uint8_t>(std::max(0, stamp - back));
    }
  }
  now_ = static_cast<std::uint8_t>(later > kLast ? kHeatSteps : later);
}

}  // namespace repose

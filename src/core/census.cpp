// Counts a world: sums for each element in one pass.
#include "repose/census.hpp"

#include <cmath>

namespace repose {

namespace {
struct Sums {
  std::uint64_t count = 0, x = 0, y = 0, xx = 0, energy = 0;
  int top_y = 0;
};

ElementCensus summarise(std::uint8_t element, const Sums& s) {
  const auto n = static_cast<double>(s.count);
  const double mean_x = static_cast<double>(s.x) / n;
  const double variance = static_cast<double>(s.xx) / n - mean_x * mean_x;
  return {element,
          s.count,
          mean_x,
          static_cast<double>(s.y) / n,
          std::sqrt(variance > 0 ? variance : 0),
          s.top_y,
          static_cast<double>(s.energy) / n};
}
}  // namespace

std::vector<ElementCensus> take_census(const World& world) {
  std::array<Sums, kElementsMax> sums{};
  const auto cells = world.cells();
  const auto energy = world.bytes(Plane::energy);
  std::size_t i = 0;
  for (int y = 0; y < world.height(); ++y) {
    for (int x = 0; x < world.width(); ++x, ++i) {
      Sums& s = sums[cells[i]];
      if (s.count++ == 0) s.top_y = y;
      s.x += static_cast<std::uint64_t>(x);
      s.y += static_cast<std::uint64_t>(y);
      s.xx += static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(x);
      if (!energy.empty()) s.energy += energy[i];
    }
  }
  std::vector<ElementCensus> census;
  for (std::size_t e = 0; e < sums.size(); ++e) {
    if (sums[e].count > 0) census.push_back(summarise(static_cast<std::uint8_t>(e), sums[e]));
  }
  return census;
}

}  // namespace repose

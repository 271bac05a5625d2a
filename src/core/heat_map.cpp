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

void HeatMap::meet(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
  change(at, a, c, LedgerEvents::change_of(a, b, c, d));
  change(with, b, d, LedgerEvents::change_of(b, a, d, c));
}

void HeatMap::trade(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b) { meet(at, with, a, b, b, a); }

void HeatMap::become(CellPoint at, std::uint8_t from, std::uint8_t to) {
  change(at, from, to, {from != to, from != to, false});
}

void HeatMap::change(CellPoint at, std::uint8_t from, std::uint8_t to, LedgerEvents::Change change) {
  const bool destroys = change.destroys && from != 0, makes = change.makes && to != 0;
  if (destroys || makes)
    return note(at, destroys && makes ? HeatKind::turned : makes ? HeatKind::made : HeatKind::destroyed);
  if (change.destroys || change.makes || change.moves) note(at, HeatKind::moved);
}

void HeatMap::note(CellPoint at, HeatKind kind) {
  const std::size_t cell =
      static_cast<std::size_t>(at.y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(at.x);
  stamps_[cell][static_cast<std::size_t>(kind)] = now_;
}

}  // namespace repose

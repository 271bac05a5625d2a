#include "core/activity_map.hpp"

#include <algorithm>
#include <new>

namespace repose {

bool ActivityMap::keep(bool on, int width, int height) {
  times_ = std::vector<Times>();
  width_ = width;
  now_ = kActivitySteps;
  if (!on) return true;
  try {
    times_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  } catch (const std::bad_alloc&) {
    return false;
  }
  return is_kept();
}

void ActivityMap::pass(std::uint64_t steps) {
  if (!is_kept()) return;
  const int later = now_ + static_cast<int>(std::min<std::uint64_t>(steps, kLast));
  if (later > kLast) {
    const int back = later - kActivitySteps;
    for (Times& times : times_) {
      for (std::uint8_t& time : times) time = static_cast<std::uint8_t>(std::max(0, time - back));
    }
  }
  now_ = static_cast<std::uint8_t>(later > kLast ? kActivitySteps : later);
}

void ActivityMap::meet(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
  change(at, a, c, LedgerEvents::change_of(a, b, c, d));
  change(with, b, d, LedgerEvents::change_of(b, a, d, c));
}

void ActivityMap::trade(CellPoint at, CellPoint with, std::uint8_t a, std::uint8_t b) { meet(at, with, a, b, b, a); }

void ActivityMap::become(CellPoint at, std::uint8_t from, std::uint8_t to) {
  change(at, from, to, {from != to, from != to, false});
}

void ActivityMap::change(CellPoint at, std::uint8_t from, std::uint8_t to, LedgerEvents::Change change) {
  const bool destroys = change.destroys && from != 0, makes = change.makes && to != 0;
  if (destroys || makes)
    return note(at, destroys && makes ? ActivityKind::converted : makes ? ActivityKind::made : ActivityKind::destroyed);
  if (change.destroys || change.makes || change.moves) note(at, ActivityKind::moved);
}

void ActivityMap::note(CellPoint at, ActivityKind kind) {
  const std::size_t cell =
      static_cast<std::size_t>(at.y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(at.x);
  times_[cell][static_cast<std::size_t>(kind)] = now_;
}

}  // namespace repose

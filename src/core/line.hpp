// The points of a straight line from cell to cell.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "repose/world.hpp"

namespace repose {

// A point farther out than this cannot reach the world with any brush or body. It is clamped, so that absurd
// coordinates take no time.
inline CellPoint clamp_point(CellPoint p) {
  constexpr int kReach = 1 << 16;
  return {std::clamp(p.x, -kReach, kReach), std::clamp(p.y, -kReach, kReach)};
}

// Calls visit(point) for each point of the Bresenham line, both ends included.
template <class Visit>
void for_each_on_line(CellPoint from, CellPoint to, Visit visit) {
  const int dx = std::abs(to.x - from.x), sx = from.x < to.x ? 1 : -1;
  const int dy = -std::abs(to.y - from.y), sy = from.y < to.y ? 1 : -1;
  int error = dx + dy;
  CellPoint p = from;
  for (;;) {
    visit(p);
    if (p == to) return;
    const int twice = 2 * error;
    if (twice >= dy) {
      error += dy;
      p.x += sx;
    }
    if (twice <= dx) {
      error += dx;
      p.y += sy;
    }
  }
}

}  // namespace repose

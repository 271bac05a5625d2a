// Which neighbour a cell of the density automaton meets in a step. Follows the table in docs/automata.md; the rules are
// those of sand.js (Eric Leong, 2013-2019), recorded from the original.
#pragma once

#include "repose/ruleset.hpp"

namespace repose::density {

struct Offset {
  int dx = 0, dy = 0;
  bool none() const { return dx == 0 && dy == 0; }
};

// density(x, y) gets coordinates up to two cells beyond the world and must return a copy of the edge there. s is -1
// with left bias, +1 with right. The partner is always inside: at the left and right edges that copy makes both
// diagonal cases false.
template <class DensityAt>
Offset partner(const DensityAt& density, int x, int y, int s, int height) {
  const int c = density(x, y);
  const int up = density(x, y - 1), up2 = density(x, y - 2);
  const int dn = density(x, y + 1), dn2 = density(x, y + 2);
  const int side = density(x + s, y), other_side = density(x - s, y);
  const int dd = density(x + s, y + 1), dd2 = density(x + 2 * s, y + 1);
  const int de = density(x + s, y + 2), de2 = density(x + 2 * s, y + 2);
  const int ud = density(x - s, y - 1);
  const bool on_top_row = y == 0, on_bottom_row = y == height - 1;

  const bool falls = !on_bottom_row && dn < c && up <= c && (dn2 < dn || dn <= de || dd > de);
  if (falls) return {0, +1};

  const bool falls_diagonally = !on_bottom_row && dd < c && dn >= c && c < kWallDensity && side <= dd &&
                                (dd <= de || side > de) && (dd <= de2 || dd2 > de2);
  if (falls_diagonally) return {s, +1};

  const bool takes_from_above = !on_top_row && up > c && up2 <= up;
  if (takes_from_above) return {0, -1};

  const bool takes_from_diagonal_above = !on_top_row && ud > c && ud < kWallDensity && other_side >= ud;
  if (takes_from_diagonal_above) return {-s, -1};

  return {};
}

}  // namespace repose::density

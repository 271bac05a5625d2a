// A step of the density automaton for all cells of a texel at once. Names are those of
// src/automata/density/density.hpp. A shader that includes this defines cells_at().
//
// A texel holds four words, a word four cells of 8 bits or two of 16 (kCellBits), the leftmost in the lowest bits. The
// last texel of a row is filled with copies of the last cell. Arithmetic on words is arithmetic on all their cells. A
// truth value of a cell is its top bit; the other bits may have any value.
//
// Inputs: u_rules (unit 1), row = this cell, column = partner, r and g = low and high byte of the new cell; u_codes
// (unit 2), see common/cells.glsl; u_last = column and row of the last texel; u_real = the bits of the last column
// that are in the world; u_last_cell = the bits of the last cell; u_last_shift = their distance from the lowest bit
// of their word; u_rank_masks, u_wall: see CellCodes in src/automata/density/gpu.cpp; u_background = the code of the
// background.
// Constants from C++: kCellBits; kOnes = 1 in every cell of a word; kRanksByTable; kOpenEdge, 1 if moving elements
// leave at the rim.
#include "common/cells.glsl"

uniform sampler2D u_rules;
uniform sampler2D u_codes;
uniform ivec2 u_last;
uniform uvec4 u_real;
uniform uvec4 u_last_cell;
uniform uint u_last_shift;
uniform uvec4 u_rank_masks;
uniform uint u_wall;
uniform uint u_background;

uvec4 cells_at(ivec2 p);  // the texel before the step

const uint kCell = (1u << kCellBits) - 1u;
const uint kTops = kOnes << (kCellBits - 1u);

// Sets all bits of the cells whose truth value is true.
uvec4 where(uvec4 truth) {
  truth &= kTops;
  return truth | (truth - (truth >> (kCellBits - 1u)));
}

uvec4 choose(uvec4 truth, uvec4 yes, uvec4 no) { return no ^ ((no ^ yes) & where(truth)); }

// The truth values of a >= b: computed from all bits but the top one, then from the top one.
uvec4 at_least(uvec4 a, uvec4 b) {
  uvec4 rest = (a | kTops) - (b & ~kTops);
  return (a & ~b) | (~(a ^ b) & rest);
}

// The cells one to the right, or to the left, of each cell; `beyond` is the next word outside the texel on that side.
uvec4 neighbours(uvec4 cells, uint beyond, bool to_right) {
  return to_right ? (cells >> kCellBits) | (uvec4(cells.yzw, beyond) << (32u - kCellBits))
                  : (cells << kCellBits) | (uvec4(beyond, cells.xyz) >> (32u - kCellBits));
}

// `beyond` shifted by one more cell, for neighbours two cells away.
uint further(uint beyond, bool to_right) { return to_right ? beyond >> kCellBits : beyond << kCellBits; }

// Outside the world the cells are a copy of the edge.
uint word_beyond(int column, int row, uvec4 cells, bool to_right) {
  if (to_right) {
    uint next = cells_at(ivec2(min(column + 1, u_last.x), row)).x;
    return column == u_last.x ? (cells.w >> (32u - kCellBits)) * kOnes : next;
  }
  uint previous = cells_at(ivec2(max(column - 1, 0), row)).w;
  return column == 0 ? (cells.x & kCell) * kOnes : previous;
}

uint word_of_bytes(vec4 channels) {
  uvec4 bytes = uvec4(channels * 255.0 + 0.5);
  return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24;
}

float density_in_table(uint cell) { return traits_of(u_codes, cell).g; }

uint densities_in_table(uint cells) {
  return word_of_bytes(vec4(density_in_table(cells), density_in_table(cells >> 8), density_in_table(cells >> 16),
                            density_in_table(cells >> 24)));
}

// Ranks: numbers with the same order as the densities of the cells.
uvec4 ranks(uvec4 cells) {
  if (kCellBits == 16u) return cells & 0xff00ff00u;
  if (kRanksByTable != 0u) {
    return uvec4(densities_in_table(cells.x), densities_in_table(cells.y), densities_in_table(cells.z),
                 densities_in_table(cells.w));
  }
  uvec4 half_bit = where(cells), quarter_bit = where(cells << 1);
  return cells & (u_rank_masks.x ^ (half_bit & u_rank_masks.y) ^ (quarter_bit & u_rank_masks.z) ^
                  (half_bit & quarter_bit & u_rank_masks.w));
}

uint ranks(uint cells) { return kRanksByTable != 0u ? densities_in_table(cells) : ranks(uvec4(cells)).x; }

vec4 rule(uint self, uint partner, uint shift) {
  return texelFetch(u_rules, ivec2((partner >> shift) & 255u, (self >> shift) & 255u), 0);
}

uint outcomes(uint self, uint partner) {
  if (kCellBits == 16u) return word_of_bytes(vec4(rule(self, partner, 0u).rg, rule(self, partner, 16u).rg));
  return word_of_bytes(vec4(rule(self, partner, 0u).r, rule(self, partner, 8u).r, rule(self, partner, 16u).r,
                            rule(self, partner, 24u).r));
}

// Replaces moving elements on the rim of an open world by the background.
uvec4 let_leave(uvec4 cells, ivec2 p) {
  uvec4 rim = p.x == u_last.x ? u_last_cell : uvec4(0u);
  if (p.x == 0) rim.x |= kCell;
  if (p.y == 0 || p.y == u_last.y) rim = uvec4(~0u);
  for (int lane = 0; lane < int(128u / kCellBits); ++lane) {
    uint code = code_in(cells, lane, int(kCellBits));
    bool leaves = code_in(rim, lane, int(kCellBits)) != 0u && traits_of(u_codes, code).b > 0.0;
    if (leaves) cells = with_code(cells, lane, int(kCellBits), u_background);
  }
  return cells;
}

// Fills the last texel with copies of the last cell.
uvec4 with_edge_copied(uvec4 cells, int column) {
  uvec4 last = cells & u_last_cell;
  uint copies = ((last.x | last.y | last.z | last.w) >> u_last_shift) * kOnes;
  uvec4 real = column == u_last.x ? u_real : uvec4(~0u);
  return (cells & real) | (copies & ~real);
}

// The texel after a step; right: the bias.
uvec4 after_step(ivec2 p, bool right) {
  int y_up = max(p.y - 1, 0), y_up2 = max(p.y - 2, 0);
  int y_dn = min(p.y + 1, u_last.y), y_dn2 = min(p.y + 2, u_last.y);

  uvec4 self = cells_at(p);
  uvec4 cell_up = cells_at(ivec2(p.x, y_up)), cell_up2 = cells_at(ivec2(p.x, y_up2));
  uvec4 cell_dn = cells_at(ivec2(p.x, y_dn)), cell_dn2 = cells_at(ivec2(p.x, y_dn2));
  uint beyond_up = word_beyond(p.x, y_up, cell_up, !right), beyond_dn = word_beyond(p.x, y_dn, cell_dn, right);
  uvec4 cell_dd = neighbours(cell_dn, beyond_dn, right), cell_ud = neighbours(cell_up, beyond_up, !right);

  uvec4 c = ranks(self), up = ranks(cell_up), up2 = ranks(cell_up2), dn = ranks(cell_dn), dn2 = ranks(cell_dn2);
  uint side_of_dn = ranks(beyond_dn), side_of_dn2 = ranks(word_beyond(p.x, y_dn2, cell_dn2, right));
  uvec4 side = neighbours(c, ranks(word_beyond(p.x, p.y, self, right)), right);
  uvec4 other_side = neighbours(c, ranks(word_beyond(p.x, p.y, self, !right)), !right);
  uvec4 ud = neighbours(up, ranks(beyond_up), !right);
  uvec4 dd = neighbours(dn, side_of_dn, right), dd2 = neighbours(dd, further(side_of_dn, right), right);
  uvec4 de = neighbours(dn2, side_of_dn2, right), de2 = neighbours(de, further(side_of_dn2, right), right);

  uvec4 wall = uvec4(u_wall);
  uvec4 may_fall = uvec4(p.y < u_last.y ? kTops : 0u), may_take = uvec4(p.y > 0 ? kTops : 0u);
  uvec4 dd_at_most_de = at_least(de, dd);
  uvec4 falls =
      may_fall & ~at_least(dn, c) & at_least(c, up) & (~at_least(dn2, dn) | at_least(de, dn) | ~dd_at_most_de);
  uvec4 falls_diagonally = may_fall & ~at_least(dd, c) & at_least(dn, c) & ~at_least(c, wall) & at_least(dd, side) &
                           (dd_at_most_de | ~at_least(de, side)) & (at_least(de2, dd) | ~at_least(de2, dd2));
  uvec4 takes_from_above = may_take & ~at_least(c, up) & at_least(up, up2);
  uvec4 takes_from_diagonal_above = may_take & ~at_least(c, ud) & ~at_least(ud, wall) & at_least(other_side, ud);

  // The first condition that holds gives the partner.
  uvec4 partner = choose(falls, cell_dn, choose(falls_diagonally, cell_dd, choose(takes_from_above, cell_up, cell_ud)));
  uvec4 meets = falls | falls_diagonally | takes_from_above | takes_from_diagonal_above;
  uvec4 met = uvec4(outcomes(self.x, partner.x), outcomes(self.y, partner.y), outcomes(self.z, partner.z),
                    outcomes(self.w, partner.w));
  uvec4 cells = choose(meets, met, self);
  if (kOpenEdge != 0u) cells = let_leave(cells, p);
  return with_edge_copied(cells, p.x);
}

// The element of a cell of the world.
// Inputs: u_cells (unit 0), or where kPacked u_packed_cells (unit 3) with u_codes (unit 4) and u_cell_bits;
// u_first_cell = the world cell of their first texel.
#include "common/cells.glsl"

uniform sampler2D u_cells;
uniform usampler2D u_packed_cells;
uniform sampler2D u_codes;
uniform int u_cell_bits;
uniform ivec2 u_first_cell;

int element_at(ivec2 cell) {
  cell -= u_first_cell;
  if (kPacked != 0u) return packed_index(u_packed_cells, u_codes, cell, u_cell_bits);
  return index_of(texelFetch(u_cells, cell, 0));
}

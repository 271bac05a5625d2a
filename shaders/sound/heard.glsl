// What is heard of a cell: its element, or its amount in automata that have amounts.
// Inputs: u_cells, u_packed_cells, u_codes, u_amounts (units 0 to 3); u_source = which of them are there: kElements,
// kPacked (with u_cell_bits) or kAmounts; u_first, u_step = the cell of the first sample, and the cells between two.
#include "common/cells.glsl"
#include "common/squares.glsl"

uniform sampler2D u_cells;
uniform usampler2D u_packed_cells;
uniform sampler2D u_codes;
uniform isampler2DArray u_amounts;
uniform int u_source;
uniform int u_cell_bits;
uniform ivec2 u_first;
uniform ivec2 u_step;

int heard(ivec2 at_sample) {
  ivec2 cell = u_first + u_step * at_sample;
  if (u_source == kAmounts) return amount_in(u_amounts, cell);
  if (u_source == kPacked) return packed_index(u_packed_cells, u_codes, cell, u_cell_bits);
  return index_of(texelFetch(u_cells, cell, 0));
}

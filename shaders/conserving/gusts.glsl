// A pass of gusts: the air carries cells. u_breeze (unit 4): output of air_breeze.frag; u_pairs: the grip of each cell
// in the place of each other one, more than any speed if it is not carried there; u_lines, u_number, u_draws:
// StepDraws::gust_lines(), gust_number() and gust_base(); u_before: the passes of its kind before it in this step.
#include "conserving/packed.glsl"
#include "conserving/fell.glsl"

uniform usampler2D u_breeze;
uniform uint u_lines;
uniform uint u_number;
uniform int u_before;

// What is left of speeds for this pass; 0 if it carries nothing.
ivec4 beyond(ivec4 speeds) { return sign(speeds) * max(abs(speeds) - u_before * kGustCell, 0); }
ivec4 inside(uvec4 breeze) { return beyond(ivec4(breeze << 16) >> 16); }
ivec4 between(uvec4 breeze) { return beyond(ivec4(breeze) >> 16); }

// Which cells of a lane change places with their partners. firsts: 1 for the left or upper cell of its pair; columns
// and rows: the draws of the columns, and the rows, of these.
uvec4 are_blown(uvec4 cells, uvec4 partners, ivec4 speeds, uvec4 firsts, uvec4 columns, uvec4 rows) {
  uvec4 carried = 0u - (firsts ^ uvec4(lessThan(speeds, ivec4(0))));
  uvec4 grips = meetings_of(choose(carried, cells, partners), choose(carried, partners, cells));
  uvec4 chances = uvec4(clamp(abs(speeds) - ivec4(grips), 0, kGustCell)) * kGustMore;
  return uvec4(lessThan(draw_numbers(columns, rows) >> 16, chances));
}

void swap_cells(uint swaps, uvec4 partners, uint partner_fell) {
  o_cells = choose(all_bytes_of(swaps), partners, o_cells);
  o_fell = (o_fell & ~swaps) | (partner_fell & swaps);
}

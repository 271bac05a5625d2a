// A pass of gusts with pairs side by side. Inputs: those of gusts.glsl; u_turns: the rows turn.
#include "conserving/gusts.glsl"
#include "conserving/columns.glsl"

// The speeds over the pair whose left column this is, for the four words.
ivec4 speeds_at(int left, int row) {
  int last = textureSize(u_breeze, 0).x - 1, column = min(max(left, 0) / kAirTile, last), right = right_of(left);
  uvec4 breeze = texelFetch(u_breeze, ivec2(column, row), 0);
  return right < left || min(right / kAirTile, last) != column ? between(breeze) : inside(breeze);
}

void main() {
  int x = int(gl_FragCoord.x), row = int(gl_FragCoord.y), top = 16 * row;
  o_cells = texel_at(x, row);
  o_fell = fell_at(x, row);
  int left_even = left_of_pair(x, 0, u_turns), left_odd = left_of_pair(x, 1, u_turns);
  ivec4 speeds_even = speeds_at(left_even, row), speeds_odd = speeds_at(left_odd, row);
  if ((speeds_even | speeds_odd) == ivec4(0)) return;
  uint odd_rows = 0u;
  for (int lane = 0; lane < 4; ++lane)
    odd_rows |= bits_from((draw_numbers(uvec4(u_lines), rows_of(top + lane)) ^ u_number) & 1u, lane);
  int even = partner_of(x, left_even), odd = partner_of(x, left_odd);
  uvec4 partners = choose(all_bytes_of(odd_rows), texel_at(odd, row), texel_at(even, row));
  uint pairs = bits_of(nonzero(o_cells ^ partners)), swaps = 0u;
  uint firsts = (left_even == x ? ~odd_rows : 0u) | (left_odd == x ? odd_rows : 0u);
  uint draws_even = column_draw(u_draws, left_even), draws_odd = column_draw(u_draws, left_odd);
  for (uint todo = lanes_of(pairs); todo != 0u; todo &= todo - 1u) {
    int lane = first_lane(todo);
    uvec4 is_odd = 0u - ones_of(odd_rows, lane);
    ivec4 speeds = ivec4(choose(is_odd, uvec4(speeds_odd), uvec4(speeds_even)));
    uvec4 columns = choose(is_odd, uvec4(draws_odd), uvec4(draws_even));
    uvec4 blown = are_blown(fours_of(o_cells, lane), fours_of(partners, lane), speeds, ones_of(firsts, lane), columns,
                            rows_of(top + lane));
    swaps |= bits_from(blown & ones_of(pairs, lane), lane);
  }
  swap_cells(swaps, partners, (fell_at(odd, row) & odd_rows) | (fell_at(even, row) & ~odd_rows));
}

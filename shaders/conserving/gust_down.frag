// A pass of gusts with pairs over one another. Inputs: those of gusts.glsl.
#include "conserving/gusts.glsl"

void main() {
  int x = int(gl_FragCoord.x), row = int(gl_FragCoord.y), top = 16 * row;
  o_cells = texel_at(x, row);
  o_fell = fell_at(x, row);
  int column = min(x / kAirTile, textureSize(u_breeze, 0).x - 1), over = max(row - 1, 0);
  int under = min(row + 1, last_texel_row());
  uvec4 breeze = texelFetch(u_breeze, ivec2(column, row), 0);
  uvec4 above = uvec4(texelFetch(u_breeze, ivec2(column, over), 0).w, breeze.xyz);
  if ((inside(breeze) | between(breeze) | between(above)) == ivec4(0)) return;
  uint uppers = 0xffffu / 3u << ((mix32(u_lines ^ uint(x)) ^ u_number) & 1u) & 0xffffu;
  uvec4 partners = choose(all_bytes_of(uppers), cells_below(o_cells, texel_at(x, under).x),
                          cells_above(o_cells, texel_at(x, over).w));
  uint pairs = bits_of(nonzero(o_cells ^ partners)), swaps = 0u;
  if (row == 0) pairs &= uppers | ~1u;
  int last = u_size.y - 1 - top;  // the world's last row is in a pair only as the lower row
  if (last < 16) pairs &= ((2u << uint(last)) - 1u) & ~(uppers & (1u << uint(last)));
  uvec4 columns = uvec4(column_draw(u_draws, x));
  for (uint todo = lanes_of(pairs); todo != 0u; todo &= todo - 1u) {
    int lane = first_lane(todo);
    uint upper = (uppers >> uint(lane)) & 1u;
    ivec4 speeds = inside(breeze);
    if (upper == 1u && lane == 3) speeds = between(breeze);
    if (upper == 0u && lane == 0) speeds = between(above);
    uvec4 blown = are_blown(fours_of(o_cells, lane), fours_of(partners, lane), speeds, uvec4(upper), columns,
                            rows_of(top + lane - 1 + int(upper)));
    swaps |= bits_from(blown & ones_of(pairs, lane), lane);
  }
  uint fell_below = o_fell >> 1 | (fell_at(x, under) & 1u) << 15;
  uint fell_above = o_fell << 1 | (fell_at(x, over) >> 15 & 1u);
  swap_cells(swaps, partners, (fell_below & uppers) | (fell_above & ~uppers & 0xffffu));
}

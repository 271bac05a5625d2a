// Decays: elements that turn into others by themselves. u_draws: the base of the draws.
#include "conserving/decays.glsl"
#include "conserving/fell.glsl"

void main() {
  o_fell = 0u;  // nothing; but WebGL wants each texture to be written
  ivec2 p = ivec2(gl_FragCoord.xy);
  uint column = column_draw(u_draws, p.x);
  o_cells = texel_at(p.x, p.y);
  for (int word = 0; word < 4; ++word) o_cells = uvec4(o_cells.yzw, decayed(o_cells.x, column, 16 * p.y + 4 * word));
}

// What the air breaks, and then decays. u_draws: the base of the draws of decays, u_breaks: of what breaks; u_strain
// (unit 4): output of air_strain.frag.
#include "conserving/decays.glsl"

uniform uint u_draws;
uniform uint u_breaks;
uniform isampler2D u_strain;
layout(location = 0) out uvec4 o_cells;
layout(location = 1) out uint o_fell;  // nothing; but WebGL wants each texture to be written

// break_chance() in src/automata/conserving/air.hpp.
uint break_chance(int strain, int strength) {
  if (strength == 0 || strain <= strength) return 0u;
  return min(uint(min(strain - strength, kAirMost - 1)) * kBreakMore / uint(strength), kCertain);
}

bool is_loose(int x, int y) {
  if (x < 0 || y < 0 || x >= u_size.x || y >= u_size.y) return false;
  return !has(trait_of(code_at(texel_at(x, y >> 4), y & 15), kStrideRow), kStays);
}
bool is_surface(int x, int y) {
  return is_loose(x - 1, y) || is_loose(x + 1, y) || is_loose(x, y - 1) || is_loose(x, y + 1);
}

uint broken(uint cells, int strain, uint column, int top) {
  if (strain == 0) return cells;
  for (int lane = 0; lane < 4; ++lane) {
    uint strength = trait_of(code_in(cells, lane), kStrengthRow);
    uint chance = break_chance(strain, int(strength >> 8));
    if (chance == 0u || !hits(draw_number(column, top + lane), chance)) continue;
    if (!is_surface(int(gl_FragCoord.x), top + lane)) continue;
    cells = with_lane(cells, lane, strength);
  }
  return cells;
}

void main() {
  o_fell = 0u;
  ivec2 p = ivec2(gl_FragCoord.xy);
  ivec4 strain = texelFetch(u_strain, ivec2(min(p.x / kAirTile, textureSize(u_strain, 0).x - 1), p.y), 0);
  uint decays = column_draw(u_draws, p.x), breaks = column_draw(u_breaks, p.x);
  o_cells = texel_at(p.x, p.y);
  for (int word = 0; word < 4; ++word) {
    int top = 16 * p.y + 4 * word;
    o_cells = uvec4(o_cells.yzw, decayed(broken(o_cells.x, strain[word], breaks, top), decays, top));
  }
}

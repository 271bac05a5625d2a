// What the air breaks, and then decays. u_draws: the base of the draws of decays, u_breaks: of what breaks; u_strain
// (unit 4): output of air_strain.frag.
#include "conserving/decays.glsl"
#include "conserving/fell.glsl"

uniform uint u_breaks;
uniform isampler2D u_strain;

// break_chance() in src/automata/conserving/air.hpp.
uint break_chance(int strain, int strength) {
  if (strength == 0 || strain <= strength) return 0u;
  return min(uint(min(strain - strength, kAirMost - 1)) * kBreakMore / uint(strength), kCertain);
}

// strength_of(), thickness() and breaks() in the same file.
int strength_of(int strength, int thickness) {
  return (strength * (kThickUsual + thickness) + 2 * kThickUsual - 1) / (2 * kThickUsual);
}

bool is_in_world(ivec2 p) { return all(greaterThanEqual(p, ivec2(0))) && all(lessThan(p, u_size)); }
int fixed_beyond(ivec2 cell, ivec2 way, inout bool is_surface) {
  for (int i = 1; i < kThickMost; ++i) {
    ivec2 at = cell + i * way;
    bool is_there = is_in_world(at);
    if (is_there && has(trait_of(code_at(texel_at(at.x, at.y >> 4), at.y & 15), kStrideRow), kStays)) continue;
    if (i == 1 && is_there) is_surface = true;
    return i - 1;
  }
  return kThickMost - 1;
}
int thickness(ivec2 cell) {
  bool is_surface = false;
  int across = fixed_beyond(cell, ivec2(-1, 0), is_surface) + fixed_beyond(cell, ivec2(1, 0), is_surface);
  int along = fixed_beyond(cell, ivec2(0, -1), is_surface) + fixed_beyond(cell, ivec2(0, 1), is_surface);
  return is_surface ? min(1 + min(across, along), kThickMost) : 0;
}

uint broken(uint cells, int strain, uint column, int top) {
  if (strain == 0) return cells;
  for (int lane = 0; lane < 4; ++lane) {
    uint trait = trait_of(code_in(cells, lane), kStrengthRow);
    int strength = int(trait >> 8);
    uint draw = draw_number(column, top + lane), most = break_chance(strain, strength_of(strength, 1));
    if (most == 0u || !hits(draw, most)) continue;
    int thick = thickness(ivec2(int(gl_FragCoord.x), top + lane));
    uint chance = break_chance(strain, strength_of(strength, thick));
    if (thick > 0 && hits(draw, chance)) cells = with_lane(cells, lane, trait);
  }
  return cells;
}

void main() {
  o_fell = 0u;  // nothing; but WebGL wants each texture to be written
  ivec2 p = ivec2(gl_FragCoord.xy);
  ivec4 strain = texelFetch(u_strain, ivec2(min(p.x / kAirTile, textureSize(u_strain, 0).x - 1), p.y), 0);
  uint decays = column_draw(u_draws, p.x), breaks = column_draw(u_breaks, p.x);
  o_cells = texel_at(p.x, p.y);
  for (int word = 0; word < 4; ++word) {
    int top = 16 * p.y + 4 * word;
    o_cells = uvec4(o_cells.yzw, decayed(broken(o_cells.x, strain[word], breaks, top), decays, top));
  }
}

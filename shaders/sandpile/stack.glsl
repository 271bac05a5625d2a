// Stacks of sand and the ground under them. Names are those of src/automata/sandpile/scalar.cpp. Inputs: u_cells (unit
// 0) = heights; u_ground (unit 1), g = wetness, b = kPours for a spring, kDrains for a drain; u_size = size of the
// world; u_threshold and u_amount = T and M, and the change of T and M per level of wetness; u_pour = the amount that a
// spring adds; u_wet, u_springs = 1 if sand may be wet, and if there may be springs or drains. Constants from C++:
// kBlocked, kHeightMax, kPours, kDrains; the tags kStable, kUp, kDown, kLeft, kRight.
#include "common/bytes.glsl"

uniform isampler2D u_cells;
uniform sampler2D u_ground;
uniform ivec2 u_size;
uniform ivec2 u_threshold;
uniform ivec2 u_amount;
uniform int u_pour;
uniform int u_wet;
uniform int u_springs;

bool is_inside(ivec2 p) { return p.x >= 0 && p.y >= 0 && p.x < u_size.x && p.y < u_size.y; }

// The height after springs and drains have acted; outside the world that of an obstacle.
int height_at(ivec2 p) {
  if (!is_inside(p)) return kBlocked;
  int height = texelFetch(u_cells, p, 0).r;
  if (u_springs == 0) return height;
  int action = byte_of(texelFetch(u_ground, p, 0).b);
  if (action == kPours) return clamp(height + u_pour, -kHeightMax, kHeightMax);
  return action == kDrains ? min(height, 0) : height;
}

int wetness_at(ivec2 p) { return u_wet == 0 ? 0 : byte_of(texelFetch(u_ground, p, 0).g); }
int threshold_at(ivec2 p) { return u_threshold.x + u_threshold.y * wetness_at(p); }
int amount_at(ivec2 p) { return u_amount.x - u_amount.y * wetness_at(p); }

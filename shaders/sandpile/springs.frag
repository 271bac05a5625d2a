// Springs and drains act. Inputs: see each_cell.glsl; u_ground (unit 1), b = kPours for a spring, kDrains for a drain;
// u_size = size of the world; u_pour = the amount that a spring adds. Constants from C++: kBlocked, kHeightMax, kPours,
// kDrains.
#include "common/bytes.glsl"
#include "common/each_cell.glsl"

uniform sampler2D u_ground;
uniform ivec2 u_size;
uniform int u_pour;

int changed(ivec2 p, int height) {
  if (height == kBlocked) return height;
  int action = byte_of(texelFetch(u_ground, min(p, u_size - 1), 0).b);
  if (action == kPours) return clamp(height + u_pour, -kHeightMax, kHeightMax);
  return action == kDrains ? min(height, 0) : height;
}

void main() { change_square(); }

// Faucets pour into the cells below them. Inputs: see each_cell.glsl; u_ground (unit 1), b = kPours for a faucet;
// u_size = size of the world; u_pour = the amount that a faucet pours. Constants from C++: kFullCell, kPours.
#include "common/bytes.glsl"
#include "common/each_cell.glsl"

uniform sampler2D u_ground;
uniform ivec2 u_size;
uniform int u_pour;

int changed(ivec2 p, int cell) {
  if (cell < 0 || cell >= kFullCell || p.y == 0) return cell;
  return byte_of(texelFetch(u_ground, min(p - ivec2(0, 1), u_size - 1), 0).b) == kPours ? cell + u_pour : cell;
}

void main() { change_square(); }

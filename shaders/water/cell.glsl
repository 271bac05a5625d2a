// Cells of water. Names are those of src/automata/water/scalar.cpp.
// Inputs: u_cells (unit 0) = masses, kGround or kDrain; u_ground (unit 1), b = kPours for a faucet; u_size = size of
// the world; u_rim = the cell outside the world; u_pour = the amount that a faucet pours; u_faucets = 1 if there are
// any.
// Constants from C++: kFullCell, kPressedMax, kGround, kDrain, kPours.
#include "common/bytes.glsl"

uniform isampler2D u_cells;
uniform sampler2D u_ground;
uniform ivec2 u_size;
uniform int u_rim;
uniform int u_pour;
uniform int u_faucets;

bool is_inside(ivec2 p) { return p.x >= 0 && p.y >= 0 && p.x < u_size.x && p.y < u_size.y; }

// The cell after the faucets have poured.
int cell_at(ivec2 p) {
  if (!is_inside(p)) return u_rim;
  int cell = texelFetch(u_cells, p, 0).r;
  if (u_faucets == 0 || cell < 0 || cell >= kFullCell || p.y == 0) return cell;
  return byte_of(texelFetch(u_ground, p + ivec2(0, -1), 0).b) == kPours ? cell + u_pour : cell;
}

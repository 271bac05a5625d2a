// Edits of water; the words are those of src/automata/water/water_world.cpp.
// Constants from C++: kFull, kMassMax. u_cells (unit 0), u_ground (unit 1): copies of what is under the edit. u_least_mass: what
// counts as air. u_liquid: the element that water is.
#include "common/patch.glsl"

uniform isampler2D u_cells;
uniform sampler2D u_ground;
uniform int u_least_mass;
uniform int u_liquid;

const int kGround = -1, kDrain = -2;

int present_at(ivec2 p, int cell) {
  if (cell < 0) return byte_of(texelFetch(u_ground, p, 0).r);
  return cell > u_least_mass ? u_liquid : 0;
}

// Edits of water. Names are those of src/automata/water/water_world.cpp.
// Inputs: u_cells (unit 0), u_ground (unit 1) = copies of the cells under the edit; u_min_mass = the largest mass that
// counts as air; u_liquid = the element of water.
// Constants from C++: kFullCell, kMassMax, kGround, kDrain, kPours; those of patch.glsl.
#include "common/patch.glsl"

uniform isampler2D u_cells;
uniform sampler2D u_ground;
uniform int u_min_mass;
uniform int u_liquid;

int present_at(ivec2 p, int cell) {
  if (cell < 0) return byte_of(texelFetch(u_ground, p, 0).r);
  return cell > u_min_mass ? u_liquid : 0;
}

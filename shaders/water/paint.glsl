// Edits of water. Names are those of src/automata/water/water_world.cpp.
// Inputs: u_ground (unit 1) = the ground before the edit; u_min_mass = the largest mass that counts as air; u_liquid =
// the element of water.
// Constants from C++: kFullCell, kMassMax, kGround, kDrain, kPours; those of patch.glsl.
#include "common/patch.glsl"

uniform sampler2D u_ground;
uniform int u_min_mass;
uniform int u_liquid;

int present_at(ivec2 p, int cell) {
  if (cell < 0) return byte_of(texelFetch(u_ground, min(p, textureSize(u_ground, 0) - 1), 0).r);
  return cell > u_min_mass ? u_liquid : 0;
}

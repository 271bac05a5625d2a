// The bands of a target that the pass of a row draws: one row of all blocks is a band, see band.glsl. u_first_band,
// u_bands = the rows, followed by the memory of the blocks; one instance per band. u_target = size of the target.
#include "elements/band.glsl"

uniform ivec2 u_blocks;
uniform ivec2 u_target;
uniform int u_first_band;
uniform int u_bands;
flat out int v_band;

void main() {
  v_band = gl_InstanceID == u_bands ? int(kBlock) : u_first_band + gl_InstanceID;
  ivec2 begin = ivec2(0, v_band * u_band), end = begin + u_blocks;
  ivec2 corner = ivec2((gl_VertexID & 1) == 0 ? begin.x : end.x, (gl_VertexID & 2) == 0 ? begin.y : end.y);
  gl_Position = vec4(vec2(corner) / vec2(u_target) * 2.0 - 1.0, 0.0, 1.0);
}

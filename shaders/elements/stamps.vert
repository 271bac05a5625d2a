// A rectangle around each stamp of a pass, as a triangle strip; one instance per block. Inputs: u_blocks = the number
// of blocks across and down; u_origin, u_unit = the first cell of the target and the cells in each of its texels;
// u_target = the target's size in texels; u_keys (unit 4) = the highest key over the centre of each block's stamp: a
// stamp covered by a higher key is void; u_voids = 1 if u_keys is valid.
#include "elements/rules.glsl"
#include "elements/stamps.glsl"

uniform usampler2D u_keys;
uniform bool u_voids;
uniform ivec2 u_blocks;
uniform ivec2 u_origin;
uniform int u_unit;
uniform ivec2 u_target;
flat out uvec4 v_stamp;

void main() {
  ivec2 place = ivec2(gl_InstanceID % u_blocks.x, gl_InstanceID / u_blocks.x);
  v_stamp = texelFetch(u_stamps, place, 0);
  bool is_void = v_stamp.a == 0u || (u_voids && texelFetch(u_keys, place, 0).r > v_stamp.g);
  ivec4 extent = extent_of(v_stamp);
  ivec2 begin = max(extent.xy - u_origin, 0) / u_unit, end = max(extent.zw - u_origin + u_unit - 1, 0) / u_unit;
  ivec2 corner = ivec2((gl_VertexID & 1) == 0 ? begin.x : end.x, (gl_VertexID & 2) == 0 ? begin.y : end.y);
  vec2 position = vec2(min(corner, u_target)) / vec2(u_target) * 2.0 - 1.0;
  gl_Position = is_void ? vec4(2.0, 2.0, 0.0, 1.0) : vec4(position, 0.0, 1.0);
}

// The highest key that covers the centre of each block's stamp: the target has one texel per block, and the greatest
// depth wins.
#include "elements/rules.glsl"
#include "elements/stamps.glsl"

flat in uvec4 v_stamp;
out uint o_key;

void main() {
  uvec4 other = texelFetch(u_stamps, ivec2(gl_FragCoord.xy), 0);
  if (other.a == 0u || !covers(v_stamp, centre_of(other))) discard;
  o_key = v_stamp.g;
  gl_FragDepth = depth_of(v_stamp.g);
}

// Fills cells with the stamp of the highest key over them. Inputs: u_cells (unit 0) = the current cells, which stay
// served if they are; u_size.
#include "common/bytes.glsl"
#include "elements/rules.glsl"
#include "elements/stamps.glsl"

uniform sampler2D u_cells;
uniform ivec2 u_size;
flat in uvec4 v_stamp;
out vec4 o_cell;

// True for the cells that the reaction of the same turn has changed: the centre and the neighbour.
bool is_spared(ivec2 p) {
  if ((v_stamp.a & kStampSpares) == 0u) return false;
  int code = int((v_stamp.a >> kStampSparedShift) & 15u);
  ivec2 from_centre = p - centre_of(v_stamp);
  return from_centre == ivec2(0) || from_centre == ivec2(code % 4 - 1, code / 4 - 1);
}

uint filling_at(ivec2 p) {
  if (!is_item(v_stamp)) return v_stamp.g & 0xffu;
  ivec2 size = item_size(v_stamp), at = p - extent_of(v_stamp).xy;
  uint i = uint(at.y * size.x + at.x);
  return (rules_at(v_stamp.b + 1u + i / 16u)[(i / 4u) % 4u] >> (8u * (i % 4u))) & 0xffu;
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  bool is_border = any(equal(p, ivec2(0))) || any(equal(p, u_size - 1));
  if (is_border || is_spared(p) || !covers(v_stamp, p)) discard;
  uint filling = filling_at(p);
  if (is_item(v_stamp) && filling == kItemKeeps) discard;
  int served = byte_of(texelFetch(u_cells, p, 0).g) & int(kServed >> kCellEnergyShift);
  o_cell = vec4(float(filling) / 255.0, float(served) / 255.0, 0.0, 1.0);
  gl_FragDepth = depth_of(v_stamp.g);
}

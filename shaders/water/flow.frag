// First pass: what flows out of a cell. Inputs: see cell.glsl; u_compress, u_min_flow, u_max_speed, u_share = the
// members of water::Flows. Output: what flows down, left, right and up.
#include "common/rng.glsl"
#include "water/cell.glsl"

uniform int u_compress;
uniform int u_min_flow;
uniform int u_max_speed;
uniform uint u_share;
out ivec4 o_flows;

// How much of a total the lower of two cells should hold. below() of rng.glsl is the high word of a product.
int split(uint total) {
  if (total <= uint(kFullCell)) return kFullCell;
  if (total >= uint(2 * kFullCell + u_compress)) return int((total + uint(u_compress)) >> 1);
  return kFullCell + int(below(total - uint(kFullCell), u_share));
}

int lower_half(int a, int b) { return split(uint(a) + uint(b)); }

int limited(int flow, int limit) { return clamp(flow > u_min_flow ? flow >> 1 : flow, 0, limit); }

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int mass = max(cell_at(p), 0), rest = mass;
  int dn = cell_at(p + ivec2(0, 1)), lf = cell_at(p + ivec2(-1, 0));
  int rt = cell_at(p + ivec2(1, 0)), up = cell_at(p + ivec2(0, -1));
  o_flows = ivec4(0);
  if (dn != kGround) {
    int held = min(lower_half(rest, max(dn, 0)), kPressedMax);
    o_flows.x = limited(held - max(dn, 0), min(u_max_speed, rest));
  }
  rest -= o_flows.x;
  if (lf != kGround) o_flows.y = limited(max(mass - max(lf, 0), 0) >> 2, rest);
  rest -= o_flows.y;
  if (rt != kGround) o_flows.z = limited(max(mass - max(rt, 0), 0) >> 2, rest);
  rest -= o_flows.z;
  if (up != kGround) {
    int room = kPressedMax - max(up, 0);
    o_flows.w = limited(min(rest - lower_half(rest, max(up, 0)), room), min(u_max_speed, rest));
  }
}

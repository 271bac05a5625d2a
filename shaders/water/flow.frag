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
int split(int total) {
  if (total <= kFullCell) return kFullCell;
  if (total >= 2 * kFullCell + u_compress) return (total + u_compress) >> 1;
  return kFullCell + int(below(uint(total - kFullCell), u_share));
}

int limited(int flow, int limit) { return clamp(flow > u_min_flow ? flow >> 1 : flow, 0, limit); }

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int mass = max(cell_at(p), 0), rest = mass;
  int dn = cell_at(p + ivec2(0, 1)), lf = cell_at(p + ivec2(-1, 0));
  int rt = cell_at(p + ivec2(1, 0)), up = cell_at(p + ivec2(0, -1));
  o_flows = ivec4(0);
  if (dn != kGround) o_flows.x = limited(split(rest + max(dn, 0)) - max(dn, 0), min(u_max_speed, rest));
  rest -= o_flows.x;
  if (lf != kGround) o_flows.y = limited(max(mass - max(lf, 0), 0) >> 2, rest);
  rest -= o_flows.y;
  if (rt != kGround) o_flows.z = limited(max(mass - max(rt, 0), 0) >> 2, rest);
  rest -= o_flows.z;
  if (up != kGround) o_flows.w = limited(rest - split(rest + max(up, 0)), min(u_max_speed, rest));
}

// A step of the air: AirField::step() in src/automata/conserving/air.hpp. u_air (unit 2): r = pressure, g and b = what
// flows right and down; o_air likewise. u_facts (unit 4): output of air_facts.frag; u_wind: its flows; u_open: as in
// leave.glsl.
uniform isampler2D u_air;
uniform isampler2D u_facts;
uniform ivec2 u_wind;
uniform ivec4 u_open;
out ivec4 o_air;

// Divides by a power of 2, towards 0; or away from 0.
int toward_zero(int n, int shift) { return sign(n) * (abs(n) >> shift); }
int from_zero(int n, int shift) { return sign(n) * ((abs(n) + (1 << shift) - 1) >> shift); }

// The flow over a side in the next step, and what goes over it in this step.
ivec2 flow_over(int flow, int wind, int push, int fall, int open) {
  if (open == 0) return ivec2(0);
  int steady = wind / kWindParts * max(open - kWindParts, 0);
  int next = flow - from_zero(flow - steady, kDrag) + push + toward_zero(fall * open, kPush);
  return ivec2(next, next + toward_zero(fall * open, kSeep));
}
ivec2 flow_right(int flow, ivec4 facts, ivec4 to) {
  int push = ((facts.b << 16) >> 16) + ((to.b << 16) >> 16);
  return flow_over(flow, u_wind.x, push, facts.r - to.r, facts.g & 0xff);
}
ivec2 flow_down(int flow, ivec4 facts, ivec4 to) {
  return flow_over(flow, u_wind.y, (facts.b >> 16) + (to.b >> 16), facts.r - to.r, facts.g >> 8);
}

void main() {
  ivec2 tile = ivec2(gl_FragCoord.xy), size = textureSize(u_air, 0), last = size - 1;
  ivec2 left = ivec2(tile.x > 0 ? tile.x - 1 : last.x, tile.y), above = ivec2(tile.x, tile.y > 0 ? tile.y - 1 : last.y);
  ivec2 beside = ivec2(tile.x < last.x ? tile.x + 1 : 0, tile.y);
  ivec2 under = ivec2(tile.x, tile.y < last.y ? tile.y + 1 : 0);
  ivec4 air = texelFetch(u_air, tile, 0), facts = texelFetch(u_facts, tile, 0);
  ivec2 right = flow_right(air.g, facts, texelFetch(u_facts, beside, 0));
  ivec2 down = flow_down(air.b, facts, texelFetch(u_facts, under, 0));
  int from_left = flow_right(texelFetch(u_air, left, 0).g, texelFetch(u_facts, left, 0), facts).y;
  int from_above = flow_down(texelFetch(u_air, above, 0).b, texelFetch(u_facts, above, 0), facts).y;
  int pressure = facts.r + from_left + from_above - right.y - down.y;
  if (abs(facts.r) < kSourceMost) pressure += facts.a;
  bvec4 at = bvec4(tile.x == 0, tile.x == last.x, tile.y == 0, tile.y == last.y);
  if (ivec4(at) * u_open != ivec4(0)) pressure -= from_zero(pressure, kLeak);
  o_air = ivec4(pressure, right.x, down.x, 0);
}

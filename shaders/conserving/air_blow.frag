// What Blow does to the air: AirField::blow_at() in src/automata/conserving/air.hpp. u_air (unit 2) and o_air: as in
// air_step.frag; u_counts (unit 4): how many cells of each tile are blown; u_way: where to, -1..1 each.
uniform isampler2D u_air;
uniform usampler2D u_counts;
uniform ivec2 u_way;
out ivec4 o_air;

int count_at(ivec2 tile) {
  return any(equal(tile, textureSize(u_air, 0))) ? 0 : int(texelFetch(u_counts, tile, 0).r);
}

// Each cell adds to the flow, within its limits.
int blown(int flow, int way, int count) {
  if (count == 0) return flow;
  int first = clamp(flow + way * kBlowAir, -kAirMost, kAirMost);
  return clamp(first + way * kBlowAir * (count - 1), -kAirMost, kAirMost);
}

void main() {
  ivec2 tile = ivec2(gl_FragCoord.xy);
  o_air = texelFetch(u_air, tile, 0);
  int count = count_at(tile);
  o_air.g = blown(o_air.g, u_way.x, count + count_at(tile + ivec2(1, 0)));
  o_air.b = blown(o_air.b, u_way.y, count + count_at(tile + ivec2(0, 1)));
}

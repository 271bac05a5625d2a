// To which blast each cell belongs: of those in whose radius it lies, the nearest. u_tiles (unit 4): the tiles that
// hold blasts; u_draws, u_order: the bases of the draws.
#include "conserving/bursts.glsl"

uniform sampler2D u_tiles;
uniform uint u_draws;
uniform uint u_order;
out vec4 o_claim;

struct Key {
  int distance;
  uint order;
  ivec2 at;
};

bool goes_before(Key a, Key b) {
  if (a.distance != b.distance) return a.distance < b.distance;
  if (a.order != b.order) return a.order < b.order;
  return a.at.y != b.at.y ? a.at.y < b.at.y : a.at.x < b.at.x;
}

// Looks at the blasts near `p`, which may be a column beyond the world: then they reach over the seam.
void look_around(ivec2 p, inout Key best) {
  ivec2 first = max(p - kBlastReach, 0) / kBlastTile, last = min(p + kBlastReach, u_size - 1) / kBlastTile;
  if (p.x + kBlastReach < 0) return;
  for (int row = first.y; row <= last.y; ++row) {
    for (int column = first.x; column <= last.x; ++column) {
      if (texelFetch(u_tiles, ivec2(column, row), 0).r == 0.0) continue;
      ivec2 begin = max(ivec2(column, row) * kBlastTile, p - kBlastReach);
      ivec2 end = min(min(ivec2(column, row) * kBlastTile + kBlastTile, u_size), p + kBlastReach + 1);
      for (int y = begin.y; y < end.y; ++y) {
        for (int x = begin.x; x < end.x; ++x) {
          ivec2 at = ivec2(x, y), way = at - p;
          vec4 cell = cell_at(at);
          Traits blast = traits_of(cell);
          int distance = way.x * way.x + way.y * way.y, reach = blast.radius;
          if (distance > reach * reach || !explodes(blast, u_draws, at)) continue;
          if (u_wraps && (-2 * way.x > u_size.x || 2 * way.x >= u_size.x)) continue;  // there is a shorter path
          Key key = Key(distance, draw_number(u_order, at), at);
          if (!goes_before(key, best)) continue;
          best = key;
          o_claim = vec4(vec2(way + kBlastOrigin) / 255.0, cell.r, 1.0);
        }
      }
    }
  }
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  Key best = Key(2 * kBlastReach * kBlastReach, 0u, ivec2(0));
  o_claim = vec4(0.0);
  look_around(p, best);
  if (!u_wraps) return;
  look_around(p - ivec2(u_size.x, 0), best);
  look_around(p + ivec2(u_size.x, 0), best);
}

// Bursts, as in src/automata/conserving/bursts.hpp. Inputs besides those of pairs.glsl: u_bursts (unit 3), a column for
// each element; row 0: r = radius, g = what cells become, b = kBursts if it bursts, plus kResists if it resists; row 1:
// r and g = its chance in a step minus 1 as low and high byte, b and a = its resistance likewise.
#include "conserving/pairs.glsl"

uniform sampler2D u_bursts;

struct Traits {
  int radius, flags;
  uint into, chance, resistance;
};

Traits traits_of(vec4 cell) {
  vec4 kind = texelFetch(u_bursts, ivec2(index_of(cell), 0), 0);
  vec4 chances = texelFetch(u_bursts, ivec2(index_of(cell), 1), 0);
  return Traits(byte_of(kind.r), byte_of(kind.b), uint(byte_of(kind.g)),
                uint(byte_of(chances.r) + 256 * byte_of(chances.g) + 1),
                uint(byte_of(chances.b) + 256 * byte_of(chances.a) + 1));
}

bool explodes(Traits traits, uint draws, ivec2 p) {
  return (traits.flags & kBursts) != 0 && hits(draw_number(draws, p), traits.chance);
}

// To which blast a cell belongs: r and g = the offset to it plus kBlastOrigin, b = its element, a not 0 if there is
// one.
struct Claim {
  bool exists;
  ivec2 from;
  Traits blast;
};

Claim claim_at(sampler2D claims, ivec2 p) {
  vec4 texel = texelFetch(claims, p, 0);
  ivec2 way = ivec2(byte_of(texel.r), byte_of(texel.g)) - kBlastOrigin;
  return Claim(texel.a != 0.0, p + way, traits_of(vec4(texel.b, 0.0, 0.0, 1.0)));
}

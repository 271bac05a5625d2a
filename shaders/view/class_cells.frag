// Classes of cells, pass 4: what each cell shows.
// Inputs: those of view/around.glsl, from class_columns.frag; u_rows (unit 1), from class_rows.frag; u_motion,
// u_bubbles = which parts are on.
// Output: CellClass of src/render/motion.hpp: kind, place, cover, surface.
#include "view/around.glsl"

uniform sampler2D u_rows;
uniform bool u_motion;
uniform bool u_bubbles;
out vec4 o_class;

ivec4 rows_at(ivec2 p) { return outside(p) ? ivec4(8, 0, 0, 0) : bytes_of(texelFetch(u_rows, p, 0)); }

// Rounded as in C++.
float in_bytes(float cover) { return floor(cover * 255.0 + 0.5) / 255.0; }

vec4 shown(int style, ivec2 place, float cover) {
  int surface = style == kLiquidStyle && place.y != 0 ? kDeep : 0;
  vec2 kind_place = vec2(kBackground | style << 4, (place.x + 8) | (place.y + 8) << 4);
  return vec4(kind_place / 255.0, in_bytes(cover), float(surface) / 255.0);
}

vec4 find_streak(int down, int up, bool falling, ivec4 low, ivec4 top) {
  bool liquid = has(falling ? low.r : top.r, kTraitLiquid);
  bool bridge = up > 0 && up <= (falling ? kBridgeCells : kLandingCells) + 1 - down && has(top.r, kTraitFalls);
  float fade = 1.0 - float(down - 1) / float(kStreakCells);
  float cover = bridge ? (liquid ? kLiquidBridge : kPowderBridge) : (liquid ? kLiquidStreak : kPowderStreak) * fade;
  return falling || bridge ? shown(kStreakStyle, ivec2(0, falling ? down : -up), cover) : vec4(-1.0);
}

vec4 background(ivec2 p, ivec4 own, ivec4 sides[4], vec4 plain) {
  int down = own.g & 15, up = own.g >> 4;
  ivec4 low = columns_at(p + ivec2(0, down)), top = columns_at(p - ivec2(0, up)), rows = rows_at(p);
  if (u_bubbles && rows.g != 0) return shown(kLiquidStyle, ivec2(0, down), kBubbleCover);
  if (!u_motion) return plain;
  vec4 streak = down > 0 ? find_streak(down, up, moves(low, p + ivec2(0, down)), low, top) : vec4(-1.0);
  if (streak.a >= 0.0) return streak;
  if (rows.r != 8) return shown(kLiquidStyle, ivec2(rows.r - 8, 0), kGapCover);
  int splash = rows_at(p + ivec2(0, down - 1)).b;
  if (down > 0 && down <= kSprayRows && has(low.r, kTraitLiquid) && splash > 0) {
    return shown(kSprayStyle, ivec2(0, down), kSprayCover * float(splash) / float((kSplashColumns + 1) * down));
  }
  bool left = has(sides[0].r, kTraitGas), right = has(sides[1].r, kTraitGas), over = has(sides[2].r, kTraitGas);
  int count = int(left) + int(right) + int(over) + int(has(sides[3].r, kTraitGas));
  if (count < 2) return plain;
  return shown(kGasStyle, ivec2(left ? -1 : right ? 1 : 0, left || right ? 0 : -1), kGasFill * float(count - 1) / 3.0);
}

int find_surface(ivec2 p, ivec4 above) {
  int under = has(above.r, kTraitLiquid) ? 1 : 0;
  ivec2 air = p - ivec2(0, 1 + under);
  ivec4 rows = rows_at(air);
  if (!has(traits_at(air), kTraitAir) || rows.g != 0) return kDeep;
  if (!u_motion) return under;
  return under | (under == 0 && rows.r != 8 ? 4 : 0) | rows.b << 3;
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  ivec4 own = columns_at(p);
  ivec4 sides[4] = ivec4[](columns_at(p + ivec2(-1, 0)), columns_at(p + ivec2(1, 0)), columns_at(p + ivec2(0, -1)),
                           columns_at(p + ivec2(0, 1)));
  bool falls = moves(own, p);
  int matter = own.r & 7, down = own.g & 15, up = own.g >> 4, kind = matter | (falls ? kFallsBit : 0);
  bool liquid = has(own.r, kTraitLiquid), alone = !is_matter(sides[0].r) && !is_matter(sides[1].r);
  bool drop = falls && (up == 0 || up > kLandingCells) && (down == 0 || down > kLandingCells);
  bool bump = !falls && has(sides[3].r, kTraitLiquid) && !is_matter(sides[2].r);
  float cover = u_motion && liquid && alone ? (drop ? kDropCover : bump ? kBumpCover : 1.0) : 1.0;
  if (u_motion && has(own.r, kTraitGas)) {
    int open = 0;
    for (int i = 0; i < 4; ++i) open += is_background(sides[i].r) ? 1 : 0;
    cover = 1.0 - kGasThin * float(open) / 4.0;
  }
  int surface = liquid && !falls ? find_surface(p, sides[2]) : 0;
  vec4 plain = vec4(float(kind) / 255.0, float(kHere) / 255.0, in_bytes(cover), float(surface) / 255.0);
  o_class = matter == kBackground ? background(p, own, sides, plain) : plain;
}

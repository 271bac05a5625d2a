// Classes of cells, pass 3: gaps, bubbles and splashes, of cells of air.
// Inputs: those of view/around.glsl, from class_columns.frag.
// Output: r = where the liquid is that fills the gap, plus 8; g = 1: a bubble; b = how near liquid falls.
#include "view/around.glsl"

out vec4 o_rows;

int beside(ivec2 p, int step, out int traits) {
  int found = 0;
  bool open = true;
  traits = 0;
  for (int d = 1; d <= kBubbleReach; ++d) {
    int there = traits_at(p + ivec2(d * step, 0));
    if (open && is_matter(there)) {
      found = d;
      traits = there;
    }
    open = open && has(there, kTraitAir);
  }
  return found;
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  ivec4 own = bytes_of(texelFetch(u_image, p, 0));
  int down = own.g & 15, up = own.g >> 4, left_traits, right_traits;
  int left = beside(p, -1, left_traits), right = beside(p, 1, right_traits);
  ivec2 under = p + ivec2(0, down);
  ivec4 low = columns_at(under);
  bool bubble = has(own.r, kTraitAir) && down > 0 && down <= kBubbleReach && has(low.r, kTraitLiquid) &&
                !moves(low, under) && up > 0 && up <= kBubbleReach && left > 0 && right > 0;
  bool gap = is_background(own.r) && down == 1 && left > 0 && left <= kGapReach && right > 0 && right <= kGapReach &&
             has(left_traits, kTraitLiquid) && has(right_traits, kTraitLiquid);
  int splash = 0;
  for (int dx = -kSplashColumns; dx <= kSplashColumns; ++dx) {
    ivec2 at = p + ivec2(dx, 0);
    if (!outside(at) && texelFetch(u_image, at, 0).a > 0.0) splash = max(splash, kSplashColumns + 1 - abs(dx));
  }
  o_rows = bytes(gap ? (left <= right ? -left : right) + 8 : 8, bubble ? 1 : 0, splash, 0);
}

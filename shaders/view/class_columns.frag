// Classes of cells, pass 2: what is above and below each cell.
// Inputs: those of view/around.glsl, from class_traits.frag.
// Output: r = traits; g = distance of the next matter below, and above times 16, 0: none near; b = how far below a
// loose cell the air is, 0: it does not fall; a = 1: background with liquid that falls straight above it.
#include "view/around.glsl"

out vec4 o_columns;

// Calls are in order of the distance; `open` until the first that is not air.
void look(int traits, int distance, inout int found, inout bool open) {
  if (open && is_matter(traits)) found = distance;
  open = open && has(traits, kTraitAir);
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int own = traits_at(p), down = 0, up = 0, fall = 0, top = 0;
  bool open = true, loose = has(own, kTraitFalls);
  for (int d = 1; d <= kStreakCells; ++d) {
    int traits = traits_at(p + ivec2(0, d));
    look(traits, d, down, open);
    if (loose && d <= kFallLook && has(traits, kTraitAir)) fall = d;
    loose = loose && fall == 0 && has(traits, kTraitFalls);
  }
  open = true;
  for (int d = 1; d <= kBridgeCells; ++d) {
    int traits = traits_at(p - ivec2(0, d));
    look(traits, d, up, open);
    if (up == d) top = traits;
  }
  bool rains = is_background(own) && up > 0 && up <= kSplashRows && has(top, kTraitLiquid) && has(top, kTraitFalls);
  o_columns = bytes(own, down | up << 4, fall, rains ? 1 : 0);
}

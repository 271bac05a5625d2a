// What an edit does to a cell. Names are those of src/automata/field/field_world.hpp.
// Inputs: u_patch (unit 2), r = the operation, g = the element or the amount; u_origin = the cell of its first texel;
// u_only_over = the element that may be painted over, or -1 for any; u_clears = 1 if the content of a cell is removed
// before something is added.
// Constants from C++: the operations kNone, kPaintAir, kPaintPowder, kPaintGround, kPaintLiquid, kPaintFaucet,
// kPaintDrain, and from kAdd on, kAdd and kAddWetness.
#include "common/bytes.glsl"

uniform isampler2D u_patch;
uniform ivec2 u_origin;
uniform int u_only_over;
uniform int u_clears;

// The operation and its value for a cell that holds the element `present`; nothing outside the edit.
ivec2 patch_at(ivec2 p, int present) {
  ivec2 at_texel = p - u_origin;
  if (any(lessThan(at_texel, ivec2(0))) || any(greaterThanEqual(at_texel, textureSize(u_patch, 0))))
    return ivec2(kNone, 0);
  ivec2 patch_here = texelFetch(u_patch, at_texel, 0).rg;
  bool spared = u_only_over >= 0 && patch_here.r < kAdd && present != u_only_over;
  return spared ? ivec2(kNone, 0) : patch_here;
}

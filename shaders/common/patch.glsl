// What an edit does to a cell; the words are those of src/automata/field/edit_patch.hpp.
// u_patch (unit 2): r = the operation, g = the element or amount; its first texel is the cell u_origin. u_only_over: the element that
// may be painted over, or -1. u_clears: 1 when what stands on a cell is taken away before something is added.
uniform isampler2D u_patch;
uniform ivec2 u_origin;
uniform int u_only_over;
uniform int u_clears;

const int kNone = 0, kPaintAir = 1, kPaintPowder = 2, kPaintGround = 3, kPaintLiquid = 4, kPaintFaucet = 5, kPaintDrain = 6;
const int kAdd = 7, kAddWetness = 8;

// PatchOperation and value for a cell that holds this element.
ivec2 patch_at(ivec2 p, int present) {
  ivec2 patch_here = texelFetch(u_patch, p - u_origin, 0).rg;
  bool spared = u_only_over >= 0 && patch_here.r < kAdd && present != u_only_over;
  return spared ? ivec2(kNone, 0) : patch_here;
}

int byte_of(float channel) { return int(channel * 255.0 + 0.5); }

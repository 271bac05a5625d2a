// The ground after an edit. Inputs: u_cells (unit 0) = the masses before the edit; see paint.glsl and patch.glsl.
// Output: r = the element of ground, faucet or drain, 0 elsewhere; b = kPours for a faucet.
#include "common/squares.glsl"
#include "water/paint.glsl"

uniform isampler2DArray u_cells;
out vec4 o_ground;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  o_ground = texelFetch(u_ground, p, 0);
  ivec2 operation = patch_at(p, present_at(p, amount_in(u_cells, p)));
  if (operation.r == kNone || operation.r >= kAdd) return;
  bool stands = operation.r != kPaintAir && operation.r != kPaintLiquid;
  o_ground.r = stands ? float(operation.g) / 255.0 : 0.0;
  o_ground.b = operation.r == kPaintFaucet ? float(kPours) / 255.0 : 0.0;
}

// The ground after an edit. Inputs: see paint.glsl and patch.glsl. Output: r = the kind of ground, g = wetness,
// b = kPours for a spring, kDrains for a drain.
#include "sandpile/paint.glsl"

out vec4 o_ground;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  vec4 before = texelFetch(u_ground, p, 0);
  ivec2 operation = patch_at(p, u_only_over);
  int ground = ground_after(operation, byte_of(before.r));
  int wetness = byte_of(before.g);
  if (operation.r == kPaintLiquid && ground != kObstacle) wetness = kWetnessMax;
  if (operation.r == kAddWetness && ground != kObstacle) {
    wetness = clamp(wetness + clamp(operation.g, -kWetnessMax, kWetnessMax), 0, kWetnessMax);
  }
  int action = ground == kSpring ? kPours : ground == kDrain ? kDrains : 0;
  o_ground = vec4(vec3(ground, wetness, action) / 255.0, before.a);
}

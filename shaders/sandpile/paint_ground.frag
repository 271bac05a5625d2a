// What an edit makes of the ground. Inputs: see paint.glsl and patch.glsl. Output: r = what stands there, g = wetness, b = 1 for a
// spring, 2 for a drain.
#include "sandpile/paint.glsl"

out vec4 o_ground;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  vec4 before = texelFetch(u_ground, p, 0);
  ivec2 operation = patch_at(p, u_only_over);
  int ground = ground_after(operation, byte_of(before.r));
  int wetness = byte_of(before.g);
  if (operation.r == kPaintLiquid && ground != kObstacle) wetness = 255;
  if (operation.r == kAddWetness && ground != kObstacle) wetness = clamp(wetness + clamp(operation.g, -255, 255), 0, 255);
  float does = ground == kSpring ? 1.0 : ground == kSink ? 2.0 : 0.0;
  o_ground = vec4(float(ground) / 255.0, float(wetness) / 255.0, does / 255.0, before.a);
}

// Second pass of a step: the height of a stack after it and its neighbours have given sand as their tags say. Inputs:
// see stack.glsl; u_tags (unit 2), r = the tag / 255. Output: the height.
#include "sandpile/stack.glsl"

uniform sampler2D u_tags;
out int o_height;

int tag_at(ivec2 p) { return is_inside(p) ? byte_of(texelFetch(u_tags, p, 0).r) : kStable; }

int received(ivec2 p, int wanted) { return tag_at(p) == wanted ? amount_at(p) : 0; }

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int height = height_at(p);
  height += received(p + ivec2(0, -1), kDown) + received(p + ivec2(0, 1), kUp);
  height += received(p + ivec2(-1, 0), kRight) + received(p + ivec2(1, 0), kLeft);
  if (tag_at(p) != kStable) height -= amount_at(p);
  o_height = height;
}

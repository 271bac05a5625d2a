// Shades pixels that cover more than one cell: the mean colour of four cells spread over the pixel, so that thin things
// neither vanish nor flicker, with the grain and depth of the first of them.
// Inputs: those of view/shade.glsl; u_origin = world coordinates of the corner of fragment 0; u_cells_per_pixel.
// Output: rgb = colour, a = emitted light.
#include "view/shade.glsl"

uniform vec2 u_origin;
uniform float u_cells_per_pixel;
out vec4 o_light;

ivec2 cell_under(vec2 pixel) {
  return clamp(ivec2(floor(u_origin + pixel * u_cells_per_pixel)), ivec2(0), u_world - 1);
}

vec4 color_under(vec2 pixel) {
  ivec2 cell = cell_under(pixel);
  return color_and_glow(cell, element_at(cell));
}

// Cells up to read 0, 1, ...: one read in each equal part of 1..kFarDepth cells up, at random there.
int far_look(uint look, uint hash) {
  return int(1u + ((256u * look + ((hash >> 16u) & 0xffu)) * kFarDepth / kFarChecks >> 8u));
}

void main() {
  vec2 p = gl_FragCoord.xy;
  ivec2 cell = cell_under(p + vec2(-0.25, -0.25));
  int element = element_at(cell);
  vec4 mean = (color_and_glow(cell, element) + color_under(p + vec2(0.25, -0.25)) + color_under(p + vec2(-0.25, 0.25)) +
               color_under(p + vec2(0.25, 0.25))) / 4.0;
  int matter = matter_of(element);
  uint hash = cell_hash(cell, element);
  vec3 light = own_light(mean, cell, element, matter, hash);
  if (kDepthTint != 0u && matter == kLiquid && mean.a == 0.0) {
    uint deep = 0u;
    for (uint check = 0u; check < kFarChecks; ++check) {
      int up = far_look(check, hash);
      if (cell.y >= up && matter_at(cell.x, cell.y - up) == kLiquid) ++deep;
    }
    light *= depth_scale(int(deep * (kFarDepth / kFarChecks)));
  }
  o_light = with_heat(with_emission(light, mean.a, hash), cell);
}

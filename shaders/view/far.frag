// Shades pixels that cover more than one cell: the mean of four cells spread over the pixel, so that thin things neither
// vanish nor flicker. Inputs: those of view/shade.glsl; u_origin = world coordinates of the corner of fragment 0;
// u_cells_per_pixel. Output: rgb = colour, a = the light it gives off.
#include "view/shade.glsl"

uniform vec2 u_origin;
uniform float u_cells_per_pixel;
out vec4 o_light;

vec4 shade_far(vec2 pixel) {
  ivec2 cell = clamp(ivec2(floor(u_origin + pixel * u_cells_per_pixel)), ivec2(0), u_world - 1);
  int element = element_at(cell);
  vec4 nature = texelFetch(u_palette, ivec2(element, 1), 0);
  int matter = byte_of(nature.r);
  uint hash = cell_hash(cell, element);
  vec3 light = own_light(cell, element, matter, nature.g, hash);
  if (kDepthTint != 0u && matter == kLiquid && nature.g == 0.0) {
    light *= depth_scale(matter_at(cell.x, cell.y - int(kFarDepth)) == kLiquid ? 2 * int(kFarDepth) : 0);
  }
  return with_emission(light, nature.g, hash);
}

void main() {
  vec2 p = gl_FragCoord.xy;
  o_light = (shade_far(p + vec2(-0.25, -0.25)) + shade_far(p + vec2(0.25, -0.25)) + shade_far(p + vec2(-0.25, 0.25)) +
             shade_far(p + vec2(0.25, 0.25))) / 4.0;
}

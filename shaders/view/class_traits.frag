// Classes of cells, pass 1: the traits of each cell.
// Inputs: those of view/element.glsl; u_palette (unit 1); u_area_first = the world cell of fragment 0.
// Output: r = the traits of src/render/motion.hpp.
#include "view/element.glsl"

uniform sampler2D u_palette;
uniform ivec2 u_area_first;
out vec4 o_traits;

void main() {
  int element = element_at(ivec2(gl_FragCoord.xy) + u_area_first);
  o_traits = vec4(texelFetch(u_palette, ivec2(element, kMatterRow), 0).b, 0.0, 0.0, 1.0);
}

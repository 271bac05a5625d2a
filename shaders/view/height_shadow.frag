// Doubles the distance that shadows reach. Inputs: u_image (unit 0), the height up to which the sun's rays are blocked;
// u_extent = the part of it in use; u_way = a vector towards the sun, in texels; u_drop = how much a ray descends over
// u_way. Output: the same for twice the distance.
#include "view/smooth.glsl"

uniform sampler2D u_image;
uniform vec2 u_extent;
uniform vec2 u_way;
uniform float u_drop;
out vec4 o_height;

void main() {
  float own = texelFetch(u_image, ivec2(gl_FragCoord.xy), 0).r;
  o_height = vec4(max(own, smooth_at(u_image, gl_FragCoord.xy + u_way, u_extent).r - u_drop), 0.0, 0.0, 1.0);
}

// One doubling of the way that shadows reach. Inputs: u_image (unit 0), how high the sun's rays are blocked; u_extent =
// how much of it is in use; u_way = towards the sun, in texels; u_drop = what a ray comes down on that way. Output: the
// same, farther.
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

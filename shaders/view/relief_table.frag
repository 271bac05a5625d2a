// The table under the block of sand, and the space around it. Inputs: u_inverse = from device to space; u_eye; u_base =
// height of the table; u_world = size in cells; u_surround = colour of the theme; u_size = of the picture in pixels.
// Outputs: the colour; kNoCell.
#include "common/rng.glsl"
#include "view/grain.glsl"

uniform mat4 u_inverse;
uniform vec3 u_eye;
uniform float u_base;
uniform vec2 u_world;
uniform vec3 u_surround;
uniform vec2 u_size;
layout(location = 0) out vec4 o_color;
layout(location = 1) out uvec2 o_cell;

void main() {
  vec2 device = gl_FragCoord.xy / u_size * 2.0 - 1.0;
  vec4 beyond = u_inverse * vec4(device, 1.0, 1.0);
  vec3 ray = normalize(beyond.xyz / beyond.w - u_eye);
  float length_of_world = length(u_world);
  vec3 light = u_surround * (1.25 - 0.22 * dot(device, device)) + 0.012;
  if (ray.y < 0.0) {
    vec3 place = u_eye + ray * ((u_base - u_eye.y) / ray.y);
    vec2 beside = max(max(-place.xz, place.xz - u_world), 0.0);
    float away = length(beside) / length_of_world;
    float spot = exp(-3.0 * away) * exp(-0.6 * length(place - u_eye) / length_of_world);
    light =
        mix(light, light * 1.7 + 0.02, spot) * (1.0 - 0.72 * exp(-26.0 * away));  // lit from above, dark at the block
  }
  light += kDither * centred(cell_hash(ivec2(gl_FragCoord.xy), 7), 0);
  o_color = vec4(clamp(light, 0.0, 1.0), 1.0);
  o_cell = uvec2(kNoCell);
}

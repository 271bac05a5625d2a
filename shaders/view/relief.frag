// Sand in three dimensions: the colours of the view from above on the mesh of relief.vert.
// Inputs: those of height_paint.glsl and sunlight.glsl; u_samples_per_cell; u_eye; u_haze_from, u_haze_to: the
// distances at which the haze begins and is complete; u_haze = its colour; u_brush = its middle and radius in cells,
// none if the radius is below 0. Outputs: the finished colour; the cell.
#include "view/height_paint.glsl"
#include "view/sunlight.glsl"

uniform float u_samples_per_cell;
uniform vec3 u_eye;
uniform float u_haze_from;
uniform float u_haze_to;
uniform vec3 u_haze;
uniform vec3 u_brush;
uniform vec2 u_world;
in vec3 v_place;
in float v_wall;
layout(location = 0) out vec4 o_color;
layout(location = 1) out uvec2 o_cell;

// A cut through the sand: slightly inclined layers, darker downwards.
vec3 wall_color() {
  vec3 across = cross(dFdx(v_place), dFdy(v_place));
  vec3 normal = across / max(length(across), 1e-6);
  vec3 eye = u_eye - v_place;
  if (dot(normal, eye) < 0.0) normal = -normal;
  float layer =
      v_place.y * 0.55 + 1.7 * sin((v_place.x + v_place.z) * 0.021) + 0.6 * sin((v_place.x - v_place.z) * 0.083);
  float band = centred(mix32(uint(int(floor(layer)) + 4096)), 0);
  float sun = max(dot(normal, vec3(u_sun.x, u_sun.z, u_sun.y)), 0.0);
  vec3 albedo = mix(kValley, kOchre, clamp(0.5 + v_place.y * 0.012, 0.0, 1.0)) * (1.0 + 0.16 * band);
  return lit(albedo, sun, 0.8);
}

void main() {
  vec3 light = v_wall > 0.001 ? wall_color() : color_at(v_place.xz * u_samples_per_cell);
  float pixel = max(fwidth(v_place.x) + fwidth(v_place.z), 1e-4);
  if (u_brush.z >= 0.0 && v_wall < 0.5) {
    float off = abs(distance(v_place.xz, u_brush.xy) - u_brush.z);
    light = mix(light, vec3(1.0, 0.98, 0.92), 0.85 * (1.0 - smoothstep(0.6 * pixel, 1.4 * pixel, off)));
  }
  float haze = 0.55 * smoothstep(u_haze_from, u_haze_to, distance(v_place, u_eye));
  o_color = vec4(mix(light, u_haze, haze), 1.0);
  o_cell = uvec2(clamp(v_place.xz, vec2(0.0), u_world - 0.5));
}

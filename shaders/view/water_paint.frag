// The pixels of water with mass; the same as src/render/field_shading.cpp. Inputs: u_filled, u_ground (units 0, 1), the
// output of water_samples.frag; u_extent = the part of them in use; u_pixel = position of fragment 0 in samples;
// u_samples_per_pixel; u_edge = half a pixel in samples; u_line = thickness of the surface in samples; u_background,
// u_water = colours; u_height = of the world in cells; those of samples.glsl; constants kDepthTint, kReduced,
// kPressure. Output: the finished colour.
#include "common/rng.glsl"
#include "view/grain.glsl"
#include "view/samples.glsl"
#include "view/smooth.glsl"

uniform sampler2D u_filled;
uniform sampler2D u_ground;
uniform vec2 u_extent;
uniform vec2 u_pixel;
uniform float u_samples_per_pixel;
uniform float u_edge;
uniform float u_line;
uniform vec3 u_background;
uniform vec3 u_water;
uniform float u_height;
out vec4 o_color;

float coverage(float fill) { return kReduced != 0u ? fill : clamp((fill - 0.5 + u_edge) / (2.0 * u_edge), 0.0, 1.0); }

vec3 sky_at(vec2 place) {
  if (kDepthTint == 0u) return u_background;
  float height = 1.0 - (float(u_first.y) + u_offset.y + place.y * u_step) / u_height;
  vec3 light =
      u_background * (1.0 + kSkyLight * (2.0 * height - 1.0)) + kDither * centred(cell_hash(cell_under(place), 0), 1);
  light.b += kSkyTint * height;
  return light;
}

vec3 with_pressure(vec3 light, float water, float pressure) {
  light = kHeatDim * mix(light, vec3((light.r + light.g + light.b) / 3.0), 0.5);
  vec3 color = clamp(vec3(pressure * kHeatRedSlope - kHeatRedFrom, pressure * kHeatGreenSlope - kHeatGreenFrom,
                          kHeatBluePeak - kHeatBlueFall * abs(pressure - kHeatBlueAt)),
                     0.0, 1.0);
  return mix(light, color, water * (kHeatShareLeast + (kHeatShareMost - kHeatShareLeast) * pressure));
}

void main() {
  vec2 place = u_pixel + floor(gl_FragCoord.xy) * u_samples_per_pixel;
  vec4 filled = smooth_at(u_filled, place, u_extent), solid = smooth_at(u_ground, place, u_extent);
  float covered = coverage(filled.r);
  float surface = covered * (1.0 - coverage(smooth_at(u_filled, place - vec2(0.0, u_line), u_extent).r));
  vec3 depth_color = u_water * kDeepDark * vec3(kDeepGreen, kDeepGreen, 1.0);
  vec3 water = mix(u_water * kShallowLight, depth_color, sqrt(kDepthTint != 0u ? filled.b : kDepthUntinted));
  water = mix(water, vec3(1.0), max(kWaterLine * surface, kVeilLight * filled.g * (1.0 - covered)));
  float dense = max(covered * kWaterDense, kVeil * filled.g), stands = coverage(solid.a);
  vec3 light = mix(mix(sky_at(place), water, dense), solid.rgb / max(solid.a, 1e-3), stands);
  o_color = vec4(kPressure != 0u ? with_pressure(light, dense * (1.0 - stands), filled.a) : light, 1.0);
}

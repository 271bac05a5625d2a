// How much sun reaches a sample. Needs view/samples.glsl and view/sunlight.glsl. Inputs: u_shadows: the height up to
// which the rays are blocked, at half the resolution; u_shadow_extent = the part of it in use.
uniform sampler2D u_shadows;
uniform ivec2 u_shadow_extent;

float lit_from(ivec2 p, float edge) {
  return 1.0 - ramp(0.0, kShadowSoft, texelFetch(u_shadows, clamp(p, ivec2(0), u_shadow_extent - 1), 0).r - edge);
}

// Reads one texel towards the sun, so that a sample casts no shadow on itself. Compares the four texels around one by
// one: the mean of the results makes a soft edge; comparing with the mean would not.
float sunlight(float height) {
  vec2 place = gl_FragCoord.xy / 2.0 + u_sun.xy / max(length(u_sun.xy), 1e-4) - 0.5;
  ivec2 p = ivec2(floor(place));
  float edge = height + u_sun.w * 2.0 * u_step;
  vec2 share = place - vec2(p);
  return mix(mix(lit_from(p, edge), lit_from(p + ivec2(1, 0), edge), share.x),
             mix(lit_from(p + ivec2(0, 1), edge), lit_from(p + ivec2(1, 1), edge), share.x), share.y);
}

// Light on heights. u_sun: xyz = towards the sun, of length 1; w = how much a ray descends per cell.
uniform vec4 u_sun;

float ramp(float low, float high, float x) { return clamp((x - low) / (high - low), 0.0, 1.0); }

// Sunlight on a slope, relative to level ground.
float facing(vec2 slope) {
  return clamp((u_sun.z - dot(slope, u_sun.xy)) / u_sun.z * inversesqrt(dot(slope, slope) + 1.0), 0.0, kSunMost);
}

vec3 lit(vec3 albedo, float sun, float sky) { return albedo * (kSunLight * sun + kSkyLightOnSand * sky); }

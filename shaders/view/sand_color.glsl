// The colour of dry sand, by its drawn height. Needs view/sunlight.glsl.
vec3 elevation_color(float drawn) {
  float height = max(drawn, 0.0), t = height / (height + kElevationBend);
  if (t < kOchreAt) return mix(kValley, kOchre, t / kOchreAt);
  if (t < kSandAt) return mix(kOchre, kSand, (t - kOchreAt) / (kSandAt - kOchreAt));
  return mix(kSand, kCrest, ramp(kSandAt, kCrestAt, t));
}

// Reads a picture like its linear filter. `place` in texels, (0.5, 0.5) = centre of the first texel; `extent` = the
// part of the picture in use; outside it the edge is repeated.
vec4 smooth_at(sampler2D image, vec2 place, vec2 extent) {
  return texture(image, clamp(place, vec2(0.5), extent - 0.5) / vec2(textureSize(image, 0)));
}

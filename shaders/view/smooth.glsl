// Reads a picture as smoothly as its linear filter does. `place` in texels, (0.5, 0.5) = centre of the first; `extent`
// = how much of the picture is in use, beyond which lies a copy of the edge.
vec4 smooth_at(sampler2D image, vec2 place, vec2 extent) {
  return texture(image, clamp(place, vec2(0.5), extent - 0.5) / vec2(textureSize(image, 0)));
}

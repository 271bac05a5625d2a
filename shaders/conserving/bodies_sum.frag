// Joins the sets of kBodyTile x kBodyTile texels of u_below (unit 2), the output of bodies_below.frag or of this.
uniform usampler2D u_below;
out uvec4 o_below;

void main() {
  ivec2 begin = ivec2(gl_FragCoord.xy) * kBodyTile, end = min(begin + kBodyTile, textureSize(u_below, 0));
  uvec4 sets = uvec4(0u);
  for (int y = begin.y; y < end.y; ++y) {
    for (int x = begin.x; x < end.x; ++x) sets |= texelFetch(u_below, ivec2(x, y), 0);
  }
  o_below = sets;
}

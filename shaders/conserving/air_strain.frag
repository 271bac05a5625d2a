// How the air pulls at cells: AirField::strain() in src/automata/conserving/air.hpp. A texel for each column of tiles
// and each row of texels of packed cells; a number for each of four tiles over one another. u_air (unit 2): as in
// air_step.frag.
uniform isampler2D u_air;
out ivec4 o_strain;

int range_of(ivec3 pressures) {
  return max(max(pressures.x, pressures.y), pressures.z) - min(min(pressures.x, pressures.y), pressures.z);
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy), last = textureSize(u_air, 0) - 1;
  for (int i = 0; i < 4; ++i) {
    ivec2 tile = ivec2(at.x, min(4 * at.y + i, last.y));
    ivec2 before = max(tile - 1, 0), after = min(tile + 1, last);
    int own = texelFetch(u_air, tile, 0).r;
    int across = range_of(ivec3(texelFetch(u_air, ivec2(before.x, tile.y), 0).r, own,
                                texelFetch(u_air, ivec2(after.x, tile.y), 0).r));
    int along = range_of(ivec3(texelFetch(u_air, ivec2(tile.x, before.y), 0).r, own,
                               texelFetch(u_air, ivec2(tile.x, after.y), 0).r));
    o_strain = ivec4(o_strain.yzw, max(across, along));
  }
}

// Cells of water; the words are those of src/automata/water/scalar.cpp.
// Constant from C++: kFull. u_cells (unit 0): masses, kGround, kDrain. u_ground (unit 1): b = 1 for a faucet. u_rim: what lies
// beyond the edge of the world.
uniform isampler2D u_cells;
uniform sampler2D u_ground;
uniform ivec2 u_size;
uniform int u_rim;
uniform int u_pour;
uniform int u_faucets;

const int kGround = -1;

bool is_inside(ivec2 p) { return p.x >= 0 && p.y >= 0 && p.x < u_size.x && p.y < u_size.y; }

// After the faucets have poured.
int cell_at(ivec2 p) {
  if (!is_inside(p)) return u_rim;
  int cell = texelFetch(u_cells, p, 0).r;
  if (u_faucets == 0 || cell < 0 || cell >= int(kFull) || p.y == 0) return cell;
  return texelFetch(u_ground, p + ivec2(0, -1), 0).b > 0.0 ? cell + u_pour : cell;
}

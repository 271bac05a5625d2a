// Stacks of sand and what lies under them; the words are those of src/automata/sandpile/scalar.cpp.
// Constants from C++: kBlocked, kHeightMax. u_cells (unit 0): heights. u_ground (unit 1): g = wetness, b = 1 spring, 2 drain.
// u_threshold and u_amount: T and M, and what a level of wetness adds to T and takes from M.
uniform isampler2D u_cells;
uniform sampler2D u_ground;
uniform ivec2 u_size;
uniform ivec2 u_threshold;
uniform ivec2 u_amount;
uniform int u_pour;
uniform int u_wet;
uniform int u_springs;

const int kStable = 0, kUp = 1, kDown = 2, kLeft = 3, kRight = 4;

bool is_inside(ivec2 p) { return p.x >= 0 && p.y >= 0 && p.x < u_size.x && p.y < u_size.y; }

// After springs and drains have acted; beyond the edge of the world as high as an obstacle.
int height_at(ivec2 p) {
  if (!is_inside(p)) return int(kBlocked);
  int height = texelFetch(u_cells, p, 0).r;
  if (u_springs == 0) return height;
  int role = int(texelFetch(u_ground, p, 0).b * 255.0 + 0.5);
  if (role == 1) return clamp(height + u_pour, -int(kHeightMax), int(kHeightMax));
  return role == 2 ? min(height, 0) : height;
}

int wetness_at(ivec2 p) { return u_wet == 0 ? 0 : int(texelFetch(u_ground, p, 0).g * 255.0 + 0.5); }
int threshold_at(ivec2 p) { return u_threshold.x + u_threshold.y * wetness_at(p); }
int amount_at(ivec2 p) { return u_amount.x - u_amount.y * wetness_at(p); }

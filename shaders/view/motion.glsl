// What falls, as the picture of one moment shows it: the same as src/render/motion.cpp, where each function is explained.
// After view/shade.glsl. The constants (k...) come from motion.hpp.

const ivec2 kUp = ivec2(0, -1), kDown = ivec2(0, 1), kLeft = ivec2(-1, 0), kRight = ivec2(1, 0);
const ivec2 kNeighbours[4] = ivec2[](kUp, kDown, kLeft, kRight);

// r = matter, b = 1 if it falls.
vec4 traits_at(ivec2 cell) { return texelFetch(u_palette, ivec2(element_at(cell), kMatterRow), 0); }

bool is_air(int matter) { return matter == kBackground || matter == kGas; }
bool is_air_at(ivec2 cell) { return is_air(byte_of(traits_at(cell).r)); }
bool falls_at(ivec2 cell) { return traits_at(cell).b > 0.5; }
bool is_liquid_at(ivec2 cell) { return byte_of(traits_at(cell).r) == kLiquid; }
bool inside(ivec2 cell) { return all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, u_world)); }

int first_matter(ivec2 cell, ivec2 way, int reach) {
  for (int d = 1; d <= reach && inside(cell + d * way); ++d) {
    if (!is_air_at(cell + d * way)) return d;
  }
  return 0;
}

int below(ivec2 cell) { return first_matter(cell, kDown, kStreakCells); }

bool is_falling(ivec2 cell) {
  if (!falls_at(cell)) return false;
  for (int d = 1; d <= kFallLook && cell.y + d < u_world.y; ++d) {
    vec4 traits = traits_at(cell + d * kDown);
    if (is_air(byte_of(traits.r))) return true;
    if (traits.b < 0.5) return false;
  }
  return false;
}

// x = how far below the falling cell is, or above if negative, 0: no streak; y = 1 if it fills a gap.
ivec2 streak(ivec2 cell, int down) {
  bool falling = is_falling(cell + down * kDown);
  int up = first_matter(cell, kUp, (falling ? kBridgeCells : kLandingCells) + 1 - down);
  bool bridge = up > 0 && falls_at(cell + up * kUp);
  return ivec2(falling ? down : bridge ? -up : 0, bridge ? 1 : 0);
}

bool is_drop(ivec2 cell) {
  return first_matter(cell, kRight, 1) == 0 && first_matter(cell, kLeft, 1) == 0 &&
         first_matter(cell, kDown, kLandingCells) == 0 && first_matter(cell, kUp, kLandingCells) == 0;
}

int gap_filler(ivec2 cell) {
  int left = first_matter(cell, kLeft, kGapReach), right = first_matter(cell, kRight, kGapReach);
  if (left == 0 || right == 0 || !is_liquid_at(cell + left * kLeft) || !is_liquid_at(cell + right * kRight)) return 0;
  return left <= right ? -left : right;
}

bool is_bump(ivec2 cell) {
  return cell.y + 1 < u_world.y && is_liquid_at(cell + kDown) && first_matter(cell, kRight, 1) == 0 &&
         first_matter(cell, kLeft, 1) == 0 && first_matter(cell, kUp, 1) == 0;
}

float splash(ivec2 cell) {
  int nearest = kSplashColumns + 1;
  for (int dx = -kSplashColumns; dx <= kSplashColumns; ++dx) {
    ivec2 above = cell + ivec2(dx, -1);
    if (!inside(above) || abs(dx) >= nearest || !is_air_at(above)) continue;
    int up = first_matter(above, kUp, kSplashRows);
    if (up > 0 && is_liquid_at(above + up * kUp) && falls_at(above + up * kUp)) nearest = abs(dx);
  }
  return 1.0 - float(nearest) / float(kSplashColumns + 1);
}

bool is_bubble(ivec2 cell, int down) {
  return down > 0 && down <= kBubbleReach && is_liquid_at(cell + down * kDown) && !is_falling(cell + down * kDown) &&
         first_matter(cell, kUp, kBubbleReach) > 0 && first_matter(cell, kLeft, kBubbleReach) > 0 &&
         first_matter(cell, kRight, kBubbleReach) > 0;
}

// Several steps of the density automaton in one dispatch. A work group loads a tile of texels into shared memory,
// computes the steps there and writes the inner part of the tile. In a step a cell depends on cells at most two rows
// and two columns away. So each step makes two more rows at the top and bottom of the tile wrong, and at most two more
// cells at its left and right. The rim of the tile is wide enough for that: kRimRows rows, and kRimColumns texels of at
// least 8 cells. Rows that are not needed any more are not computed.
//
// Inputs: u_cells (unit 0), the world before; u_steps = how many steps; see step.glsl. Output: u_result (image 0), the
// world after them. Constants from C++: kTileColumns, kTileRows = texels of a tile with its rim; kRimRows, kRimColumns;
// kBiasRight = the bias of the first step. The bias alternates.
#include "density/step.glsl"

layout(local_size_x = 256) in;
layout(binding = 0, rgba32ui) uniform writeonly uimage2D u_result;
uniform usampler2D u_cells;
uniform int u_steps;

const int kTexels = kTileColumns * kTileRows;
const ivec2 kRim = ivec2(kRimColumns, kRimRows);

// Two tiles, row by row: a step reads one and writes the other.
shared uvec4 tiles[2 * kTexels];

ivec2 corner;    // the texel of the world at the upper left of the tile
int source = 0;  // where the tile that is read begins: 0 or kTexels

// In the outer columns of the tile p may be outside it; then any texel will do.
uvec4 cells_at(ivec2 p) {
  ivec2 at = p - corner;
  return tiles[source + min(at.y * kTileColumns + at.x, kTexels - 1)];
}

ivec2 place_of(int texel) { return corner + ivec2(texel % kTileColumns, texel / kTileColumns); }
bool is_in_world(ivec2 p) { return p == clamp(p, ivec2(0), u_last); }

// `left`: how many steps follow.
void take_step(bool right, int left) {
  memoryBarrierShared();
  barrier();
  int margin = kRimRows - 2 * left, end = (kTileRows - margin) * kTileColumns;
  for (int i = margin * kTileColumns + int(gl_LocalInvocationIndex); i < end; i += int(gl_WorkGroupSize.x)) {
    ivec2 p = place_of(i);
    if (!is_in_world(p)) continue;
    uvec4 cells = after_step(p, right);
    int column = i % kTileColumns;
    if (left > 0) {
      tiles[kTexels - source + i] = cells;
    } else if (column >= kRimColumns && column < kTileColumns - kRimColumns) {
      imageStore(u_result, p, cells);
    }
  }
  source = kTexels - source;
}

void main() {
  corner = ivec2(gl_WorkGroupID.xy) * (ivec2(kTileColumns, kTileRows) - 2 * kRim) - kRim;
  for (int i = int(gl_LocalInvocationIndex); i < kTexels; i += int(gl_WorkGroupSize.x)) {
    tiles[i] = texelFetch(u_cells, clamp(place_of(i), ivec2(0), u_last), 0);
  }
  for (int k = 0; k < u_steps; k += 2) {
    take_step(kBiasRight != 0u, u_steps - 1 - k);
    if (k + 1 < u_steps) take_step(kBiasRight == 0u, u_steps - 2 - k);
  }
}

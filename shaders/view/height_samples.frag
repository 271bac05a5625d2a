// First pass of heights: sand or obstacle at a sample. The same as src/render/field_shading.cpp.
// Inputs: u_heights, u_cells, u_wetness (units 0 to 2); their u_first_... = world cell of texel (0, 0);
// u_height_squares (unit 3) in place of u_heights if kInSquares is 1; u_wetness_from; u_world = size in cells; those of
// samples.glsl; constants kReduced, kInSquares.
// Outputs: the drawn height, or kNoSand for obstacles; and g = share of sand, b = wetness, a = springs minus drains,
// packed by pack_mark().
#include "common/bytes.glsl"
#include "common/squares.glsl"
#include "view/mark.glsl"
#include "view/samples.glsl"

uniform isampler2D u_heights;
uniform isampler2DArray u_height_squares;
uniform sampler2D u_cells;
uniform isampler2D u_wetness;
uniform ivec2 u_first_height;
uniform ivec2 u_first_cell;
uniform ivec2 u_first_wetness;
uniform ivec2 u_world;
uniform int u_wetness_from;  // 0: there is none; 1: u_wetness; 2: u_cells
layout(location = 0) out vec4 o_height;
layout(location = 1) out vec4 o_traits;

// Height, 1, wetness and mark of a cell with sand; zeros for an obstacle.
vec4 sample_cell(ivec2 cell) {
  cell = clamp(cell, ivec2(0), u_world - 1);
  vec4 texel = texelFetch(u_cells, cell - u_first_cell, 0);
  int ground = byte_of(texel.r);
  if (ground == kObstacle) return vec4(0.0);
  int units = kInSquares != 0u ? amount_in(u_height_squares, cell) : texelFetch(u_heights, cell - u_first_height, 0).r;
  float height = float(units) * (kDrawnHeight / float(kHeightOne));
  float wetness = 0.0;
  if (u_wetness_from == 1) wetness = float(texelFetch(u_wetness, cell - u_first_wetness, 0).r) / 255.0;
  if (u_wetness_from == 2) wetness = texel.g;
  return vec4(height, 1.0, wetness, ground == kSpring ? 1.0 : ground == kDrain ? -1.0 : 0.0);
}

void main() {
  vec2 p = gl_FragCoord.xy;
  vec4 sum;
  float share;
  if (kReduced == 0u) {
    sum = sample_cell(cell_under(p));
    share = sum.g;
  } else {
    sum = sample_cell(cell_under(p + vec2(-0.25, -0.25))) + sample_cell(cell_under(p + vec2(0.25, -0.25))) +
          sample_cell(cell_under(p + vec2(-0.25, 0.25))) + sample_cell(cell_under(p + vec2(0.25, 0.25)));
    share = sum.g * 0.25;
    sum /= max(sum.g, 1.0);
  }
  o_height = vec4(share > 0.0 ? sum.r : kNoSand, 0.0, 0.0, 1.0);
  o_traits = vec4(0.0, share, sum.b, pack_mark(sum.a));
}

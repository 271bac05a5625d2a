// Counts the cells of bodies that leave over the open lower side: one point for every cell of the rim, at the texel of
// its element if it leaves, or nowhere. Draw before bodies_move.frag. Inputs: those of bodies.glsl; u_columns: where
// bodies are, the end excluded.
#include "conserving/bodies.glsl"
#include "common/rim.glsl"

uniform ivec2 u_columns;

void main() {
  ivec2 p = rim_cell(gl_VertexID, u_size);
  vec4 cell = cell_at(p);
  bool falls = p.y == u_size.y - 1 && p.x >= u_columns.x && p.x < u_columns.y && moves(cell);
  gl_Position = count_position(index_of(cell), falls);
  gl_PointSize = 1.0;
}

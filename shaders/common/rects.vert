// Rectangles of cells, one per instance, as triangle strips over all texels that contain any of these cells.
// Inputs: a_rect = x_begin, y_begin, x_end, y_end in cells, ends exclusive; u_size = size of the target in texels, of
// which each holds 128 / u_cell_bits cells. Output: v_columns = x_begin, x_end.
layout(location = 0) in ivec4 a_rect;
uniform ivec2 u_size;
uniform int u_cell_bits;
flat out ivec2 v_columns;

void main() {
  int cells = 128 / u_cell_bits;
  ivec2 columns = ivec2(a_rect.x / cells, (a_rect.z + cells - 1) / cells);
  ivec2 corner = ivec2((gl_VertexID & 1) == 0 ? columns.x : columns.y, (gl_VertexID & 2) == 0 ? a_rect.y : a_rect.w);
  gl_Position = vec4(vec2(corner) / vec2(u_size) * 2.0 - 1.0, 0.0, 1.0);
  v_columns = a_rect.xz;
}

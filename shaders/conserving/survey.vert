// What a survey has found, a point for each cell. a_cells: xy = the cell, zw = the one with which it changes places;
// a_byte: its byte of Plane::survey; u_size, in cells.
layout(location = 0) in ivec4 a_cells;
layout(location = 1) in int a_byte;
uniform ivec2 u_size;
flat out ivec2 v_other;
flat out int v_byte;

void main() {
  gl_Position = vec4((vec2(a_cells.xy) + 0.5) / vec2(u_size) * 2.0 - 1.0, 0.0, 1.0);
  gl_PointSize = 1.0;
  v_other = a_cells.zw;
  v_byte = a_byte;
}

// Rectangles of whole cells, one per instance, as triangle strips of four vertices.
// Inputs: a_rect = x_begin, y_begin, x_end, y_end in cells, ends exclusive. u_size = size of the target in cells.
layout(location = 0) in ivec4 a_rect;
uniform ivec2 u_size;

void main() {
  ivec2 corner = ivec2((gl_VertexID & 1) == 0 ? a_rect.x : a_rect.z, (gl_VertexID & 2) == 0 ? a_rect.y : a_rect.w);
  gl_Position = vec4(vec2(corner) / vec2(u_size) * 2.0 - 1.0, 0.0, 1.0);
}

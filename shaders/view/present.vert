// One rectangle on the viewport. Inputs: u_rect = left, top, right, bottom in normalised device coordinates; u_texels =
// the part of the picture that is shown, in texture coordinates (0..1), in the same order. Draw a strip of four
// vertices.
uniform vec4 u_rect;
uniform vec4 u_texels;
out vec2 v_texel;

void main() {
  bool right = (gl_VertexID & 1) != 0, bottom = (gl_VertexID & 2) != 0;
  v_texel = vec2(right ? u_texels.z : u_texels.x, bottom ? u_texels.w : u_texels.y);
  gl_Position = vec4(right ? u_rect.z : u_rect.x, bottom ? u_rect.w : u_rect.y, 0.0, 1.0);
}

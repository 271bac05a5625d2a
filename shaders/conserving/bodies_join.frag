// Writes the bytes of Plane::bodies into the texels of cells: b is the only channel that is drawn. u_bodies (unit 4):
// the bytes.
uniform usampler2D u_bodies;
out vec4 o_cell;

void main() {
  uint body = texelFetch(u_bodies, ivec2(gl_FragCoord.xy), 0).r;
  o_cell = vec4(0.0, 0.0, float(body) / 255.0, 1.0);
}

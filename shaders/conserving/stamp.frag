// Copies a stamp of cells. Inputs: u_stamp (unit 0), where alpha 0 leaves the world as it is; u_origin = its top left cell.
uniform sampler2D u_stamp;
uniform ivec2 u_origin;
out vec4 o_cell;

void main() {
  vec4 cell = texelFetch(u_stamp, ivec2(gl_FragCoord.xy) - u_origin, 0);
  if (cell.a == 0.0) discard;
  o_cell = cell;
}

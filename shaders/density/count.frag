// Counts one element in one of kParts parts of a box of cells, for the matter ledger: x = the element, y - u_band = the
// part, which has every kParts-th row. Inputs: u_cells (unit 0) = the output of cell_events.frag, or the world for a
// census; u_box = x_begin, y_begin, x_end, y_end, ends exclusive; u_band.
// Constant from C++: kParts. Output: how often each channel names the element.
uniform sampler2D u_cells;
uniform ivec4 u_box;
uniform int u_band;
out vec4 o_counts;

void main() {
  vec4 element = vec4(floor(gl_FragCoord.x) / 255.0);
  int part = int(gl_FragCoord.y) - u_band;
  vec4 sum = vec4(0.0);
  for (int y = u_box.y + part; y < u_box.w; y += kParts) {
    for (int x = u_box.x; x < u_box.z; ++x) {
      sum += vec4(lessThan(abs(texelFetch(u_cells, ivec2(x, y), 0) - element), vec4(0.5 / 255.0)));
    }
  }
  o_counts = sum;
}

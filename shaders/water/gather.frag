// Second pass: a cell's mass less what flows out, plus what flows in. Inputs: see cell.glsl; u_flows (unit 2) = what
// flows down, left, right and up. Output: the cell.
#include "water/cell.glsl"

uniform isampler2D u_flows;
out int o_cell;

ivec4 flows_at(ivec2 p) { return is_inside(p) ? texelFetch(u_flows, p, 0) : ivec4(0); }

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  int cell = cell_at(p);
  ivec4 own = flows_at(p);
  int outflow = own.x + own.y + own.z + own.w;
  int inflow = flows_at(p + ivec2(0, -1)).x + flows_at(p + ivec2(1, 0)).y + flows_at(p + ivec2(-1, 0)).z +
               flows_at(p + ivec2(0, 1)).w;
  o_cell = cell < 0 ? cell : cell - outflow + inflow;
}

// One step of the density automaton. Inputs: u_cells (unit 0), the world; see step.glsl. Constant from C++: kBiasRight.
#include "density/step.glsl"

uniform usampler2D u_cells;
out uvec4 o_cells;

uvec4 cells_at(ivec2 p) { return texelFetch(u_cells, p, 0); }

void main() { o_cells = after_step(ivec2(gl_FragCoord.xy), kBiasRight != 0u); }

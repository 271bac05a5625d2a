// Empties the open sides: what leaves becomes background. No inputs besides those of leave.glsl.
#include "conserving/leave.glsl"

out vec4 o_cell;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  vec4 self = cell_at(p);
  o_cell = leaves(p, self) ? cell_of(0u) : self;
}

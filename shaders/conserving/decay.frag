// What turns into something else by itself. u_lots: the base of its lots.
#include "conserving/pairs.glsl"

uniform uint u_lots;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  vec4 self = cell_at(p);
  Meeting own = meeting_of(self, self);
  bool decays = has(own, kDecays) && hits(draw_lot(u_lots, p), own.probability);
  o_cell = decays ? result(self, self) : self;
}

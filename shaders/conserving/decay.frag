// Decays: elements that turn into others by themselves. u_draws: the base of the draws.
#include "conserving/pairs.glsl"

uniform uint u_draws;
out vec4 o_cell;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  vec4 self = cell_at(p);
  Meeting own = meeting_of(self, self);
  bool decays = has(own, kDecays) && hits(draw_number(u_draws, p), own.probability);
  o_cell = decays ? result(self, self) : self;
}

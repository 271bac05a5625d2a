// Exchanges of a survey, and crumbs, which become their rubble: Bodies::act(). Inputs: those of bodies.glsl but
// u_below, and the outputs of survey.vert.
#include "conserving/bodies.glsl"

flat in ivec2 v_other;
flat in int v_byte;
out vec4 o_cell;

void main() {
  vec4 cell = cell_at(ivec2(gl_FragCoord.xy));
  if (v_byte == kCrumbles) {
    if (!is(cell, kStructure)) discard;
    o_cell = rubble_of(cell);
    return;
  }
  if (v_byte < kTakes) discard;
  vec4 other = cell_at(v_other);
  vec4 from = v_byte >= kGives ? cell : other, to = v_byte >= kGives ? other : cell;
  if (!is(from, kStriding) || !is(to, kMakesWay) || !sinks(from, to)) discard;
  o_cell = other;
}

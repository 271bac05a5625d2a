// Cells of structures become parts of bodies: Bodies::act(). Output: their bytes of Plane::bodies. Inputs: those of
// bodies.glsl but u_below, and the outputs of survey.vert.
#include "conserving/bodies.glsl"

flat in ivec2 v_other;
flat in int v_byte;
out uint o_body;

void main() {
  if (v_byte >= kTakes || v_byte == kCrumbles || !is(cell_at(ivec2(gl_FragCoord.xy)), kStructure)) discard;
  o_body = uint(v_byte);
}

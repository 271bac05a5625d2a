// What a step or an edit did to a cell, for the matter ledger: the elements to which it happened, kNoElement for
// none. Inputs: u_before (unit 0) and u_after (unit 1) = the world before and after; u_rules (unit 2), row = a cell,
// column = its partner: r = what it becomes, g = bits: kDestroys the cell, kMakes or kMoves what it becomes; u_bias;
// u_open = 1 when the edge is open; u_source = kOfPainting, kOfPush, or 0 for a step. Constants from C++:
// kWallDensity, kNoElement, kDestroys, kMakes, kMoves, kOfPainting, kOfPush. Output, each / 255: r = made, g =
// destroyed, b = moved, a = left; for painting r = painted, g = painted over.
#include "density/meeting.glsl"

uniform sampler2D u_before;
uniform sampler2D u_after;
uniform sampler2D u_rules;
uniform ivec2 u_size;
uniform int u_bias;
uniform int u_open;
uniform int u_source;
out vec4 o_events;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy), last = u_size - 1;
  int before = index_of(texelFetch(u_before, p, 0)), after = index_of(texelFetch(u_after, p, 0));
  ivec4 events = ivec4(kNoElement);
  if (u_source == kOfPainting) {
    if (before != after) events.rg = ivec2(after, before);
  } else if (u_source == kOfPush) {
    if (before != after) events.b = after;
  } else {
    bool may_leave = u_open == 1 && (p.x == 0 || p.y == 0 || p.x == last.x || p.y == last.y);
    int result = before;
    vec4 self, partner;
    if ((before != after || may_leave) && meets(u_before, p, last, u_bias, self, partner)) {
      vec4 rule = texelFetch(u_rules, ivec2(index_of(partner), before), 0);
      int change = byte_of(rule.g);
      result = byte_of(rule.r);
      if ((change & kDestroys) != 0) events.g = before;
      if ((change & kMakes) != 0) events.r = result;
      if ((change & kMoves) != 0) events.b = result;
    }
    if (result != after) events.a = result;
  }
  o_events = vec4(events) / 255.0;
}

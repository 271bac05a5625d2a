// What a step or an edit did to a cell, for the matter ledger: the elements to which it happened, kNobody for none.
// Inputs: u_before (unit 0) and u_after (unit 1), the world before and after; u_rules (unit 2), row = a cell, column = its partner:
// r = what it becomes, g = 1 destroys it, 2 makes that, 4 moves that, added up; u_bias; u_open, 1 when the edge is open; u_of_edit.
// Constants from C++: kWallDensity, kNobody. Output, each / 255: r = made, g = destroyed, b = moved, a = left; for an edit r =
// painted, g = painted over.
#include "density/meeting.glsl"

uniform sampler2D u_before;
uniform sampler2D u_after;
uniform sampler2D u_rules;
uniform ivec2 u_size;
uniform int u_bias;
uniform int u_open;
uniform int u_of_edit;
out vec4 o_events;

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy), last = u_size - 1;
  int before = index_of(texelFetch(u_before, p, 0)), after = index_of(texelFetch(u_after, p, 0)), nobody = int(kNobody);
  ivec4 events = ivec4(nobody);
  if (u_of_edit == 1) {
    if (before != after) events.rg = ivec2(after, before);
  } else {
    bool may_leave = u_open == 1 && (p.x == 0 || p.y == 0 || p.x == last.x || p.y == last.y);
    int result = before;
    vec4 self, partner;
    if ((before != after || may_leave) && meets(u_before, p, last, u_bias, self, partner)) {
      vec4 rule = texelFetch(u_rules, ivec2(index_of(partner), before), 0);
      int does = byte_of(rule.g);
      result = byte_of(rule.r);
      if ((does & 1) != 0) events.g = before;
      if ((does & 2) != 0) events.r = result;
      if ((does & 4) != 0) events.b = result;
    }
    if (result != after) events.a = result;
  }
  o_events = vec4(events) / 255.0;
}

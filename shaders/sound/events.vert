// Counts what has happened since the samples were remembered: one point for every sample, at the texel of its tile, or
// nowhere. The same as src/sound/cell_listener.cpp. Draw as many points as there are samples; no inputs.
// Inputs: those of sound/heard.glsl; u_before (unit 4) = output of samples.frag; u_samples = columns and rows of
// samples; u_kinds = the kinds of elements, eight in each number; u_heard_change = the least change of an amount,
// u_amount_event = its event.
// Constants from C++: kTileColumns, kTileRows; kEvents[kKindCount * before + now] = the event.
#include "sound/heard.glsl"

uniform isampler2D u_before;
uniform ivec2 u_samples;
uniform uint u_kinds[kKindWords];
uniform int u_heard_change;
uniform int u_amount_event;

flat out int v_event;

uint kind_of(int element) { return (u_kinds[element >> 3] >> uint(4 * (element & 7))) & 15u; }

int event_between(int before, int now) {
  if (before == now) return 0;
  if (u_source != kAmounts) return int(kEvents[kKindCount * kind_of(before) + kind_of(now)]);
  return abs(max(before, 0) - max(now, 0)) >= u_heard_change ? u_amount_event : 0;
}

void main() {
  ivec2 at_sample = ivec2(gl_VertexID % u_samples.x, gl_VertexID / u_samples.x);
  v_event = event_between(texelFetch(u_before, at_sample, 0).r, heard(at_sample));
  ivec2 tiles = ivec2(kTileColumns, kTileRows);
  vec2 tile = vec2(at_sample * tiles / u_samples);
  gl_Position = v_event != 0 ? vec4((tile + 0.5) / vec2(tiles) * 2.0 - 1.0, 0.0, 1.0)
                             : vec4(2.0, 2.0, 2.0, 1.0);  // beyond the clip volume: not drawn
  gl_PointSize = 1.0;
}

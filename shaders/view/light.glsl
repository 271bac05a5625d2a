// How light is packed between the passes of the glow: its square root in eight bits, which keeps faint light precise.

vec4 pack_light(vec3 light) { return vec4(sqrt(light), 1.0); }

vec3 unpack_light(vec4 texel) { return texel.rgb * texel.rgb; }

// What elements do by themselves. u_traits (unit 3), its rows and u_restless, a range of codes: see
// src/automata/conserving/gpu.cpp.
#include "conserving/packed.glsl"

uniform usampler2D u_traits;
uniform uvec2 u_restless;

uint trait_of(uint code, int row) { return texelFetch(u_traits, ivec2(code & 255u, row), 0).r; }

// The top bits of the cells that decay, burst or roam (wander, or have directed reactions).
uint are_restless(uint cells) { return in_range(cells, u_restless); }

// The positions of samples, the same as src/render/field_shading.hpp.
uniform ivec2 u_first;
uniform vec2 u_offset;
uniform float u_step;

// The cell at a position in samples; centres are at 0.5.
ivec2 cell_under(vec2 place) { return u_first + ivec2(floor(u_offset + place * u_step)); }

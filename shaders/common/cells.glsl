// Access to cells. The only place that knows how they lie in texels: r = element index, g = density byte, each / 255;
// b = the index of what left the world there in the last step, 0 for nothing: see density/step.frag.
// Bytes are compared as integers, after an exact conversion.

int byte_of(float channel) { return int(channel * 255.0 + 0.5); }

int index_of(vec4 texel) { return byte_of(texel.r); }

int density_of(vec4 texel) { return byte_of(texel.g); }

int left_of(vec4 texel) { return byte_of(texel.b); }

vec4 with_left(vec4 texel, int index) { return vec4(texel.rg, float(index) / 255.0, texel.a); }

vec4 make_cell(ivec2 index_and_density) { return vec4(vec2(index_and_density) / 255.0, 0.0, 1.0); }

// Access to cells. The only file that depends on how cells are packed into texels.
// - One cell a texel: r = element index / 255, g = density / 255 if the automaton has a density plane.
// - Packed, 16 or 8 cells a texel of four uints, as codes of 8 or 16 bits, the leftmost in the lowest bits of r. Texel
//   (code & 255, 0) of the table of codes has r = element index, g = density, b not 0 if the element leaves at an open
//   edge.
// Bytes are compared as integers, after an exact conversion.

#include "common/bytes.glsl"

int index_of(vec4 texel) { return byte_of(texel.r); }

int density_of(vec4 texel) { return byte_of(texel.g); }

vec4 make_cell(ivec2 index_and_density) { return vec4(vec2(index_and_density) / 255.0, 0.0, 1.0); }

uint code_in(uvec4 texel, int lane, int cell_bits) {
  int bit = lane * cell_bits;
  return (texel[bit >> 5] >> uint(bit & 31)) & ((1u << uint(cell_bits)) - 1u);
}

uvec4 with_code(uvec4 texel, int lane, int cell_bits, uint code) {
  int bit = lane * cell_bits, word = bit >> 5;
  uint mask = ((1u << uint(cell_bits)) - 1u) << uint(bit & 31);
  texel[word] = (texel[word] & ~mask) | (code << uint(bit & 31));
  return texel;
}

vec4 traits_of(sampler2D codes, uint code) { return texelFetch(codes, ivec2(code & 255u, 0), 0); }

uint packed_code(usampler2D cells, ivec2 cell, int cell_bits) {
  int shift = cell_bits == 8 ? 4 : 3;
  uvec4 texel = texelFetch(cells, ivec2(cell.x >> shift, cell.y), 0);
  return code_in(texel, cell.x & ((1 << shift) - 1), cell_bits);
}

int packed_index(usampler2D cells, sampler2D codes, ivec2 cell, int cell_bits) {
  return index_of(traits_of(codes, packed_code(cells, cell, cell_bits)));
}

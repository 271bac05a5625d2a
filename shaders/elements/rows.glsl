// The rows of a block that one fragment works on. A fragment takes all turns of one row and keeps one of the rows that
// they can change; other fragments keep the other rows. Constants: kBlock = side of a block. Inputs: u_cells (unit 0) =
// the cells before the pass; u_row = the row of the block that has its turns; v_band = the row to keep, or kBlock for
// the memory of the block.
#include "elements/cell.glsl"
#include "elements/lattice.glsl"
#include "elements/rules.glsl"
#include "elements/band.glsl"

uniform sampler2D u_cells;
uniform int u_row;
flat in int v_band;
layout(location = 0) out uvec4 o_cells0;
layout(location = 1) out uvec4 o_cells1;
layout(location = 2) out uvec4 o_cells2;
layout(location = 3) out uvec4 o_cells3;
layout(location = 4) out uvec4 o_cells4;
layout(location = 5) out uvec4 o_cells5;
layout(location = 6) out uvec4 o_cells6;
layout(location = 7) out uvec4 o_cells7;

const int kSide = int(kBlock), kWindow = 3 * kSide;
uint window[kWindow];
ivec2 window_first;  // the world cell of its first cell
ivec2 place;         // of the block in the lattice
Area block;
int held_by;   // the lowest world row that can hold up cells of the row that has its turns
uint falling;  // one bit a column: 1 if all cells below the next row, down to held_by, have gravity above 0

int window_index(ivec2 p) {
  ivec2 at = p - window_first;
  return clamp(at.y * kSide + at.x, 0, kWindow - 1);
}

uint cell_at(ivec2 p) { return window[window_index(p)]; }
void put_cell(ivec2 p, uint cell) { window[window_index(p)] = cell; }

bool stack_falls(ivec2 p) {
  if (p.y + 1 > held_by) return true;
  bool next_falls = direction_of(element_of(cell_at(p + ivec2(0, 1)))) > 0;
  return next_falls && ((falling >> uint(p.x - window_first.x)) & 1u) != 0u;
}

// `first_row`: the row of the block that is the first row of the window.
void find_place(int first_row) {
  place = ivec2(int(gl_FragCoord.x), int(gl_FragCoord.y) - v_band * u_band);
  block = block_at(place);
  window_first = group_origin(place) - kSide / 4 + ivec2(0, first_row);
  int y = window_first.y - first_row + u_row;
  held_by = min(held_up_by(y), block.end.y - 1);
  falling = ~0u;
}

void load_from_world(int i) {
  for (int x = 0; x < kSide; ++x) {
    ivec2 p = window_first + ivec2(x, i);
    bool is_inside = all(greaterThanEqual(p, ivec2(0))) && all(lessThan(p, u_size));
    window[i * kSide + x] = is_inside ? cell_of(uvec4(texelFetch(u_cells, p, 0) * 255.0 + 0.5)) : 0u;
  }
}

void load_from_rows(usampler2DArray rows, int row, int i) {
  for (int layer = 0; layer < kSide / 4; ++layer) {
    uvec4 cells = texelFetch(rows, ivec3(place.x, row * u_band + place.y, layer), 0);
    for (int k = 0; k < 4; ++k) window[i * kSide + 4 * layer + k] = cells[k];
  }
}

uvec4 words_at(usampler2DArray rows, int layer) {
  return texelFetch(rows, ivec3(place.x, kSide * u_band + place.y, layer), 0);
}

// Updates `falling` for the row above: its stack continues with the last row of the window.
uint falling_above(int last) {
  uint above = 0u;
  for (int x = 0; x < kSide; ++x) {
    if (direction_of(element_of(window[last * kSide + x])) > 0) above |= 1u << uint(x);
  }
  return above & falling;
}

uvec4 kept(int first_row, int layer) {
  int i = (v_band - first_row) * kSide + 4 * layer;
  return uvec4(window[i], window[i + 1], window[i + 2], window[i + 3]);
}

void keep_row(int first_row) {
  o_cells0 = kept(first_row, 0);
  o_cells1 = kept(first_row, 1);
  if (kSide < 16) return;
  o_cells2 = kept(first_row, 2);
  o_cells3 = kept(first_row, 3);
  if (kSide < 32) return;
  o_cells4 = kept(first_row, 4);
  o_cells5 = kept(first_row, 5);
  o_cells6 = kept(first_row, 6);
  o_cells7 = kept(first_row, 7);
}

void keep_words(uvec4 first, uvec4 second) {
  o_cells0 = first;
  o_cells1 = second;
  o_cells2 = o_cells3 = o_cells4 = o_cells5 = o_cells6 = o_cells7 = uvec4(0u);
}

// Cells that have fallen and fall one row more, through the background. Inputs: those of fell.glsl.
#include "conserving/acts.glsl"
#include "conserving/fell.glsl"

// Sets of cells of a texel, a bit each, the uppermost in the lowest bit: those that fall if the cell below gives way,
// and background that gives way. A cell falls if the first cell below it that is not ready is free.
struct Column {
  uint ready, free;
};

Column column_of(uvec4 cells, uint fell, int row) {
  uint inside = (1u << uint(min(u_size.y - 16 * row, 16))) - 1u;
  uint background = bits_of(~nonzero(cells ^ uvec4(u_background * kOnes)));
  return Column(fell & bits_of(nature_of(cells).gap) & inside, background & ~fell & inside);
}

// Whether a cell that is ready falls into the uppermost cell of a texel, from above.
bool is_open(int x, int row) {
  for (; row <= last_texel_row(); ++row) {
    Column column = column_of(texel_at(x, row), fell_at(x, row), row);
    uint others = ~column.ready & 0xffffu;
    if (others != 0u) return has(column.free, others & (~others + 1u));
  }
  return false;
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  o_cells = texel_at(p.x, p.y);
  o_fell = fell_at(p.x, p.y);
  bool has_above = p.y > 0 && has(fell_at(p.x, max(p.y - 1, 0)), 0x8000u);  // a cell that may fall into this texel
  if (o_fell == 0u && !has_above) return;
  Column column = column_of(o_cells, o_fell, p.y);
  uint free = column.free >> 1, ready = column.ready;  // at the bit of the cell above
  if (has(ready, 0x8000u) && is_open(p.x, p.y + 1)) free |= 0x8000u;
  uint falls = ready & free;
  for (int rows = 1; rows < 16; rows *= 2) {
    falls |= ready & (falls >> uint(rows));
    ready &= ready >> uint(rows);
  }
  uint arrives = falls << 1 & 0xffffu, above = 0u;
  if (has_above && has(column.free | falls, 1u)) {
    uvec4 over = texel_at(p.x, p.y - 1);
    above = over.w;
    arrives |= column_of(over, 0x8000u, p.y - 1).ready >> 15;
  }
  uvec4 lower = choose(all_bytes_of(falls), uvec4(u_background * kOnes), o_cells);
  o_cells = choose(all_bytes_of(arrives), cells_above(o_cells, above), lower);
  o_fell = (o_fell & ~falls) | arrives;
}

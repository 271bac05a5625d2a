// Passes in which cells move sideways, far, to a lower place: as Stride in src/automata/conserving/conserving.hpp. Rows
// are pairs from u_first_row (0 or 1) on, columns by u_distance and u_offset; of two such columns in two such rows,
// each upper cell is paired with the lower cell of the other column. u_moving: a range of codes with those of the cells
// that may move; u_draws: the base of the draws of this pass. Who includes this defines moves(): whether the cell at
// column `from` of row y moves, to the right (`way` is 1) or to the left (-1). `place`: what is where it comes to;
// `under`: what is under it.
#include "conserving/traits.glsl"
#include "conserving/fell.glsl"
#include "conserving/columns.glsl"

uniform uvec2 u_moving;
uniform int u_first_row;
uniform int u_distance;
uniform int u_offset;

bool moves(uint self, uint place, uint under, int from, int way, int y);

// The left column of the pair of column x; -1 if it is in none.
int left_of_stride(int x) {
  int block = 2 * u_distance, place = x - u_offset;
  if (place < 0) place += u_wraps ? u_size.x : block;
  if (u_wraps && place >= u_size.x / block * block) return -1;
  int left = place % block < u_distance ? x : x - u_distance;
  if (u_wraps) return left < 0 ? left + u_size.x : left;
  return left >= 0 && left + u_distance < u_size.x ? left : -1;
}

int around(int x) { return !u_wraps ? x : x < 0 ? x + u_size.x : x >= u_size.x ? x - u_size.x : x; }

uint code_of(int x, int y) { return code_at(texel_at(x, y >> 4), y & 15); }

// The cell sinks into the other one if it is above.
bool sinks(uint self, uint other) { return has(meeting_of(self, other), 1u << kActSinks); }

// The cells of a column in a texel; the one below the texel in the lowest bits of a word, the one above in the highest
// ones: only if rows beyond the texel are paired with its own.
struct Column {
  uvec4 cells;
  uint beyond;
};

Column column_at(int x, int row) {
  uvec4 cells = texel_at(x, row);
  if (u_first_row == 0) return Column(cells, 0u);
  uint over = texel_at(x, max(row - 1, 0)).w, under = texel_at(x, min(row + 1, last_texel_row())).x;
  return Column(cells, (under & 255u) | (over & ~0xffffffu));
}

// Which cells of the other rows have fallen; `x`: their column.
uint fell_on_other_row(int x, int row, uint upper_rows) {
  uint fell = fell_at(x, row) << 1 | (fell_at(x, max(row - 1, 0)) >> 15 & 1u) |
              (fell_at(x, min(row + 1, last_texel_row())) & 1u) << 17;
  return (fell >> 2 & upper_rows) | (fell & ~upper_rows & 0xffffu);
}

uvec4 on_other_row(Column column, uvec4 uppers) {
  return choose(uppers, cells_below(column.cells, column.beyond), cells_above(column.cells, column.beyond));
}

uvec4 are_moving(uvec4 cells) {
  return uvec4(in_range(cells.x, u_moving), in_range(cells.y, u_moving), in_range(cells.z, u_moving),
               in_range(cells.w, u_moving));
}

void main() {
  int x = int(gl_FragCoord.x), row = int(gl_FragCoord.y), top = 16 * row;
  int left = left_of_stride(x);
  if (left < 0) {
    o_cells = texel_at(x, row);
    o_fell = fell_at(x, row);
    return;
  }
  bool is_left = left == x;
  int partner = is_left ? around(x + u_distance) : left;
  uint upper_rows = 0xffffu / 3u << uint(u_first_row) & 0xffffu;
  uvec4 uppers = all_bytes_of(upper_rows);
  Column self = column_at(x, row), other = column_at(partner, row);
  o_cells = self.cells;
  o_fell = fell_at(x, row);
  if (self.cells == other.cells && self.beyond == other.beyond) return;
  uvec4 across = on_other_row(other, uppers);
  uvec4 upper = choose(uppers, self.cells, across), lower = choose(uppers, across, self.cells);
  uint rows = bits_of(are_moving(upper) & nonzero(upper ^ lower));
  if (rows == 0u) return;
  uint fell_across = fell_on_other_row(partner, row, upper_rows);
  rows &= ~((o_fell & upper_rows) | (fell_across & ~upper_rows));
  if (top == 0 && u_first_row == 1) rows &= ~1u;
  int last = u_size.y - 1 - top;  // the world's last row is in a pair only as the lower row
  if (last < 16) rows &= ((2u << uint(last)) - 1u) & ~(upper_rows & (1u << uint(last)));
  if (rows == 0u) return;
  uvec4 under = choose(uppers, on_other_row(self, uppers), other.cells);
  for (int lane = 0; rows != 0u; ++lane, rows >>= 1) {
    if (!has(rows, 1u)) continue;
    bool is_upper = has(upper_rows, 1u << lane);
    // The left cell of the pair is the upper one: it goes to the right.
    bool to_right = is_upper == is_left;
    int from = is_upper ? x : partner, y = top + lane - (is_upper ? 0 : 1);
    if (!moves(code_at(upper, lane), code_at(lower, lane), code_at(under, lane), from, to_right ? 1 : -1, y))
      continue;
    o_cells = with_code(o_cells, lane, code_at(across, lane));
    o_fell = (o_fell & ~(1u << lane)) | (((fell_across >> lane) & 1u) << lane);
  }
}

// Amounts in squares of cells, see kSquareSide in include/repose/cell_view.hpp.

// The amount of a cell. The margin has cells too.
int amount_in(isampler2DArray squares, ivec2 cell) {
  return texelFetch(squares, ivec3((cell >> 2) + 1, cell.y & 3), 0)[cell.x & 3];
}

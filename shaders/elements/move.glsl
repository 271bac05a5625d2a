// Where a cell moves in its turn: an offset, (0, 0) if it stays.

bool is_held_up(ivec2 p, uint cell) { return held_up_by(p.y) >= 0 && !is_served(cell) && stack_falls(p); }

// True if the cell can move into a cell of the row below: into an empty cell by gravity, otherwise by density.
bool sinks(ivec2 to, uint cell, Kind kind, uint bits) {
  uint under = element_of(cell_at(to));
  return happens(bits, under == 0u ? kind.fall : pair_of(element_of(cell), under).r) && !is_wall(to);
}

int diagonal_side() { return coin(draw_bits(kDrawDiagonalSide)) ? 1 : -1; }

ivec2 fall(ivec2 p, uint cell, Kind kind) {
  ivec2 straight = ivec2(0, 1), diagonal = ivec2(diagonal_side(), 1);
  if (sinks(p + straight, cell, kind, draw_bits(kDrawStraight))) return straight;
  return sinks(p + diagonal, cell, kind, draw_bits(kDrawDiagonal)) ? diagonal : ivec2(0);
}

ivec2 rise(ivec2 p, Kind kind) {
  uint bits = draw_bits(kDrawRiseWay);
  ivec2 way = ivec2(happens(bits, kRisesStraight) ? 0 : (bits & 1u) != 0u ? 1 : -1, -1);
  bool rises = element_of(cell_at(p + way)) == 0u && happens(draw_bits(kDrawRise), kind.fall) && !is_wall(p + way);
  return rises ? way : ivec2(0);
}

ivec2 slide(ivec2 p, uint cell, Kind kind) {
  ivec2 way = ivec2(coin(draw_bits(kDrawSideWay)) ? 1 : -1, 0);
  uint beside = element_of(cell_at(p + way));
  bool slips = beside == 0u && happens(draw_bits(kDrawSlip), kind.slip);
  bool pushes = happens(draw_bits(kDrawSideDensity), pair_of(element_of(cell), beside).g);
  return (slips || pushes) && !is_wall(p + way) ? way : ivec2(0);
}

ivec2 move(ivec2 p, uint cell) {
  Kind kind = kind_of(element_of(cell));
  if (kind.direction == 0 || y_speed_of(cell) < 0) return ivec2(0);
  ivec2 way = ivec2(0);
  if (kind.direction > 0) {
    way = fall(p, cell, kind);
  } else {
    way = rise(p, kind);
  }
  return way == ivec2(0) && !is_held_up(p, cell) ? slide(p, cell, kind) : way;
}

// The late move: into an empty cell inside the block, by the draws of its turn; or to the side, if the cell is held up.
bool drops(Area block, ivec2 to, Kind kind, uint bits) {
  bool is_inside = all(greaterThanEqual(to, block.begin)) && all(lessThan(to, block.end));
  return is_inside && element_of(cell_at(to)) == 0u && happens(bits, kind.fall) && !is_wall(to);
}

ivec2 late_way(Area block, ivec2 p, uint cell, Kind kind, bool slides) {
  ivec2 straight = ivec2(0, 1), diagonal = ivec2(diagonal_side(), 1);
  if (drops(block, p + straight, kind, draw_bits(kDrawStraight))) return straight;
  if (drops(block, p + diagonal, kind, draw_bits(kDrawDiagonal))) return diagonal;
  return slides && is_held_up(p, cell) ? slide(p, cell, kind) : ivec2(0);
}

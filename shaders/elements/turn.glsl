// A turn, the same as src/automata/elements/scalar_frame.hpp. Must be declared before: uint cell_at(ivec2), void
// put_cell(ivec2, uint), and bool stack_falls(ivec2): true if all cells below a cell, down to the row that holds it up
// or to the end of the block, have gravity above 0. Inputs: u_turns = the base of the draws of turns; u_switches = bits
// of the parameters; u_ambient.
#include "elements/draws.glsl"
#include "elements/interact.glsl"
#include "elements/move.glsl"

uniform int u_ambient;

// Flight: reduces a speed and returns the offset of the move, (0, 0) for none.
ivec2 flight(ivec2 p, inout uint cell) {
  int x_speed = x_speed_of(cell);
  if (x_speed != 0) {
    ivec2 way = ivec2(sign(x_speed), 0);
    cell = with_x_speed(cell, x_speed - way.x);
    if (happens(draw_bits(kDrawXMomentum), percent(abs(x_speed) - 1)) && !is_wall(p + way)) return way;
  }
  int y_speed = y_speed_of(cell);
  if (y_speed == 0) return ivec2(0);
  ivec2 way = ivec2(0, sign(y_speed));
  cell = with_y_speed(cell, y_speed - way.y);
  return happens(draw_bits(kDrawYMomentum), percent(abs(y_speed) - 1)) && !is_wall(p + way) ? way : ivec2(0);
}

bool decays(inout uint cell, Kind kind) {
  if (kind.decay == 0u) return false;
  Effect effect = effect_at(kind.decay);
  if (!acts_at(effect, energy_of(cell)) || !happens(draw_bits(kDrawDecay), effect.probability)) return false;
  uint product = outcome(effect, product_slot(draw_bits(kDrawDecayProduct))) & 0xffu;
  cell = product == 0u ? 0u : with_element(with_energy(cell, energy_after(effect, energy_of(cell))), product);
  cell |= kServed;
  return true;
}

bool is_beside_nothing(ivec2 p) {
  for (int i = 0; i < 9; ++i) {
    if (i != 4 && element_of(cell_at(p + ivec2(i % 3 - 1, i / 3 - 1))) == 0u) return true;
  }
  return false;
}

uint drifted(ivec2 p, uint cell, Kind kind) {
  int energy = min(kEnergyMax, energy_of(cell) + kind.self_heating);
  bool drifts = energy != u_ambient && happens(draw_bits(kDrawDrift), kind.drift) && is_beside_nothing(p);
  if (drifts) energy += energy < u_ambient ? 1 : -1;
  return with_energy(cell, energy);
}

void swap_cells(ivec2 p, uint cell, ivec2 to) {
  put_cell(p, cell_at(to) | kServed);
  put_cell(to, cell | kServed);
}

bool has_turn(ivec2 p) {
  uint cell = cell_at(p);
  return element_of(cell) != 0u && !is_served(cell);
}

// Precondition: the cell has a turn.
void take_turn(ivec2 p) {
  uint cell = cell_at(p);
  begin_turn(p);
  Kind kind = kind_of(element_of(cell));
  if (kind.item != 0u) {
    postpone(p, element_of(cell), kind.item, kStampIsItem);
    return;
  }
  ivec2 way = ivec2(0);
  if (!decays(cell, kind)) {
    way = flight(p, cell);
    if (way == ivec2(0)) {
      if (is_on(kEnergy)) cell = drifted(p, cell, kind);
      if (is_on(kInteractions)) cell = interact(p, cell);
      if (is_on(kGravity)) way = move(p, cell);
    }
  }
  if (way == ivec2(0)) {
    put_cell(p, cell);
  } else {
    swap_cells(p, cell, p + way);
  }
}

// True if the cell has had its turn and neither moved nor reacted.
bool may_move_late(ivec2 p) {
  return has_turn(p) && y_speed_of(cell_at(p)) >= 0 && !is_border(p) && pass_of(p) <= u_pass;
}

// The late move of a cell that could not fall in its turn, by the draws of its turn. Precondition: may_move_late(p).
void move_late(Area block, ivec2 p, bool slides) {
  uint cell = cell_at(p);
  Kind kind = kind_of(element_of(cell));
  if (kind.direction <= 0) return;
  begin_turn(p);
  ivec2 way = late_way(block, p, cell, kind, slides);
  if (way != ivec2(0)) swap_cells(p, cell, p + way);
}

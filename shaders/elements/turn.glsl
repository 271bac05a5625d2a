// A turn, the same as src/automata/elements/scalar_frame.hpp. Must be declared before: uint cell_at(ivec2), void
// put_cell(ivec2, uint), and bool stack_falls(ivec2): true if all cells below a cell, down to the row that holds it up
// or to the end of the block, have gravity above 0. Inputs: u_turns = the base of the draws of turns; u_switches = bits
// of the parameters; u_ambient. Names are those of elements.hpp. Constants from C++: kChanceBits, kAlways,
// kProductSlots, kConductivityBits, bits of u_switches.
uniform uint u_turns;
uniform uint u_switches;
uniform int u_ambient;

uint turn_word;  // of the current turn

void begin_turn(ivec2 p) { turn_word = mix32(mix32(u_turns ^ uint(p.x)) ^ uint(p.y)); }

uint draw_bits(uint number) { return number == 0u ? turn_word : mix32(turn_word ^ (number * kGoldenRatio)); }

uint chance_bits(uint bits) { return bits >> (32u - kChanceBits); }
bool happens(uint bits, uint probability) { return chance_bits(bits) < probability; }
bool coin(uint bits) { return (bits >> 31) != 0u; }
uint drawn_part(uint bits, uint most) { return (most * chance_bits(bits) + kAlways / 2u) >> kChanceBits; }
uint product_slot(uint bits) { return drawn_part(bits, kProductSlots - 1u); }

// A speed up to `most` in either direction; from 128 on it wraps like a signed byte.
int thrown(uint most, uint bits) {
  int speed = int(drawn_part(bits, most)) << 24 >> 24;
  return (bits & 1u) != 0u ? -speed : speed;
}

// A number of hundredths as a chance.
uint percent(int hundredths) { return hundredths >= 100 ? kAlways : (uint(hundredths) * kAlways + 50u) / 100u; }

// The energy that flows from a cell to one whose energy is lower by `difference`: rounded up.
int heat_flow(uint conductivity, int difference) {
  uint round_up = (1u << kConductivityBits) - 1u;
  return int((conductivity * uint(difference) + round_up) >> kConductivityBits);
}

bool is_on(uint parameter) { return (u_switches & parameter) != 0u; }
bool is_wall(ivec2 p) { return is_on(kWalls) && is_border(p); }

// The interactions with four neighbours: heat, discs, reactions.

// The first disc or item of the block that reaches beyond it: centre, key, radius or item, bits. It is drawn at the end
// of the pass.
uvec4 stamp_waiting = uvec4(0u);

bool postpone(ivec2 p, uint element, uint radius_or_item, uint bits) {
  if (stamp_waiting.a != 0u) return false;
  uint key = (draw_bits(kDrawEventKey) >> kStampKeyShift << 8) | element;
  stamp_waiting = uvec4(uint(p.x) | uint(p.y) << 16, key, radius_or_item, bits | kStampIsThere);
  return true;
}

// Fills the cells around the centre at once. Returns true if the rest of the disc is drawn at the end of the pass.
bool explode(ivec2 p, inout uint centre, uint disc) {
  int radius = disc_radius(disc);
  uint filling = disc_filling(disc);
  for (int i = 0; i < 9; ++i) {
    ivec2 offset = ivec2(i % 3 - 1, i / 3 - 1), to = p + offset;
    bool is_near = radius >= kFarRadius || abs(offset.x) + abs(offset.y) <= radius;
    if (i != 4 && is_near && !is_border(to)) put_cell(to, filled(cell_at(to), filling));
  }
  centre = filled(centre, filling);
  return radius >= kFarRadius && postpone(p, filling, uint(radius), 0u);
}

void take_heat(uint conductivity, inout uint centre, inout uint neighbour) {
  int difference = energy_of(neighbour) - energy_of(centre);
  if (conductivity == 0u || difference <= 0) return;
  int heat = heat_flow(conductivity, difference);
  centre = with_energy(centre, energy_of(centre) + heat) | kServed;
  neighbour = with_energy(neighbour, energy_of(neighbour) - heat) | kServed;
}

uint reacted(uint cell, uint product, Effect effect, uint speed_draw) {
  cell = with_element(with_energy(cell, energy_after(effect, energy_of(cell))), product);
  if (effect.x_speed != 0u) cell = with_x_speed(cell, thrown(effect.x_speed, draw_bits(speed_draw)));
  if (effect.y_speed != 0u) cell = with_y_speed(cell, thrown(effect.y_speed, draw_bits(speed_draw + 1u)));
  return (product == 0u ? 0u : cell) | kServed;
}

void look_at(ivec2 p, inout uint centre, ivec2 to, uint first_draw) {
  uint neighbour = cell_at(to), before = neighbour, a = element_of(centre), b = element_of(neighbour);
  if (is_on(kEnergy) && b != 0u) take_heat(kind_of(a).conductivity, centre, neighbour);
  uvec4 pair = pair_of(a, b);
  bool waits = false;
  if (has_disc(pair.a)) {
    put_cell(to, neighbour);
    waits = explode(p, centre, pair.a);
    neighbour = before = cell_at(to);
  }
  if (pair.b != 0u && !is_wall(to)) {
    Effect effect = effect_at(pair.b);
    int energy = min(kEnergyMax, energy_of(centre) + energy_of(neighbour));
    if (acts_at(effect, energy) && happens(draw_bits(first_draw + kLookReaction), effect.probability)) {
      uint products = outcome(effect, product_slot(draw_bits(first_draw + kLookProduct)));
      centre = reacted(centre, products & 0xffu, effect, first_draw + kLookSpeeds);
      neighbour = reacted(neighbour, products >> 8, effect, first_draw + kLookSpeeds + 2u);
      if (waits) stamp_waiting.a |= kStampSpares | uint(to.x - p.x + 1 + 4 * (to.y - p.y + 1)) << kStampSparedShift;
    }
  }
  if (neighbour != before) put_cell(to, neighbour);
}

// The orthogonal neighbours up, left, right, down; or the diagonal ones, in reading order.
ivec2 neighbour_offset(bool is_diagonal, uint number) {
  if (is_diagonal) return ivec2(2 * int(number & 1u) - 1, int(number & 2u) - 1);
  int i = int(number) + (number > 1u ? 1 : 0);  // 0, 1, 3, 4 of a cross of five
  return ivec2(i == 1 ? -1 : i == 3 ? 1 : 0, i == 0 ? -1 : i == 4 ? 1 : 0);
}

uint interact(ivec2 p, uint centre) {
  uint choice = draw_bits(kDrawNeighbours), order = kOrders[below(choice << 1, kOrderCount)];
  for (uint look = 0u; look < 4u; ++look) {
    if (element_of(centre) == 0u) break;
    ivec2 offset = neighbour_offset(coin(choice), (order >> (2u * look)) & 3u);
    look_at(p, centre, p + offset, kDrawLook + look * kDrawLookStride);
  }
  return centre;
}

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

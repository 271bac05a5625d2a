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

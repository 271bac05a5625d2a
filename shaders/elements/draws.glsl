// The random bits of a turn, and the draws made with them. Names are those of src/automata/elements/elements.hpp.
// Constants from C++: kChanceBits, kAlways, kProductSlots, kConductivityBits, bits of u_switches.
uniform uint u_turns;
uniform uint u_switches;

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

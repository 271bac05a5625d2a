// The random bits of a turn, and what is drawn with them; the numbers of the draws are those of elements.hpp.
uniform uint u_turns;
uniform uint u_switches;

uint turn_word;  // of the turn that is being taken

void begin_turn(ivec2 p) { turn_word = mix32(mix32(u_turns ^ uint(p.x)) ^ uint(p.y)); }

uint draw_bits(uint number) { return number == 0u ? turn_word : mix32(turn_word ^ (number * 0x9e3779b9u)); }

bool happens(uint bits, uint probability) { return (bits >> 8) < probability; }
bool coin(uint bits) { return (bits >> 31) != 0u; }
uint product_slot(uint bits) { return (99u * (bits >> 8) + (1u << 23)) >> 24; }

// A speed up to `most`, to either side; from 128 on it wraps as a signed byte does.
int thrown(uint most, uint bits) {
  int speed = int((most * (bits >> 8) + (1u << 23)) >> 24) << 24 >> 24;
  return (bits & 1u) != 0u ? -speed : speed;
}

// So many hundredths as a chance.
uint percent(int hundredths) { return hundredths >= 100 ? kAlways : (uint(hundredths) * kAlways + 50u) / 100u; }

// What flows over such a difference of energies, with a conductivity in 16.16.
int heat_flow(uint conductivity, int difference) { return int((conductivity * uint(difference) + 0xffffu) >> 16); }

bool is_on(uint parameter) { return (u_switches & parameter) != 0u; }
bool is_wall(ivec2 p) { return is_on(kWalls) && is_border(p); }

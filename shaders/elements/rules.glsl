// The rules as textures. Their layout: src/automata/elements/gpu.cpp. Inputs: u_rules (unit 1): kinds, effects and
// items, one after the other in rows of kRulesWidth texels; u_pairs (unit 2): row = centre, column = neighbour: the
// chances to sink and to push aside, effect, disc.
uniform usampler2D u_rules;
uniform usampler2D u_pairs;

struct Kind {
  uint fall, slip, drift, conductivity;
  int direction, self_heating;
  uint decay, item;  // the first texels of decay and item; 0: none
};

struct Effect {
  uint first;  // texel
  uint probability;
  int above, cost;  // acts above this energy, and subtracts this cost
  uint x_speed, y_speed;
};

uvec4 rules_at(uint texel) { return texelFetch(u_rules, ivec2(texel % kRulesWidth, texel / kRulesWidth), 0); }

Kind kind_of(uint element) {
  uvec4 chances = rules_at(2u * element), rest = rules_at(2u * element + 1u);
  return Kind(chances.r, chances.g, chances.b, chances.a, int(rest.r & 0xffu) - 1, int(rest.r >> 8), rest.g, rest.b);
}

int direction_of(uint element) { return int(rules_at(2u * element + 1u).r & 0xffu) - 1; }

uvec4 pair_of(uint centre, uint neighbour) { return texelFetch(u_pairs, ivec2(neighbour, centre), 0); }

Effect unpacked(uint first, uvec4 head) {
  int above = int(head.g & 0xffu) - 1, cost = int((head.g >> 8) & 0xffu) - kCostMax;
  return Effect(first, head.r, above, cost, (head.g >> 16) & 0xffu, head.g >> 24);
}

Effect effect_at(uint first) { return unpacked(first, rules_at(first)); }

// The products of centre and neighbour in that slot, in bits 0..7 and 8..15. A texel holds eight slots.
uint outcome(Effect effect, uint slot) {
  uvec4 texel = rules_at(effect.first + 1u + slot / 8u);
  return (texel[(slot / 2u) % 4u] >> (16u * (slot % 2u))) & 0xffffu;
}

bool acts_at(Effect effect, int energy) { return energy > effect.above; }
int energy_after(Effect effect, int energy) { return clamp(energy - effect.cost, 0, kEnergyMax); }

// The disc of a pair, from its fourth word.
bool has_disc(uint disc) { return (disc >> 24) != 0u; }
int disc_radius(uint disc) { return int(disc & 0xffffu); }
uint disc_filling(uint disc) { return (disc >> 16) & 0xffu; }

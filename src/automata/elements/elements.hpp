// The elements automaton of wxSand 4.4 (2006), with an order of turns that threads can share: what its backends have in
// common. docs/automata.md describes a turn; scalar_frame.hpp is the exact definition. All arithmetic is in integers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "automata/parameters.hpp"
#include "repose/automaton.hpp"
#include "repose/rng.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"

namespace repose {
enum class GlPath : std::uint8_t;  // repose/gpu_solvers.hpp
}

namespace repose::elements {

// A probability p as round(p * kAlways). An event happens when the upper kChanceBits bits of a draw are below its
// chance.
using Chance = std::uint32_t;
inline constexpr int kChanceBits = 24;
inline constexpr Chance kAlways = 1u << kChanceBits;
Chance chance(double probability);  // clamped to 0..1; NaN never happens

// ---- random numbers: one word for each turn, and a word for each draw in it ----

inline constexpr std::uint32_t kTurnSalt = 0x100, kRowSalt = 0x101, kSourceSalt = 0x102, kShiftSalt = 0x103;

// Numbers of the draws in a turn. The late fall uses the draw of the straight fall again.
namespace draw {
inline constexpr std::uint32_t straight = 0, diagonal = 1, diagonal_side = 2, rise_way = 3, rise = 4, side_way = 5,
                               slip = 6, side_density = 7, decay = 8, decay_product = 9, x_momentum = 10,
                               y_momentum = 11, drift = 12, neighbours = 13, event_key = 14;
// Each of the four interactions with neighbours has its own range of draws.
inline constexpr std::uint32_t look = 16, look_stride = 8;
inline constexpr std::uint32_t reaction = 0, product = 1,
                               speeds = 2;  // speeds: x and y of centre, x and y of neighbour
}  // namespace draw

// The word of the turn of cell (x, y) in a frame.
constexpr std::uint32_t turn_word(std::uint64_t seed, std::uint32_t frame, int x, int y) {
  return random_u32(seed, frame, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), kTurnSalt);
}
// All 32 bits of a draw. Draw 0 is the turn's word itself.
constexpr std::uint32_t draw_bits(std::uint32_t turn, std::uint32_t number) {
  return number == 0 ? turn : mix32(turn ^ (number * kGoldenRatio));
}
// The bits of a draw that are compared with a chance: 0..kAlways - 1.
constexpr std::uint32_t chance_bits(std::uint32_t bits) { return bits >> (32 - kChanceBits); }
constexpr bool happens(std::uint32_t bits, Chance probability) { return chance_bits(bits) < probability; }
// Scales the draw to 0..most, rounded.
constexpr std::uint32_t drawn_part(std::uint32_t bits, std::uint32_t most) {
  return static_cast<std::uint32_t>((std::uint64_t{most} * chance_bits(bits) + kAlways / 2) / kAlways);
}
constexpr bool coin(std::uint32_t bits) { return (bits >> 31) != 0; }
// 0..99; the first and the last slot have half the weight of the others, as in the original.
constexpr int product_slot(std::uint32_t bits) { return static_cast<int>(drawn_part(bits, kProductSlots - 1)); }

// ---- rules ----

inline constexpr int kConductivityBits = 16;

struct Kind {
  Chance fall = 0;    // |gravity|
  int direction = 0;  // +1 falls, -1 rises, 0 stays
  Chance slip = 0;
  Chance drift =
      0;  // chance that, beside an empty cell, its energy moves one towards the ambient energy: conductivity / 10
  std::uint32_t conductivity = 0;  // 0..1, fixed point with kConductivityBits fractional bits
  std::uint8_t self_heating = 0;   // energy gained each turn, for conductivities over 1
  std::int32_t decay = -1;         // index into Rules::decays, or -1
  std::int32_t item = -1;          // index into Rules::items, or -1
};

// What a decay or an interaction does when it happens.
struct Effect {
  Chance probability = 0;
  bool has_threshold = false;
  std::int32_t threshold = 0;  // acts above this energy; below -1: always
  std::vector<Product> products;
  std::uint8_t x_speed = 0, y_speed = 0;

  bool acts_at(int energy) const { return !has_threshold || threshold < -1 || energy > threshold; }
  // The energy of a cell after the effect; 0..kEnergyMax.
  std::uint8_t energy_after(int energy) const;
  // The outcome of that slot; {0, a, b} for unused slots.
  Product outcome(int slot, std::uint8_t a, std::uint8_t b) const;
};

struct DiscRule {
  int diameter = 0;
  std::uint8_t filling = 0;
};

class Rules {
 public:
  Rules() : Rules(Ruleset{}) {}
  // Rules of either dialect. docs/configs.md, "Crossing dialects", says how sand.js elements are read.
  explicit Rules(const Ruleset& ruleset);

  int element_count() const { return element_count_; }
  const Kind& kind(std::uint8_t element) const { return kinds_[element]; }
  const Effect& decay(const Kind& kind) const { return decays_[static_cast<std::size_t>(kind.decay)]; }
  const Item& item(const Kind& kind) const { return items_[static_cast<std::size_t>(kind.item)]; }
  // The denser `a`, above or below `b`, sinks or rises past it; beside `b` it pushes it aside. 0 when `a` is not
  // denser.
  Chance sink(std::uint8_t a, std::uint8_t b) const { return sink_[pair(a, b)]; }
  Chance push(std::uint8_t a, std::uint8_t b) const { return push_[pair(a, b)]; }
  // Null when nothing happens between centre a and neighbour b, whatever their energies.
  const Effect* reaction(std::uint8_t a, std::uint8_t b) const { return find(reactions_, reaction_of_[pair(a, b)]); }
  const DiscRule* disc(std::uint8_t a, std::uint8_t b) const { return find(discs_, disc_of_[pair(a, b)]); }
  const std::vector<std::uint8_t>& sources() const { return sources_; }

 private:
  static std::size_t pair(std::uint8_t a, std::uint8_t b) { return std::size_t{a} * kElementsMax + b; }
  template <class T>
  static const T* find(const std::vector<T>& all, std::uint16_t number) {
    return number == 0 ? nullptr : &all[number - 1u];
  }

  void read_wxsand(const Ruleset& ruleset);
  void read_sandjs(const Ruleset& ruleset);
  void set_exchange(const Ruleset& ruleset, std::uint8_t a, std::uint8_t b, double gravity);
  void set_reaction(std::uint8_t a, std::uint8_t b, Effect effect);

  int element_count_ = 1;
  std::vector<Kind> kinds_;
  std::vector<Chance> sink_, push_;
  std::vector<std::uint16_t> reaction_of_, disc_of_;  // number from 1; 0 = none
  std::vector<Effect> decays_, reactions_;
  std::vector<DiscRule> discs_;
  std::vector<Item> items_;
  std::vector<std::uint8_t> sources_;
};

// ---- parameters ----

struct Parameters {
  bool walls = true, sources = true, gravity = true, energy = true, interactions = true;
  int ambient = 22;
  int block = 32;

  static std::span<const ParameterInfo> list();
  // The same for backends that cannot scan the whole world in one block (block 0).
  static std::span<const ParameterInfo> list_in_blocks();
  double get(std::string_view name) const { return get_parameter(*this, name); }
  bool set(std::string_view name, double value) { return set_parameter(*this, name, value); }
  template <class Self>
  static auto members(Self& p) {
    return std::tie(p.walls, p.sources, p.gravity, p.energy, p.interactions, p.ambient, p.block);
  }
  std::uint8_t ambient_energy() const;
};

inline constexpr PlaneSet kStatePlanes = {Plane::cells, Plane::energy, Plane::velocity};

std::unique_ptr<Solver> make_scalar_solver();
std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options);
// Null for rules that this automaton cannot run.
std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset);

const AutomatonDefinition& definition();

// ---- turns: order of neighbours, width of a source, speed of an explosion ----

struct Offset {
  int dx, dy;
};
inline constexpr Offset kOrthogonal[] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
inline constexpr Offset kDiagonal[] = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
// All orders of four.
inline constexpr std::uint32_t kOrderCount = 24;
inline constexpr std::uint8_t kOrders[kOrderCount][4] = {
    {0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}, {1, 0, 2, 3}, {1, 0, 3, 2},
    {1, 2, 0, 3}, {1, 2, 3, 0}, {1, 3, 0, 2}, {1, 3, 2, 0}, {2, 0, 1, 3}, {2, 0, 3, 1}, {2, 1, 0, 3}, {2, 1, 3, 0},
    {2, 3, 0, 1}, {2, 3, 1, 0}, {3, 0, 1, 2}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0}};

inline constexpr Chance kSourcePours = kAlways / 4;
inline constexpr int kSourceWidth = 10;  // cells
inline constexpr Chance kRisesStraight = static_cast<Chance>(0.7 * kAlways + 0.5);

// A speed of at most `most` in either direction; from 128 on it wraps like the original's signed byte.
constexpr std::int8_t thrown(std::uint8_t most, std::uint32_t random) {
  const auto speed = static_cast<std::uint8_t>(drawn_part(random, most));
  return static_cast<std::int8_t>((random & 1u) != 0 ? -static_cast<int>(static_cast<std::int8_t>(speed)) : speed);
}

// The energy that flows from a cell to one whose energy is lower by `difference`, which is above 0: rounded up.
constexpr std::uint8_t heat_flow(std::uint32_t conductivity, std::uint32_t difference) {
  constexpr std::uint32_t kRoundUp = (1u << kConductivityBits) - 1;
  return static_cast<std::uint8_t>((conductivity * difference + kRoundUp) >> kConductivityBits);
}

// ---- gpu ----

// Needs a current context of OpenGL 3.3, which must be current in every later call too. Null and a sentence (with file
// and line for a shader that does not compile) on failure.
std::unique_ptr<Solver> make_gpu_solver(GlPath path, std::string& error);

}  // namespace repose::elements

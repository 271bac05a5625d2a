// Elements and reactions as read from a config, free of the dialect it was written in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace repose {

inline constexpr int kElementsMax = 256;           // an element index is one byte
inline constexpr std::uint8_t kWallDensity = 255;  // density byte of what never moves

struct Color {
  std::uint8_t r = 0, g = 0, b = 0;
  friend bool operator==(const Color&, const Color&) = default;
};

enum class Dialect : std::uint8_t { sandjs, wxsand };
std::string_view dialect_name(Dialect dialect);  // "sand.js", "wxSand"

// How an element looks, sorts into kinds and moves. An automaton uses what its config dialect has words for; how it
// reads the elements of another dialect is in docs/configs.md ("Crossing dialects").
struct Element {
  std::string name;  // as in the file; names repeat only in sand.js files, where the newest wins
  Color color;
  double density = 0.0;  // as written: 0..1 in sand.js, any number in wxSand
  std::uint8_t density_byte =
      0;                    // see density_to_byte; in wxSand kWallDensity is what has no gravity, and nothing else
  bool liquid = false;      // marked `liquid`; in a file that marks none, by the default of docs/configs.md
  float glow = 0.0f;        // 0..1: how much light it gives off on screen
  bool hidden = false;      // not offered in the palette
  std::string description;  // tooltip; may be empty
  int line = 0;             // line of its definition, from 1; 0 when made by program

  // wxSand, for *elements*; as written, not clamped.
  double gravity = 0.0;            // chance of falling a cell a frame; negative rises
  double slip = 0.0;               // chance of moving sideways
  double conductivity = 0.0;       // share of a neighbour's greater energy that it takes; over 1 heats itself
  std::optional<Color> hot_color;  // colour at energy 99; `color` at energy 0

  // Our words for *fastsab*, *tiles* and *water*.
  std::optional<std::uint8_t> friction;  // 0..8: columns that a grain may slide in one move
  bool is_static = false;                // painted into the wall plane
  std::optional<std::uint8_t> emits;     // a faucet, and the element it puts below itself
  bool drain = false;                    // swallows what touches it

  // Our word for *conserving*: its reactions happen in all directions, whatever the densities.
  bool reacts_anywhere = false;
};

// `a` meets `b`: a becomes c, b becomes d.
struct Reaction {
  std::uint8_t a = 0, b = 0, c = 0, d = 0;
  int line = 0;
  double probability = 1.0;  // 0..1, for automata that draw lots

  // The two change places, as sand and water do.
  bool is_swap() const { return c == b && d == a; }
};

// Density byte (0.92) from which matter is powder where a config marks no liquids: people give water 0.9 and sand 0.95.
inline constexpr std::uint8_t kPowderDensity = 235;

// --- wxSand, and decays of sand.js files ---

inline constexpr int kEnergyMax = 99;      // energies go from 0 to this
inline constexpr int kEnergyMask = 0x7f;   // the energy in a byte of a solver's view; its top bit may be a flag
inline constexpr int kProductSlots = 100;  // a product is drawn from so many slots, each of equal weight

// One possible outcome of a decay (b unused) or of an interaction: it takes `slots` of the kProductSlots, in file
// order. Slots that are left over leave things as they are.
struct Product {
  std::uint8_t slots = 0;
  std::uint8_t a = 0, b = 0;
};

// `self` with its `hotself`: an element that turns into another by itself. At most one per element. In sand.js files
// our word `decay`: one product of all slots, no threshold, and the probability is per step.
struct Decay {
  std::uint8_t element = 0;
  double probability = 0.0;  // per frame, 0..1
  // Acts only above this energy, and costs so much of it; below -1 it always acts and gives energy. Absent: always,
  // free.
  std::optional<int> threshold;
  std::vector<Product> products;
  int line = 0;
};

// `neighbor` with its `hotneighbor` and `explosion`: what becomes of centre a and neighbour b. Directed: the other way
// round needs an entry of its own. At most one per ordered pair.
struct Interaction {
  std::uint8_t a = 0, b = 0;
  double probability = 0.0;      // per look, 0..1
  std::optional<int> threshold;  // as in Decay, for the sum of both energies
  std::vector<Product> products;
  std::uint8_t x_speed = 0, y_speed = 0;  // `explosion`: the most that both get, in both directions
  int line = 0;
};

// `pexplosion`: whenever centre a looks at neighbour b, a disc around a fills.
struct Disc {
  std::uint8_t a = 0, b = 0;
  int diameter = 0;  // cells, 0..kDiscDiameterMax; 0 and 1 are the centre cell alone
  std::uint8_t filling = 0;
  int line = 0;
};
inline constexpr int kDiscDiameterMax = 4 * 16384;  // covers the largest world from any cell of it

// `item`: an element whose turn stamps a picture, centred on its cell.
struct Item {
  std::uint8_t element = 0;
  int width = 0, height = 0;
  std::vector<std::uint8_t> cells;  // row by row; kItemKeeps leaves the world as it is
};
inline constexpr std::uint8_t kItemKeeps = 255;

// A tab of the palette.
struct Group {
  std::string name;
  std::vector<std::uint8_t> members;  // in file order; may be empty
};

// `dissolve DISSOLVER VICTIM N`, for *fastsab*: each look, the victim vanishes with probability 1 in n.
struct Dissolving {
  std::uint8_t dissolver = 0, victim = 0;
  std::uint32_t n = 1;  // >= 1
  int line = 0;
};

// A line of a wxSand config that rules nothing, since later lines speak of all that it speaks of.
struct Overridden {
  int line = 0, column = 0;
  int by = 0;  // the line that counts; one of them, where there are several
  // Of whom it speaks: of a beside b, or of a alone. kAnyElement stands for `all`.
  std::uint8_t a = 0;
  std::optional<std::uint8_t> b = {};
};
inline constexpr std::uint8_t kAnyElement = 255;

// An automaton that a config may name, as `automaton NAME`.
struct ConfigTarget {
  std::string name;
  bool needs_rule_for_every_pair = false;  // warns about two elements of different density without a rule
};

struct Ruleset {
  std::string title;   // file name without folder, or "default"
  std::string source;  // path it was read from; empty when it was not a file
  std::string text;    // the config text itself
  Dialect dialect = Dialect::sandjs;
  std::vector<Element> elements;    // 1..kElementsMax; index 0 is the background
  std::vector<Reaction> reactions;  // sand.js `rule`s, in file order; later ones overwrite

  // wxSand, and decays of both dialects. Elements in no group come in a group of their own, "Misc", which stands first;
  // a ruleset without groups has none at all.
  std::vector<Decay> decays;
  std::vector<Interaction> interactions;
  std::vector<Disc> discs;
  std::vector<Item> items;
  std::vector<Group> groups;
  std::vector<std::uint8_t> sources;   // elements that pour in at the top, left to right
  std::vector<Overridden> overridden;  // for notes; in no order

  // Our words.
  std::vector<Dissolving> dissolvings;
  bool marks_liquids = false;  // it says which elements are liquids; else Element::liquid is a guess
  std::string automaton;       // the automaton that the config asks for (`automaton NAME`); empty: its dialect's own

  // Rules of whatever kind, for lists and messages.
  std::size_t rule_count() const {
    return reactions.size() + decays.size() + interactions.size() + discs.size() + dissolvings.size();
  }

  // The newest element of that name (sand.js resolves duplicates so).
  std::optional<std::uint8_t> find(std::string_view name) const;
};

// d * 255 rounded to nearest, ties to even, clamped to 0..255; NaN gives 0. (sand.js stores densities so:
// 0.5 -> 128, 0.1 -> 26, 0.3 -> 76, 0.999 -> 255.)
std::uint8_t density_to_byte(double density);

// What an element is by nature, from its density and reactions; used by looks, scenes and the liquid default.
bool is_wall(const Element& element);
// True when the element falls or rises through the background. In wxSand: it has gravity. In sand.js, whole, changing
// or fading as it goes: it is no wall, has another density, and by the last rule for the pair it gives up its place to
// the background or goes on in the background's place. (A spring or a torch, which changes where it stands, does not.)
bool moves_through_background(const Ruleset& ruleset, std::uint8_t index);

}  // namespace repose

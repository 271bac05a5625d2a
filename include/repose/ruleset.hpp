// A ruleset: elements and reactions as read from a config, independent of its dialect.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace repose {

inline constexpr int kElementsMax = 256;           // an element index is one byte
inline constexpr std::uint8_t kWallDensity = 255;  // density byte of elements that never move

struct Color {
  std::uint8_t r = 0, g = 0, b = 0;
  friend bool operator==(const Color&, const Color&) = default;
};

enum class Dialect : std::uint8_t { sandjs, wxsand };
std::string_view dialect_name(Dialect dialect);  // "sand.js", "wxSand"

// The greatest, and that of liquids without the word `dispersion`.
inline constexpr int kDispersionMax = 256, kDispersion = kDispersionMax;

// Pressure that a cell gives to the air in a step, and a push to the right and down; -kAirSourceMax..kAirSourceMax.
struct AirSource {
  int pressure = 0, right = 0, down = 0;
  friend bool operator==(const AirSource&, const AirSource&) = default;
};
inline constexpr int kAirSourceMax = 1000;
inline constexpr int kStrengthMax = 1'000'000;

// One kind of matter: looks, kind and movement. A dialect sets only some of the members; docs/configs.md ("Crossing
// dialects") says how an automaton reads the elements of the other dialect.
struct Element {
  std::string name;  // as in the file; only sand.js files can repeat a name, and the last one counts
  Color color;
  double density = 0.0;  // as written: 0..1 in sand.js, any number in wxSand
  // 0..255, see density_to_byte. In wxSand kWallDensity means that the gravity is 0.
  std::uint8_t density_byte = 0;
  bool liquid = false;    // marked `liquid`; in a file that marks none, by the default in docs/configs.md
  float glow = 0.0f;      // 0..1: how much light it gives off on screen
  bool hidden = false;    // not in the palette
  bool airborne = false;  // the brush paints it only over the background and over visible elements like it
  std::optional<std::uint8_t> pressed;  // `press`: what a click with the brush turns it into; empty: nothing
  std::string description;              // tooltip; may be empty
  int line = 0;                         // line of its definition, from 1; 0 if it does not come from a file

  // wxSand, for *elements*; as written, not clamped.
  double gravity = 0.0;            // chance of falling one cell per frame; negative rises
  double slip = 0.0;               // chance of moving sideways
  double conductivity = 0.0;       // share of a neighbour's greater energy that it absorbs; over 1 heats itself
  std::optional<Color> hot_color;  // colour at energy 99; `color` at energy 0

  // Our words for *fastsab*, *tiles* and *water*.
  std::optional<std::uint8_t> friction;  // 0..8: columns that a grain may slide in one move
  bool is_static = false;                // painted into the wall plane
  std::optional<std::uint8_t> emits;     // for a faucet: the element that it puts below itself
  bool drain = false;                    // removes what touches it

  // Our words for *conserving*.
  bool reacts_anywhere = false;  // its reactions happen in all directions, whatever the densities
  // Marked `powder`; in a file that marks neither powders nor liquids: guessed from its name.
  bool powder = false;
  bool powder_guessed = false;   // true: `powder` was guessed
  double viscosity = 1.0;        // 0..1: the chance that it flows in a pass; 1 flows freely
  int dispersion = kDispersion;  // for a liquid: how many cells it moves sideways at once, 0..kDispersionMax; 0: none
  bool thin = false;             // liquids move sideways through it, as through stalks and leaves
  bool support = false;          // part of structures: what is connected to nothing that holds it falls, as one body
  std::optional<std::uint8_t> rubble;  // what it becomes where such a body hits after a fall; empty: itself
  bool floats = false;                 // liquids below it hold the structure of which it is a part
  double wander = 0.0;                 // 0..1: the chance in a step that it changes places with a neighbour
  double resistance = 0.0;             // 0..1: the chance that it withstands a burst; a wall's is 1
  AirSource air;                       // what each cell of it does to the air around it in a step
  // The air pressure difference that breaks it, 1..kStrengthMax; 0: none. To `debris`, else `rubble`, else background.
  int strength = 0;
  std::optional<std::uint8_t> debris;
  std::optional<double> drift;  // 0..1: how readily gusts carry it; empty: as its kind, gas, liquid or powder
  float shimmer = 0.0f;         // 0..1: how much its colour flickers on screen
  bool clone = false;           // pours the first liquid or powder that touches it, from then on
  // For a clone that has been touched: the element that it pours. Such clones are not in the file: the reader adds
  // them, hidden, after all elements of the file.
  std::optional<std::uint8_t> pours;
  std::string title;  // shown to people instead of `name`, see shown_name(); empty: the name is
};

// `a` meets `b`: a becomes c, b becomes d.
struct Reaction {
  std::uint8_t a = 0, b = 0, c = 0, d = 0;
  int line = 0;
  double probability = 1.0;  // 0..1; used by *conserving*
  bool anywhere = false;     // from `when`, for *conserving*: in all directions, whatever the densities

  // The two swap, as sand and water do.
  bool is_swap() const { return c == b && d == a; }
};

// `when a left_of b` or `when a above b`, for *conserving*: where a lies directly left of b, or over it, a becomes c
// and b becomes d. At most one for each of the two places of an ordered pair.
struct DirectedReaction {
  std::uint8_t a = 0, b = 0, c = 0, d = 0;
  bool over = false;  // a lies over b, not left of it
  int line = 0;
  double probability = 1.0;  // 0..1, each time the two are a pair
};

// In configs that mark no liquids, elements from this density byte on (0.92) are powders. Water has 0.9, sand 0.95.
inline constexpr std::uint8_t kPowderDensity = 235;

// --- wxSand, and decays of sand.js files ---

inline constexpr int kEnergyMax = 99;      // energies go from 0 to this
inline constexpr int kEnergyMask = 0x7f;   // the energy in a byte of a solver's view; its top bit may be a flag
inline constexpr int kProductSlots = 100;  // products are drawn from this number of slots

// An outcome of a decay (b unused) or an interaction: `slots` of the kProductSlots. The rest changes nothing.
struct Product {
  std::uint8_t slots = 0;
  std::uint8_t a = 0, b = 0;
};

// `self` with its `hotself`: an element turns into another by itself. At most one per element. In sand.js files: our
// word `decay`, with one product of all slots, no threshold, and the probability per step.
struct Decay {
  std::uint8_t element = 0;
  double probability = 0.0;  // per frame, 0..1
  // Acts only above this energy, which is subtracted; below -1 always, and adds. Empty: at any energy, without change.
  std::optional<int> threshold;
  std::vector<Product> products;
  int line = 0;
};

// `neighbor` with its `hotneighbor` and `explosion`: what centre a and neighbour b become. One per ordered pair.
struct Interaction {
  std::uint8_t a = 0, b = 0;
  double probability = 0.0;      // each time a meets b, 0..1
  std::optional<int> threshold;  // as in Decay, for the sum of both energies
  std::vector<Product> products;
  std::uint8_t x_speed = 0, y_speed = 0;  // `explosion`: the largest speed that both can get, in either direction
  int line = 0;
};

// `pexplosion`: whenever centre a meets neighbour b, a disc around a is filled.
struct Disc {
  std::uint8_t a = 0, b = 0;
  int diameter = 0;  // cells, 0..kDiscDiameterMax; 0 and 1 are the centre cell only
  std::uint8_t filling = 0;
  int line = 0;
};
inline constexpr int kDiscDiameterMax = 4 * 16384;  // covers the largest world from any cell of it

// `item`: an element that draws a picture, centred on its cell, in its turn.
struct Item {
  std::uint8_t element = 0;
  int width = 0, height = 0;
  std::vector<std::uint8_t> cells;  // row by row; kItemKeeps leaves the world as it is
};
inline constexpr std::uint8_t kItemKeeps = 255;

// `group`: a tab of the palette. `set`: only a name for lines about all its members.
struct Group {
  std::string name;
  std::vector<std::uint8_t> members;  // in file order; may be empty
  bool hidden = false;                // a `set`: no tab
};

// `dissolve DISSOLVER VICTIM N`, for *fastsab*: each time the dissolver checks it, the victim vanishes with chance 1/n.
struct Dissolving {
  std::uint8_t dissolver = 0, victim = 0;
  std::uint32_t n = 1;  // >= 1
  int line = 0;
};

// `burst NAME RADIUS INTO [P]`, for *conserving*: it explodes; all around that does not resist becomes `into`.
struct Burst {
  std::uint8_t element = 0;
  int radius = 0;  // cells, 0..kBurstRadiusMax
  std::uint8_t into = 0;
  double probability = 1.0;  // per step, 0..1
  int line = 0;
};
inline constexpr int kBurstRadiusMax = 24;

// A line of a wxSand config without effect, because later lines replace it completely.
struct Overridden {
  int line = 0, column = 0;
  int by = 0;  // a line that replaces it
  // The elements of the line: a beside b, or only a. kAnyElement means `all`.
  std::uint8_t a = 0;
  std::optional<std::uint8_t> b = {};
};
inline constexpr std::uint8_t kAnyElement = 255;

// A parameter that a config may set, as `parameter NAME VALUE`.
struct ConfigParameter {
  std::string name;
  double minimum = 0.0, maximum = 1.0;
  bool whole = false;
  std::vector<double> choices = {};            // when not empty, the only possible values, ascending
  std::vector<std::string> choice_names = {};  // when not empty, words that stand for the choices
};

// A parameter that an automaton had once. It is refused with what happens instead.
struct RetiredParameter {
  std::string_view name;
  std::string_view instead;  // what follows "conserving has no parameter 'NAME' any more: ", without a full stop
};

// An automaton that a config may name, as `automaton NAME`.
struct ConfigTarget {
  std::string name;
  bool needs_rule_for_every_pair = false;  // warns about two elements of different density without a rule
  std::vector<ConfigParameter> parameters = {};
  std::span<const RetiredParameter> retired_parameters = {};
};

struct Ruleset {
  std::string title;   // file name without folder, or "default"
  std::string source;  // path of the file; empty if it was not read from a file
  std::string text;    // the config text itself
  Dialect dialect = Dialect::sandjs;
  std::vector<Element> elements;  // 1..kElementsMax; index 0 is the background
  // sand.js: `rule`s in file order, then what `when`, `swap` and `clone` lines say about single pairs. Later ones
  // overwrite. Automata other than *conserving* leave out those with `anywhere`: all but the swaps.
  std::vector<Reaction> reactions;
  std::vector<DirectedReaction> directed;

  // wxSand, and decays and groups of both dialects. If there are groups, all other elements are in the first, "Misc".
  std::vector<Decay> decays;
  std::vector<Interaction> interactions;
  std::vector<Disc> discs;
  std::vector<Item> items;
  std::vector<Group> groups;
  std::vector<std::uint8_t> sources;   // elements that pour in at the top, left to right
  std::vector<Overridden> overridden;  // for notes; not ordered

  // Our words.
  std::vector<Dissolving> dissolvings;
  std::vector<Burst> bursts;   // at most one per element
  bool marks_liquids = false;  // true: it has `liquid` lines; false: Element::liquid is the default
  bool marks_powders = false;  // true: it has `powder` lines
  // A line of a sand.js file has a word or operand that changes steps in *conserving* only.
  bool needs_conserving = false;
  // `parameter NAME VALUE`: values for the automaton that the config names; each name once, each value in its range.
  std::vector<std::pair<std::string, double>> parameters;
  std::string automaton;  // the automaton that the config names (`automaton NAME`); empty: the dialect's default

  // The number of rules of all kinds, for lists and messages. A `when`, `swap` or `clone` line counts once.
  std::size_t rule_count() const;

  // The last element of that name (as sand.js resolves duplicates); empty if there is none.
  std::optional<std::uint8_t> find(std::string_view name) const;
};

// The name that people see: "molten glass" for molten_glass. Without the number of a hidden stage: fire2 is "fire".
std::string shown_name(const Element& element);

// The number of elements that people can paint, in every list and message: those not hidden, and the background.
std::size_t paintable_count(const Ruleset& ruleset);

// d * 255 rounded to nearest, ties to even, clamped to 0..255; NaN gives 0. As in sand.js: 0.5 -> 128, 0.1 -> 26.
std::uint8_t density_to_byte(double density);

// Kinds of elements, from density and reactions; used by looks, scenes and the default for liquids.
bool is_wall(const Element& element);
// True if the element falls or rises through the background. In wxSand: its gravity is not 0. In sand.js: it is not a
// wall, has another density than the background, and the last rule for the pair puts the background into its place, or
// puts the element or its product into the background's place. A spring or a torch, which changes in place, does not
// move. Precondition: index < elements.size().
bool moves_through_background(const Ruleset& ruleset, std::uint8_t index);

}  // namespace repose

// Elements and reactions as read from a config, free of the dialect it was written in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace repose {

inline constexpr int kElementsMax = 256;         // an element index is one byte
inline constexpr std::uint8_t kWallDensity = 255;  // density byte of what never moves

struct Color {
  std::uint8_t r = 0, g = 0, b = 0;
  friend bool operator==(const Color&, const Color&) = default;
};

enum class Dialect : std::uint8_t { sandjs, wxsand };
std::string_view dialect_name(Dialect dialect);  // "sand.js", "wxSand"

// How an element looks and sorts into kinds; nothing here changes a step of the density automaton but density_byte.
struct Element {
  std::string name;           // as in the file; names repeat only in sand.js files, where the newest wins
  Color color;
  double density = 0.0;       // 0..1 as written
  std::uint8_t density_byte = 0;  // see density_to_byte
  bool liquid = false;        // marked `liquid`; in a file that marks none, by the default of docs/configs.md
  float glow = 0.0f;          // 0..1: how much light it gives off on screen
  bool hidden = false;        // not offered in the palette
  std::string description;    // tooltip; may be empty
  int line = 0;               // line of its definition, from 1; 0 when made by program
};

// `a` meets `b`: a becomes c, b becomes d.
struct Reaction {
  std::uint8_t a = 0, b = 0, c = 0, d = 0;
  int line = 0;

  // The two change places, as sand and water do.
  bool is_swap() const { return c == b && d == a; }
};

struct Ruleset {
  std::string title;   // file name without folder, or "default"
  std::string source;  // path it was read from; empty when it was not a file
  std::string text;    // the config text itself
  Dialect dialect = Dialect::sandjs;
  std::vector<Element> elements;    // 1..kElementsMax; index 0 is the background
  std::vector<Reaction> reactions;  // in file order; later ones overwrite

  // The newest element of that name (sand.js resolves duplicates so).
  std::optional<std::uint8_t> find(std::string_view name) const;
};

// d * 255 rounded to nearest, ties to even, clamped to 0..255; NaN gives 0. (sand.js stores densities so:
// 0.5 -> 128, 0.1 -> 26, 0.3 -> 76, 0.999 -> 255.)
std::uint8_t density_to_byte(double density);

// What an element is by nature, from its density and reactions; used by looks, scenes and the liquid default.
bool is_wall(const Element& element);
// True when the element falls or rises through the background, whole, changing or fading as it goes: it is no wall, has
// another density, and by the last rule for the pair it gives up its place to the background or goes on in the
// background's place. (A spring or a torch, which changes where it stands, does not.)
bool moves_through_background(const Ruleset& ruleset, std::uint8_t index);

}  // namespace repose

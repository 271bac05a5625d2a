#include "render/looks.hpp"

#include <algorithm>
#include <bitset>

namespace repose {

namespace {

// Elements that change, or change their place, when they meet the background. More elements than with
// moves_through_background(): a flame that changes in place is drawn as a gas too.
std::bitset<kElementsMax> drifting_elements(const Ruleset& ruleset) {
  std::bitset<kElementsMax> drifts;
  for (const Reaction& r : ruleset.reactions) {  // the last rule for a pair is in force
    if (r.anywhere) continue;
    if (r.b == 0 && r.a != 0) drifts[r.a] = r.c != r.a;
    if (r.a == 0 && r.b != 0) drifts[r.b] = r.d != r.b;
  }
  return drifts;
}

Matter matter_of(const Ruleset& ruleset, std::size_t index, bool drifts) {
  const Element& element = ruleset.elements[index];
  const std::uint8_t background = ruleset.elements.front().density_byte;
  if (index == 0) return Matter::background;
  if (element.liquid) return Matter::liquid;
  if (ruleset.dialect == Dialect::wxsand) {
    return element.gravity < 0 ? Matter::gas : element.gravity > 0 ? Matter::powder : Matter::solid;
  }
  if (is_wall(element) || !drifts || element.density_byte == background) return Matter::solid;
  return element.density_byte < background ? Matter::gas : Matter::powder;
}

// Whether it is a powder or a liquid that sinks through the background.
bool falls(const Ruleset& ruleset, std::size_t index, Matter matter) {
  if (matter != Matter::powder && matter != Matter::liquid) return false;
  const Element& element = ruleset.elements[index];
  const bool sinks = ruleset.dialect == Dialect::wxsand ? element.gravity > 0
                                                        : element.density_byte > ruleset.elements.front().density_byte;
  return sinks && moves_through_background(ruleset, static_cast<std::uint8_t>(index));
}

// wxSand has no word for light. An element that heats itself is drawn as fire.
float glow_of(const Ruleset& ruleset, const Element& element) {
  constexpr float kFireGlow = 0.45f;
  const bool burns = ruleset.dialect == Dialect::wxsand && element.conductivity > 1.0 && element.gravity != 0.0;
  return std::clamp(element.glow, burns ? kFireGlow : 0.0f, 1.0f);
}

}  // namespace

Palette make_palette(const Ruleset& ruleset) {
  Palette palette;
  if (ruleset.elements.empty()) return palette;
  palette.fill({ruleset.elements.front().color, Matter::background, 0.0f, {}, ruleset.elements.front().shimmer});
  const auto drifts = drifting_elements(ruleset);
  const std::size_t count = std::min<std::size_t>(ruleset.elements.size(), kElementsMax);
  for (std::size_t i = 0; i < count; ++i) {
    const Element& element = ruleset.elements[i];
    const Matter matter = matter_of(ruleset, i, drifts[i]);
    palette[i] = {element.color,     matter,          glow_of(ruleset, element),
                  element.hot_color, element.shimmer, falls(ruleset, i, matter)};
  }
  return palette;
}

bool has_hot_colors(const Palette& palette) {
  return std::ranges::any_of(palette, [](const PaletteEntry& e) { return e.hot_color.has_value(); });
}

bool has_shimmer(const Palette& palette) {
  return std::ranges::any_of(palette, [](const PaletteEntry& e) { return e.shimmer > 0.0f; });
}

bool has_moving(const Palette& palette) {
  return std::ranges::any_of(palette, [](const PaletteEntry& e) { return e.falls || e.matter == Matter::gas; });
}

}  // namespace repose

#include "render/palettes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace repose {

namespace {

// The ramp viridis, at equal distances.
constexpr std::array<Color, 5> kDensityRamp = {
    {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};

Color mixed(Color a, Color b, double part) {
  const auto channel = [part](std::uint8_t x, std::uint8_t y) {
    return static_cast<std::uint8_t>(std::lround(x + (y - x) * part));
  };
  return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b)};
}

}  // namespace

Color density_color(double share) {
  const double at = std::clamp(share, 0.0, 1.0) * (kDensityRamp.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(at), kDensityRamp.size() - 2);
  return mixed(kDensityRamp[below], kDensityRamp[below + 1], at - static_cast<double>(below));
}

Palette density_palette(const Ruleset& ruleset) {
  Palette palette;
  if (ruleset.elements.empty()) return palette;
  const auto [least, most] = std::ranges::minmax_element(ruleset.elements, {}, &Element::density);
  const double range = std::max(most->density - least->density, 1e-9);
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const Element& element = ruleset.elements[i < ruleset.elements.size() ? i : 0];
    palette[i] = {density_color((element.density - least->density) / range), Matter::solid, 0.0f};
  }
  return palette;
}

Palette safe_palette(const Ruleset& ruleset) {
  Palette palette = make_palette(ruleset);
  const std::vector<Color> colors = safe_colors(ruleset);
  for (std::size_t i = 0; i < palette.size(); ++i) {
    palette[i].color = colors[i < colors.size() ? i : 0];
    palette[i].hot_color.reset();
  }
  return palette;
}

}  // namespace repose

#include "render/palettes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace repose {

namespace {

constexpr Color kSafeBackground{18, 18, 22};
// Okabe and Ito 2008, "Color Universal Design": orange, sky blue, bluish green, yellow, blue, vermilion, reddish
// purple. The last entry is for colours without hue.
constexpr std::array<Color, 8> kSafeHues = {{{230, 159, 0},
                                             {86, 180, 233},
                                             {0, 158, 115},
                                             {240, 228, 66},
                                             {0, 114, 178},
                                             {213, 94, 0},
                                             {204, 121, 167},
                                             {150, 150, 150}}};
constexpr std::size_t kGrey = kSafeHues.size() - 1;
constexpr int kGreySaturationMax = 24;  // difference between the strongest and the weakest of red, green and blue
constexpr double kLightnessReach =
    0.5;  // share of white for the least dense element of a hue, of black for the densest

// The ramp viridis, at equal distances.
constexpr std::array<Color, 5> kDensityRamp = {
    {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};

Color mixed(Color a, Color b, double part) {
  const auto channel = [part](std::uint8_t x, std::uint8_t y) {
    return static_cast<std::uint8_t>(std::lround(x + (y - x) * part));
  };
  return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b)};
}

int distance(Color a, Color b) {
  const int r = a.r - b.r, g = a.g - b.g, blue = a.b - b.b;
  return 2 * r * r + 4 * g * g + 3 * blue * blue;  // approximately the sensitivity of eyes
}

bool is_grey(Color c) { return std::max({c.r, c.g, c.b}) - std::min({c.r, c.g, c.b}) <= kGreySaturationMax; }

// The elements of each hue, without the background.
std::array<std::vector<std::size_t>, kSafeHues.size()> by_hue(const Ruleset& ruleset) {
  std::array<std::vector<std::size_t>, kSafeHues.size()> members;
  const std::size_t most =
      (ruleset.elements.size() + kGrey - 1) / kGrey;  // limit per hue, so that hues are used evenly
  for (std::size_t i = 1; i < ruleset.elements.size(); ++i) {
    const Color own = ruleset.elements[i].color;
    std::size_t best = kGrey;
    int nearest = std::numeric_limits<int>::max();
    for (std::size_t hue = 0; hue < kGrey && !is_grey(own); ++hue) {
      const int far = distance(own, kSafeHues[hue]);
      if (members[hue].size() >= most || far >= nearest) continue;
      best = hue;
      nearest = far;
    }
    members[best].push_back(i);
  }
  return members;
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

std::vector<Color> safe_colors(const Ruleset& ruleset) {
  std::vector<Color> colors(std::max<std::size_t>(ruleset.elements.size(), 1), kSafeBackground);
  auto members = by_hue(ruleset);
  for (std::size_t hue = 0; hue < members.size(); ++hue) {
    auto& group = members[hue];
    std::ranges::stable_sort(group, {}, [&](std::size_t i) { return ruleset.elements[i].density; });
    for (std::size_t k = 0; k < group.size(); ++k) {
      const double place = group.size() == 1 ? 0
                                             : 1 - 2 * static_cast<double>(k) /
                                                       static_cast<double>(group.size() - 1);  // 1 lightest, -1 darkest
      const Color end = place > 0 ? Color{255, 255, 255} : Color{0, 0, 0};
      colors[group[k]] = mixed(kSafeHues[hue], end, std::abs(place) * kLightnessReach);
    }
  }
  return colors;
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

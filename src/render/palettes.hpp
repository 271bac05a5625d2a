// Colours for the elements of a ruleset other than those of its config. On screen only: exported pictures keep the
// colours of the config, because there colours are data.
#pragma once

#include <vector>

#include "render/looks.hpp"

namespace repose {

// False colours from dark violet to yellow; lightness grows with `share`: 0 for the least density, 1 for the greatest.
// The order is visible for colour-blind people and in grey.
Color density_color(double share);
// The false colour of every element, by its density relative to the densities of the ruleset.
Palette density_palette(const Ruleset& ruleset);

// Colours that people with any kind of colour vision can tell apart, one for each element: the hues of Okabe and Ito,
// for each element the nearest free hue to the config's colour. If several elements share a hue, denser ones are
// darker. Greys stay grey.
std::vector<Color> safe_colors(const Ruleset& ruleset);
Palette safe_palette(const Ruleset& ruleset);

}  // namespace repose

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

// Colours that people with any kind of colour vision can tell apart, one for each element: near the config's colour,
// but with the smallest distance between two visible elements as large as a local search makes it, in ordinary sight
// and in three simulated deficiencies (color_distance.hpp). Elements of the first tab are farther apart than others,
// elements of the same kind of matter farther than those that differ in texture too. Hidden elements differ from the
// visible element with the nearest colour as in the config. Equal rulesets give equal colours. Takes about 6 ms for 64
// elements, 25 ms for 256.
std::vector<Color> safe_colors(const Ruleset& ruleset);
Palette safe_palette(const Ruleset& ruleset);

}  // namespace repose

// Other colours for the elements of a ruleset than those that its config gives them. On screen only: exported pictures
// keep the config's, because there colours are data.
#pragma once

#include <vector>

#include "render/looks.hpp"

namespace repose {

// False colours from dark violet to yellow, as light as they are dense: `share` 0 for the least density, 1 for the
// greatest. They keep their order for colour-blind people, and in grey.
Color density_color(double share);
// Every element in the colour of its density among those of the ruleset.
Palette density_palette(const Ruleset& ruleset);

// Colours that people with any kind of colour vision can tell apart, one for each element: the hues of Okabe and Ito,
// each the nearest that is left to the config's own colour, denser elements darker where several share one; greys stay
// grey.
std::vector<Color> safe_colors(const Ruleset& ruleset);
Palette safe_palette(const Ruleset& ruleset);

}  // namespace repose

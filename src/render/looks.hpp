// How elements look on screen. Rendering only: nothing here can change a step.
#pragma once

#include <array>
#include <cstdint>

#include "repose/ruleset.hpp"

namespace repose {

// Each is switchable in the View menu and costs nothing when off.
struct Looks {
  bool grain = true;       // powders vary a little from cell to cell
  bool depth_tint = true;  // liquids darken with depth, lighten at the surface; the background gets a soft gradient
  bool glow = true;        // fire and lava light their surroundings
  friend bool operator==(const Looks&, const Looks&) = default;
};

enum class Matter : std::uint8_t { background, powder, liquid, gas, solid };

struct PaletteEntry {
  Color color;
  Matter matter = Matter::solid;
  float glow = 0.0f;  // 0..1
};

// One entry for every possible element byte; bytes outside the ruleset look like the background.
using Palette = std::array<PaletteEntry, kElementsMax>;

Palette make_palette(const Ruleset& ruleset);

}  // namespace repose

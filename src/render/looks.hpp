// How elements look on screen. Rendering only: nothing here can change a step.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "repose/ruleset.hpp"

namespace repose {

// Each look can be switched in the View menu and costs nothing when off.
struct Looks {
  bool grain = true;         // powders vary a little from cell to cell; elements with shimmer flicker
  bool depth_tint = true;    // liquids darken with depth, lighten at the surface; the background gets a soft gradient
  bool glow = true;          // fire and lava light their surroundings
  bool blur = false;         // the borders between cells are blurred
  bool heat = false;         // the energy in false colours over a dimmed world, if the automaton has energy
  bool pressure = false;     // the same for the pressure of water
  bool relief = false;       // heights in three dimensions; with OpenGL only
  float sun_azimuth = 315;   // degrees clockwise from the top of the picture: direction of the light on heights
  float sun_elevation = 38;  // degrees of the light above the horizon
  bool motion = true;  // what falls is drawn as streaks, thin liquids without gaps, and liquids foam where they land
  friend bool operator==(const Looks&, const Looks&) = default;
};

enum class Matter : std::uint8_t { background, powder, liquid, gas, solid };

struct PaletteEntry {
  Color color;
  Matter matter = Matter::solid;
  float glow = 0.0f;                    // 0..1
  std::optional<Color> hot_color = {};  // at energy kEnergyMax; `color` at energy 0
  float shimmer = 0.0f;                 // 0..1
  bool falls = false;                   // a powder or a liquid that sinks through the background
};

// One entry for every possible element byte; bytes outside the ruleset are drawn as the background.
using Palette = std::array<PaletteEntry, kElementsMax>;

Palette make_palette(const Ruleset& ruleset);

bool has_hot_colors(const Palette& palette);
bool has_shimmer(const Palette& palette);
bool has_moving(const Palette& palette);

}  // namespace repose

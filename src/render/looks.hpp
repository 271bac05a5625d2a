// How elements look on screen. Rendering only: nothing here can change a step.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

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

// Textures that tell elements of similar colours apart: squares of 4 x 4 cells, row by row from bit 0 on. Where a bit
// is set, cells are lighter, elsewhere darker; the first one changes nothing.
inline constexpr std::uint32_t kTextures[] = {
    0,       // none
    0x00ff,  // lines from left to right
    0x9c63,  // lines that fall to the left
    0x3333,  // upright lines
    0xcc33,  // a chessboard
    0x6c93,  // lines that fall to the right
    0x0660,  // dots
};

struct PaletteEntry {
  Color color;
  Matter matter = Matter::solid;
  float glow = 0.0f;                    // 0..1
  std::optional<Color> hot_color = {};  // at energy kEnergyMax; `color` at energy 0
  float shimmer = 0.0f;                 // 0..1
  bool falls = false;                   // a powder or a liquid that sinks through the background
  std::uint8_t texture = 0;             // index into kTextures
};

// One entry for every possible element byte; bytes outside the ruleset are drawn as the background.
using Palette = std::array<PaletteEntry, kElementsMax>;

Palette make_palette(const Ruleset& ruleset);

bool has_hot_colors(const Palette& palette);
bool has_shimmer(const Palette& palette);
bool has_moving(const Palette& palette);

// Colours for the elements of a ruleset other than those of its config. On screen only: exported pictures keep the
// colours of the config, because there colours are data.

// False colours from dark violet to yellow; lightness grows with `share`: 0 for the least density, 1 for the greatest.
// The order is visible for colour-blind people and in grey.
Color density_color(double share);
// The false colour of every element, by its density relative to the densities of the ruleset.
Palette density_palette(const Ruleset& ruleset);

// Colours that people with any kind of colour vision can tell apart, one for each element: near the config's colour,
// but with the smallest distance between two visible elements as large as a local search makes it, in ordinary sight
// and in three simulated deficiencies (CIEDE2000). Elements of the first tab are farther apart than others,
// elements of the same kind of matter farther than those that differ in texture too. Hidden elements differ from the
// visible element with the nearest colour as in the config. Equal rulesets give equal colours. Takes about 6 ms for 64
// elements, 25 ms for 256.
std::vector<Color> safe_colors(const Ruleset& ruleset);
// These colours, and textures for elements whose colours are still alike to somebody.
Palette safe_palette(const Ruleset& ruleset);

// ---- how different two colours look, to people with any kind of colour vision ----

// Ordinary colour vision, and vision without the cones for long, middle and short waves.
enum class ColorVision : std::uint8_t { normal, protanopia, deuteranopia, tritanopia };
inline constexpr std::array kColorVisions = {ColorVision::normal, ColorVision::protanopia, ColorVision::deuteranopia,
                                             ColorVision::tritanopia};

// Red, green and blue of sRGB in linear light, each 0..1.
struct LinearColor {
  double r = 0, g = 0, b = 0;
};

// CIELAB for the white of sRGB (D65): l is 0..100.
struct Lab {
  double l = 0, a = 0, b = 0;
};

LinearColor linear_of(Color color);
Lab lab_of(const LinearColor& light);
// Can lie outside 0..1: not every Lab is a colour of sRGB.
LinearColor linear_of(const Lab& lab);
// The nearest byte in each channel; clamped.
Color color_of(const LinearColor& light);

// What a person with this sight sees, as a colour that looks the same to people with ordinary vision. Matrices of
// Machado, Oliveira and Fernandes 2009, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
// severity 1, applied in linear light. Their model is exact for red and green; for tritanopia it is an approximation.
LinearColor seen_with(ColorVision sight, const LinearColor& light);

// The colour difference CIEDE2000 (ISO/CIE 11664-6), as in Sharma, Wu and Dalal 2005, "The CIEDE2000 Color-Difference
// Formula: Implementation Notes". About 1 is just visible side by side.
double ciede2000(const Lab& first, const Lab& second);

// A colour, prepared for many comparisons.
struct ComparedColor {
  Lab lab;
  double lightness_share = 0;  // least weight that the formula gives a difference in lightness
  double chroma_scale = 0;     // greatest scale that it gives a difference in chroma or hue
};
ComparedColor compared_color(const Lab& lab);
// False: ciede2000() is at least `distance`. True: it can be less. Much faster than ciede2000().
bool may_be_nearer(const ComparedColor& first, const ComparedColor& second, double distance);

}  // namespace repose

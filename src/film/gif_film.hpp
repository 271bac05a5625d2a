// Chooses at most 255 colours for a picture, and finds the nearest of them to any colour. Colours that are equal in the
// upper six bits of every channel count as one.
#pragma once

#include <cstdint>
#include <vector>

#include "repose/ruleset.hpp"

namespace repose {

// How often each colour occurs in a picture.
class ColorCounts {
 public:
  ColorCounts();
  void add(Color color);

 private:
  friend class GifPalette;
  struct Bin {
    std::uint64_t r = 0, g = 0, b = 0, count = 0;  // sums
  };
  std::vector<Bin> bins_;
  std::vector<std::uint32_t> used_;  // bins that are not empty
};

class GifPalette {
 public:
  static constexpr int kColorsMax = 255;  // the last of the 256 colours of a GIF is transparent

  explicit GifPalette(const ColorCounts& counts);

  const std::vector<Color>& colors() const { return colors_; }
  std::uint8_t nearest(Color color);

 private:
  std::vector<Color> colors_;
  std::vector<std::int16_t> found_;  // by bin: the nearest colour, or -1 if not searched yet
};

// Squared distance in RGB.
int color_distance(Color a, Color b);

}  // namespace repose

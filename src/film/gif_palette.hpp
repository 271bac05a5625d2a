// At most 255 colours that serve a picture best, and which of them comes nearest to any other. Colours that are equal
// in the upper six bits of every channel are taken for one.
#pragma once

#include <cstdint>
#include <vector>

#include "repose/ruleset.hpp"

namespace repose {

// How often each colour stands in a picture.
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
  std::vector<std::uint32_t> used_;  // bins with something in them
};

class GifPalette {
 public:
  static constexpr int kColorsMax = 255;  // the last of a GIF's 256 stays free for what is transparent

  explicit GifPalette(const ColorCounts& counts);

  const std::vector<Color>& colors() const { return colors_; }
  std::uint8_t nearest(Color color);

 private:
  std::vector<Color> colors_;
  std::vector<std::int16_t> found_;  // by bin: the nearest colour, or -1: nobody has asked yet
};

// Squared distance in RGB.
int color_distance(Color a, Color b);

}  // namespace repose

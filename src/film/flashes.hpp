// Measures how often a film flashes, by the definition of WCAG 2.2, success criterion 2.3.1: at most three general and
// three red flashes in any second, unless they are small.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "repose/ruleset.hpp"

namespace repose {

// The screen of the definition has 1024 x 768 pixels; 10 degrees of sight are a block of 341 x 256 of them.
inline constexpr int kFlashScreenWidth = 1024, kFlashScreenHeight = 768;
inline constexpr int kFlashBlockWidth = 341, kFlashBlockHeight = 256;
inline constexpr int kFlashBlockPixels = 21'824;  // a quarter of a block: flashes of fewer pixels do not count
inline constexpr int kFlashesMax = 3;             // in any second

// The first second with the most flashes.
struct WorstFlashes {
  int flashes = 0;     // pairs of opposing changes
  double seconds = 0;  // its end, from the start of the film
  int x = 0, y = 0;    // top left of the block, in pixels of the picture
  // The most pixels of the screen in a block that have changed together, of those that count or not.
  int largest_change = 0;
};

// A change counts if a quarter of a block has made it within 1/20 s: general, if the relative luminance changes by
// 0.1 or more and the darker state is below 0.8; red, if one of the states is a saturated red. Where equally many
// pixels of a square of half a degree change in opposing directions, as in the flicker of single cells, they cancel:
// the definition leaves out fine, balanced patterns.
class FlashMeter {
 public:
  // The size of the pictures; `scale`: the side of one of their pixels on the screen, at least 1.
  FlashMeter(int width, int height, int scale, int pictures_per_second);

  // The next picture, 0xRRGGBB row by row. Precondition: it has the size of the meter.
  void add(std::span<const std::uint32_t> picture);

  const WorstFlashes& general() const { return general_.worst; }
  const WorstFlashes& red() const { return red_.worst; }

 private:
  // A value of a pixel since its last change: the extremes that it had, and whether they were saturated red.
  struct Trace {
    float low = 0, high = 0;
    bool low_is_red = false, high_is_red = false;
    std::int8_t direction = 0;    // of the last change: 1 up, -1 down, 0 none yet
    std::int32_t changed = -100;  // picture of that change
  };
  struct Kind {
    std::vector<Trace> traces;
    std::vector<std::int32_t> up, down;              // sums over the tiles above and to the left of a corner
    std::vector<std::vector<std::int32_t>> changes;  // by block: the pictures of its changes in the last second
    std::vector<std::int8_t> directions;             // by block: of the last one
    WorstFlashes worst;
  };

  void sum_tiles(Kind& kind) const;
  void count(Kind& kind);

  int width_, height_, scale_, rate_;
  int tile_, tiles_across_, tiles_down_;  // side in pixels; counts
  int block_across_, block_down_;         // size of a block in tiles
  std::int32_t pictures_ = 0;
  std::vector<std::uint32_t> last_;
  Kind general_, red_;
};

}  // namespace repose

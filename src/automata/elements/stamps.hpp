// Discs and items: what a turn draws beyond the cells around it. While blocks take turns, such a stamp is kept until
// the pass is over; then all stamps of a pass are drawn in an order that does not depend on threads.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "automata/elements/elements.hpp"

namespace repose::elements {

// Half the height of a disc's column, `dx` columns from its centre: round(sqrt(radius^2 - dx^2)); |dx| <= radius.
std::int64_t disc_reach(std::int64_t radius, std::int64_t dx);
// Discs of smaller radius are within the 3 x 3 cells around their centre.
inline constexpr int kFarRadius = 2;

struct Stamp {
  int x = 0, y = 0;       // its centre
  std::uint32_t key = 0;  // random bits, then the element; the highest key wins
  std::size_t block =
      0;  // the block that it belongs to, counted along the rows of the pass; decides between equal keys
  std::uint8_t element = 0;    // filling of a disc, or the item itself
  int radius = 0;              // of a disc
  const Item* item = nullptr;  // null for a disc
  // Cells that it does not change: those that the reaction of the same turn has changed.
  struct Point {
    int x = -1, y = -1;
    friend bool operator==(const Point&, const Point&) = default;
  };
  std::array<Point, 2> spared = {};

  bool covers(int px, int py) const;
};

// Leaves 29 bits: on a GPU a key is a depth, and there are that many floating-point numbers between 0 and 1.
inline constexpr std::uint32_t kStampKeyShift = 11;
constexpr std::uint32_t stamp_key(std::uint32_t random, std::uint8_t element) {
  return random >> kStampKeyShift << 8 | element;
}

// Calls fill(x, y, element) for each cell of a stamp inside the interior of the world.
using Fill = std::function<void(int, int, std::uint8_t)>;
void draw_stamp(const Stamp& stamp, int width, int height, const Fill& fill);

// Draws the stamps of one pass. A stamp is skipped if a stamp of a higher key covers its centre. Of the others the
// highest key wins where they overlap. Sorts `stamps`.
void draw_stamps(std::vector<Stamp>& stamps, int width, int height, const Fill& fill);

}  // namespace repose::elements

// Whole worlds: elements of other rules, other sizes. Plain functions, no solver.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "repose/command.hpp"
#include "repose/ruleset.hpp"
#include "repose/world.hpp"

namespace repose {

// As in the config, the hidden ones too.
std::vector<std::string> element_names(const Ruleset& rules);

// For each element of the old rules, the element of the new rules with the same name; the last one if several have it.
// If no name is exactly the same, upper and lower case are ignored. The background stays the background.
struct ElementMap {
  std::array<std::uint8_t, kElementsMax> to{};
  std::array<bool, kElementsMax> known{};  // false: no element has its name; it becomes background
};
ElementMap match_by_name(const Ruleset& from, const Ruleset& to);
// The same, but what never moves and has no namesake becomes a wall, if the new rules have one; hidden stages become
// the solid that has the most similar colour, so that a tree stays brown and green.
ElementMap match_by_name_or_wall(const Ruleset& from, const Ruleset& to);

// Of two colours, in RGB.
constexpr int square_distance(Color a, Color b) {
  const int red = a.r - b.r, green = a.g - b.g, blue = a.b - b.b;
  return red * red + green * green + blue * blue;
}

struct Mapped {
  World world;
  std::uint64_t lost = 0;  // cells that became background because the new rules have no element of the same name
  std::vector<std::uint8_t> lost_elements;  // the elements of those cells, of the old rules, ascending
};
// Maps every plane except density and flags, which follow from the new rules. Lost cells are zero in all planes.
Mapped map_elements(const World& world, const ElementMap& map);
// The share of the cells that are not background which would be lost, 0..1; 0 for an empty world.
double share_lost(const World& world, const ElementMap& map);
// "lava, acid, oil and 4 more"; empty for none.
std::string name_elements(const std::vector<std::uint8_t>& elements, const Ruleset& rules);
// "12 cells of elements it lacks became background: lava, acid, oil and 4 more"; empty when nothing was lost.
std::string describe_loss(const Mapped& mapped, const Ruleset& from);

// Where the old top left corner is after a change of size.
CellPoint resize_shift(int width, int height, int new_width, int new_height, command::Anchor anchor);

// A world of another size, with the content where the anchor says; new cells are background of these rules.
World resized(const World& world, int width, int height, command::Anchor anchor, const Ruleset& ruleset);

}  // namespace repose

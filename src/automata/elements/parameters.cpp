// Walls, sources, gravity, energy, interactions, ambient temperature, block.
#include <algorithm>
#include <array>

#include "automata/elements/elements.hpp"

namespace repose::elements {

namespace {

using Type = ParameterInfo::Kind;

constexpr double kBlocks[] = {0, 8, 16, 32};

constexpr auto kList = std::to_array<ParameterInfo>({
    {"walls", "Walls", "Nothing moves into the border; without walls, what moves into it vanishes.", "", Type::boolean,
     0, 1, 1},
    {"sources", "Sources", "The config's taps pour in at the top.", "", Type::boolean, 0, 1, 1},
    {"gravity", "Gravity", "Things fall, rise and level out.", "", Type::boolean, 0, 1, 1},
    {"energy", "Energy", "Heat flows from cell to cell.", "", Type::boolean, 0, 1, 1},
    {"interactions", "Interactions", "Neighbours react, explode and pass heat on.", "", Type::boolean, 0, 1, 1},
    {"ambient", "Ambient temperature", "The energy that heat-conducting elements take on beside empty cells.", "",
     Type::integer, 0, 100, 22},
    {"block", "Block", "Side of the blocks that take turns; 0 is the original's scan, cell after cell on one thread.",
     "cells", Type::integer, 0, 32, 32, kBlocks},
});

constexpr auto kListInBlocks = [] {
  auto list = kList;
  list.back().summary = "Side of the blocks that take turns.";
  list.back().minimum = kBlocks[1];
  list.back().choices = std::span(kBlocks).subspan(1);
  return list;
}();

}  // namespace

std::span<const ParameterInfo> Parameters::list() { return kList; }
std::span<const ParameterInfo> Parameters::list_in_blocks() { return kListInBlocks; }

double Parameters::get(std::string_view name) const {
  const double values[] = {double(walls),        double(sources), double(gravity), double(energy),
                           double(interactions), double(ambient), double(block)};
  static_assert(std::size(values) == std::size(kList));
  const auto found = std::ranges::find(kList, name, &ParameterInfo::name);
  return found == std::end(kList) ? 0.0 : values[found - std::begin(kList)];
}

bool Parameters::set(std::string_view name, double value) {
  const auto found = std::ranges::find(kList, name, &ParameterInfo::name);
  if (found == std::end(kList)) return false;
  const double taken = clamp_parameter(*found, value);
  bool* const switches[] = {&walls, &sources, &gravity, &energy, &interactions};
  const auto index = static_cast<std::size_t>(found - std::begin(kList));
  if (index < std::size(switches)) {
    *switches[index] = taken != 0;
  } else {
    (name == "ambient" ? ambient : block) = static_cast<int>(taken);
  }
  return true;
}

std::uint8_t Parameters::ambient_energy() const { return static_cast<std::uint8_t>(std::min(ambient, kEnergyMax)); }

}  // namespace repose::elements

// The cells of an area of a world, one struct each: easy to read in plain loops.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "automata/elements/elements.hpp"
#include "automata/elements/lattice.hpp"
#include "repose/edit.hpp"
#include "repose/world.hpp"

namespace repose::elements {

struct Cell {
  std::uint8_t element = 0;
  std::uint8_t energy = 0;  // 0..kEnergyMax
  std::int8_t x_speed = 0, y_speed = 0;
  bool served = false;  // it moved, reacted or exchanged heat in this frame, and has no more turns. In wxSand: calc
};

// A fresh cell; background if the rules do not have the element.
inline Cell fresh_cell(const Rules& rules, std::uint8_t element) {
  Cell cell;
  if (element < rules.element_count()) cell.element = element;
  return cell;
}

// The cells of an area of a world, row by row.
struct CellArea {
  Area area;
  int world_width = 0, world_height = 0;
  std::vector<Cell> cells = {};
  int wanted_row = 0;  // the rows above it may be wrong after a frame

  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y - area.y_begin) * static_cast<std::size_t>(area.x_end - area.x_begin) +
           static_cast<std::size_t>(x - area.x_begin);
  }
};

// Copies the cells of `world`: a whole world, or the part of a larger one that begins at `origin`.
inline CellArea cells_of(const Rules& rules, const World& world, CellPoint origin, int world_width, int world_height) {
  CellArea area{
      {origin.x, origin.y, origin.x + world.width(), origin.y + world.height()}, world_width, world_height, {}};
  area.cells.resize(world.cell_count());
  const auto energy = world.bytes(Plane::energy), velocity = world.bytes(Plane::velocity);
  for (std::size_t i = 0; i < area.cells.size(); ++i) {
    Cell& cell = area.cells[i] = fresh_cell(rules, world.cells()[i]);
    if (!energy.empty()) cell.energy = std::min<std::uint8_t>(energy[i], kEnergyMax);
    if (velocity.empty()) continue;
    cell.x_speed = static_cast<std::int8_t>(velocity[2 * i]);
    cell.y_speed = static_cast<std::int8_t>(velocity[2 * i + 1]);
  }
  return area;
}

}  // namespace repose::elements

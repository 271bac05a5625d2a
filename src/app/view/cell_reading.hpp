// What a view of a world holds for one cell, and for a rectangle of them.
#pragma once

#include <cstdint>
#include <optional>

#include "repose/cell_view.hpp"
#include "repose/explain.hpp"

namespace repose {

// The planes that are known, each in the units of MemoryCells.
struct CellReading {
  std::uint8_t element = 0;          // of no meaning where `wall` is known
  std::optional<std::uint8_t> wall;  // in worlds of heights
  std::optional<int> energy;
  std::optional<std::int32_t> mass, height;
  int wetness = 0;
};

// A piece of the world as it was when a view showed it.
struct SeenWindow {
  WorldWindow window;
  std::uint64_t generation = 0;  // of that view
  std::uint64_t step = 0;        // as given with the question
};

// Precondition of both: `cell` lies inside the window, or the world.
CellReading read_cell(const WorldWindow& window, CellPoint cell);
CellReading read_cell(const MemoryCells& shown, CellPoint cell);

// Preconditions: a view in memory, and `box` inside it.
WorldWindow read_window(const CellView& view, const CellBox& box);

}  // namespace repose

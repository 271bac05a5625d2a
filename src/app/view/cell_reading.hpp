// The content of one cell, or of a rectangle, of a view.
#pragma once

#include <cstdint>
#include <optional>

#include "repose/cell_view.hpp"
#include "repose/explain.hpp"

namespace repose {

struct Desk;

// The planes that the view has, each in the units of MemoryCells.
struct CellReading {
  std::uint8_t element = 0;          // meaningless if `wall` is present
  std::optional<std::uint8_t> wall;  // in worlds of heights
  std::optional<int> energy;
  std::optional<std::int32_t> mass, height;
  int wetness = 0;
  std::int32_t packed = 0;  // sand that was pressed into the stack; known on scalar and cpu
};

// A part of the world at the time of a view.
struct SeenWindow {
  WorldWindow window;
  std::uint64_t generation = 0;  // of that view
  std::uint64_t step = 0;        // as passed with the request
};

// The element that a cell inside the running world shows. On a gpu backend empty until one or two frames after the
// first call. All that the cell holds: Screen::probe().
std::optional<std::uint8_t> element_at(Desk& desk, CellPoint cell);

// Precondition of both: `cell` is inside the window, or the view.
CellReading read_cell(const WorldWindow& window, CellPoint cell);
CellReading read_cell(const MemoryCells& shown, CellPoint cell);

// Preconditions: a view in memory, and `box` inside it.
WorldWindow read_window(const CellView& view, const CellBox& box);

}  // namespace repose

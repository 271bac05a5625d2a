// What a view of a world holds for one cell, and for a rectangle of them.
#pragma once

#include <cstdint>
#include <optional>

#include "repose/explain.hpp"
#include "repose/solver.hpp"

namespace repose {

struct CellReading {
  std::uint8_t byte = 0;              // what the view's rows or texels hold for the cell
  std::optional<std::int32_t> field;  // the value of the view's field, where it has one
  std::int32_t second = 0;            // the same of its second plane, else 0
};

// Preconditions: a memory view, and `cell` inside it.
CellReading read_memory(const CellView& view, CellPoint cell);

// A piece of the world as it was when a view showed it.
struct SeenWindow {
  WorldWindow window;
  std::uint64_t generation = 0;  // of that view
  std::uint64_t step = 0;        // as given with the question
};

// Preconditions: a memory view, and `box` inside it.
WorldWindow read_memory(const CellView& view, const CellBox& box);

}  // namespace repose

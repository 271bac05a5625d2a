// What a view of a world holds for one cell.
#pragma once

#include <cstdint>
#include <optional>

#include "repose/solver.hpp"

namespace repose {

struct CellReading {
  std::uint8_t byte = 0;              // what the view's rows or texels hold for the cell
  std::optional<std::int32_t> field;  // the value of the view's field, where it has one
  std::int32_t second = 0;            // the same of its second plane, else 0
};

// Preconditions: a memory view, and `cell` inside it.
CellReading read_memory(const CellView& view, CellPoint cell);

}  // namespace repose

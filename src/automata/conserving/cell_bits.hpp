// What a levelling needs to know of each cell, as bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace repose::conserving {

// Of 64 cells of a row; the lowest bit is that of the leftmost cell.
struct CellBits {
  std::uint64_t background = 0;
  std::uint64_t liquid = 0;  // elements that level
  std::uint64_t begins = 0;  // cells that differ from the one to their left
};

// Reads 64 cells of each of `count` rows; `cells` is the first one. The byte to the left of a row is read too.
void read_cell_bits(const std::uint8_t* cells, std::size_t stride, int count, std::span<const std::uint8_t> liquids,
                    CellBits* rows);

}  // namespace repose::conserving

// Rows of cells as bits, a vector at a time: where two rows differ, and what a levelling asks of each cell. Two cells
// of the same element never act, and in most worlds most neighbours are the same: so only the others are looked at one
// by one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "automata/conserving/cpu_kernel.hpp"
#include "core/chunks.hpp"

namespace repose::conserving {

// A bit for each column of a chunk; the lowest is that of the leftmost column.
using ColumnBits = std::uint64_t;
static_assert(kChunkWidth == 64);
inline constexpr ColumnBits kEvenColumns = 0x5555555555555555;

// The columns begin..end-1 of the chunk that begins in column `chunk`.
inline ColumnBits columns_between(int chunk, int begin, int end) {
  ColumnBits bits = ~ColumnBits{0};
  if (begin > chunk) bits &= begin - chunk < kChunkWidth ? bits << (begin - chunk) : 0;
  if (end < chunk + kChunkWidth) bits &= end > chunk ? ~(~ColumnBits{0} << (end - chunk)) : 0;
  return bits;
}

// The columns in which a[x] and b[x] differ, of so many chunks.
void find_differences(const std::uint8_t* a, const std::uint8_t* b, int chunks, ColumnBits* columns);
// The columns in which a[x] differs from b[x + 1], or a[x + 1] from b[x].
void find_crossed_differences(const std::uint8_t* a, const std::uint8_t* b, int chunks, ColumnBits* columns);

// Calls visit(chunk, columns) for each chunk of a run of columns; `chunk` is its first column. `find` is one of the two
// functions above.
template <class Find, class Visit>
void for_each_chunk(const ColumnRange& run, const std::uint8_t* a, const std::uint8_t* b, const Find& find,
                    const Visit& visit) {
  constexpr int kChunks = 16;  // at once
  std::array<ColumnBits, kChunks> columns;
  for (int from = run.begin; from < run.end; from += kChunks * kChunkWidth) {
    const int count = std::min((run.end - from) / kChunkWidth, kChunks);
    find(a + from, b + from, count, columns.data());
    for (int i = 0; i < count; ++i) visit(from + i * kChunkWidth, columns[static_cast<std::size_t>(i)]);
  }
}

// Calls visit(x) for these columns of the chunk that begins in column `chunk`, from the left.
template <class Visit>
void for_each_column(int chunk, ColumnBits columns, const Visit& visit) {
  for (; columns != 0; columns &= columns - 1) visit(chunk + std::countr_zero(columns));
}

// What a levelling needs to know of each cell, as bits.

// A bit for each of 64 cells of a row, the lowest for the leftmost cell.
struct CellBits {
  std::uint64_t background = 0;
  std::uint64_t liquid = 0;  // elements that level
  std::uint64_t begins = 0;  // cells that differ from the one to their left
};

// Reads 64 cells of each of `count` rows; `cells` is the first one. The byte to the left of a row is read too.
void read_cell_bits(const std::uint8_t* cells, std::size_t stride, int count, std::span<const std::uint8_t> liquids,
                    CellBits* rows);

}  // namespace repose::conserving

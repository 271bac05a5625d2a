// Rows of cells as bits, a vector at a time: where two rows differ, and which cells are in a set of elements.
#include "automata/conserving/cpu_step.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/conserving/row_bits.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace repose::conserving::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using ChunkTag = hn::CappedTag<std::uint8_t, kChunkWidth>;

// The cells of one chunk; `differs(x)` is the mask of the cells from x on.
template <class Differs>
HWY_ATTR ColumnBits bits_of_chunk(const Differs& differs) {
  const ChunkTag tag;
  const int lanes = static_cast<int>(hn::Lanes(tag));
  ColumnBits columns = 0;
  for (int x = 0; x < kChunkWidth; x += lanes) {
    ColumnBits bits = 0;
    hn::StoreMaskBits(tag, differs(x), reinterpret_cast<std::uint8_t*>(&bits));
    columns |= bits << x;
  }
  return columns;
}

void differences_here(const std::uint8_t* a, const std::uint8_t* b, int chunks, ColumnBits* columns) {
  const ChunkTag tag;
  for (int i = 0; i < chunks; ++i, a += kChunkWidth, b += kChunkWidth)
    columns[i] = bits_of_chunk([&](int x) HWY_ATTR { return hn::Ne(hn::LoadU(tag, a + x), hn::LoadU(tag, b + x)); });
}

// The columns of a chunk whose cells are in each of some sets.
template <int kSets>
HWY_ATTR void members_of_chunk(const std::uint8_t* cells, const ElementBits* const* sets, ColumnBits* columns) {
  std::fill_n(columns, kSets, ColumnBits{0});
#if HWY_TARGET == HWY_SCALAR
  for (int x = 0; x < kChunkWidth; ++x) {
    for (int i = 0; i < kSets; ++i) columns[i] |= ColumnBits{sets[i]->has(cells[x])} << x;
  }
#else
  const ChunkTag tag;
  alignas(16) static constexpr std::array<std::uint8_t, 16> kBits = {1, 2, 4, 8, 16, 32, 64, 128,
                                                                     1, 2, 4, 8, 16, 32, 64, 128};
  const auto bits = hn::LoadDup128(tag, kBits.data()), fifteen = hn::Set(tag, 15), half = hn::Set(tag, 128);
  const int lanes = static_cast<int>(hn::Lanes(tag));
  for (int x = 0; x < kChunkWidth; x += lanes) {
    const auto here = hn::LoadU(tag, cells + x), column = hn::And(here, fifteen);
    const auto bit = hn::TableLookupBytes(bits, hn::And(hn::ShiftRight<4>(here), fifteen));
    const auto is_low = hn::Lt(here, half);
    for (int i = 0; i < kSets; ++i) {
      const auto low = hn::TableLookupBytes(hn::LoadDup128(tag, sets[i]->low.data()), column),
                 high = hn::TableLookupBytes(hn::LoadDup128(tag, sets[i]->high.data()), column);
      ColumnBits mask = 0;
      hn::StoreMaskBits(tag, hn::TestBit(hn::IfThenElse(is_low, low, high), bit),
                        reinterpret_cast<std::uint8_t*>(&mask));
      columns[i] |= mask << x;
    }
  }
#endif
}

void members_here(const std::uint8_t* cells, int chunks, const ElementBits& set, ColumnBits* columns) {
  const ElementBits* const sets[] = {&set};
  for (int i = 0; i < chunks; ++i) members_of_chunk<1>(cells + i * kChunkWidth, sets, columns + i);
}

template <int kSets>
void members_of_rows_here(const std::uint8_t* const* rows, int row_count, const ElementBits* const* sets,
                          ColumnBits* columns) {
  for (int y = 0; y < row_count; ++y) members_of_chunk<kSets>(rows[y], sets, columns + y * kSets);
}

void two_sets_here(const std::uint8_t* const* rows, int row_count, const ElementBits* const* sets,
                   ColumnBits* columns) {
  members_of_rows_here<2>(rows, row_count, sets, columns);
}
void three_sets_here(const std::uint8_t* const* rows, int row_count, const ElementBits* const* sets,
                     ColumnBits* columns) {
  members_of_rows_here<3>(rows, row_count, sets, columns);
}

}  // namespace
}  // namespace repose::conserving::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace repose::conserving {
HWY_EXPORT(differences_here);

void find_differences(const std::uint8_t* a, const std::uint8_t* b, int chunks, ColumnBits* columns) {
  HWY_DYNAMIC_DISPATCH(differences_here)(a, b, chunks, columns);
}
HWY_EXPORT(members_here);

void find_members(const std::uint8_t* cells, int chunks, const ElementBits& set, ColumnBits* columns) {
  HWY_DYNAMIC_DISPATCH(members_here)(cells, chunks, set, columns);
}
HWY_EXPORT(two_sets_here);
HWY_EXPORT(three_sets_here);

void find_members(std::span<const std::uint8_t* const> rows, std::span<const ElementBits* const> sets,
                  ColumnBits* columns) {
  const int count = static_cast<int>(rows.size());
  if (sets.size() == 2) {
    HWY_DYNAMIC_DISPATCH(two_sets_here)(rows.data(), count, sets.data(), columns);
  } else {
    HWY_DYNAMIC_DISPATCH(three_sets_here)(rows.data(), count, sets.data(), columns);
  }
}
}  // namespace repose::conserving
#endif

// Rows of cells as bits, a vector at a time: where two rows differ, and which cells are in a set of elements.
#include "automata/conserving/cpu_step.hpp"

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

void members_here(const std::uint8_t* cells, int chunks, const ElementBits& set, ColumnBits* columns) {
#if HWY_TARGET == HWY_SCALAR
  for (int i = 0; i < chunks; ++i, cells += kChunkWidth) {
    columns[i] = 0;
    for (int x = 0; x < kChunkWidth; ++x) columns[i] |= ColumnBits{set.has(cells[x])} << x;
  }
#else
  const ChunkTag tag;
  alignas(16) static constexpr std::array<std::uint8_t, 16> kBits = {1, 2, 4, 8, 16, 32, 64, 128,
                                                                     1, 2, 4, 8, 16, 32, 64, 128};
  const auto low = hn::LoadDup128(tag, set.low.data()), high = hn::LoadDup128(tag, set.high.data()),
             bits = hn::LoadDup128(tag, kBits.data()), fifteen = hn::Set(tag, 15);
  for (int i = 0; i < chunks; ++i, cells += kChunkWidth) {
    columns[i] = bits_of_chunk([&](int x) HWY_ATTR {
      const auto here = hn::LoadU(tag, cells + x), column = hn::And(here, fifteen);
      const auto row = hn::And(hn::ShiftRight<4>(here), fifteen);
      const auto rows = hn::IfThenElse(hn::Lt(here, hn::Set(tag, 128)), hn::TableLookupBytes(low, column),
                                       hn::TableLookupBytes(high, column));
      return hn::TestBit(rows, hn::TableLookupBytes(bits, row));
    });
  }
#endif
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
}  // namespace repose::conserving
#endif

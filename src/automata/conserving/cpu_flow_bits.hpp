// Planes of bits, for cpu_flow.hpp: operations on words, and the planes of a row. Compiled anew for every kind of
// vector.
#include <array>
#include <cstdint>

#include "automata/conserving/band.hpp"

#if defined(REPOSE_CONSERVING_CPU_FLOW_BITS) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_CONSERVING_CPU_FLOW_BITS
#undef REPOSE_CONSERVING_CPU_FLOW_BITS
#else
#define REPOSE_CONSERVING_CPU_FLOW_BITS
#endif

#include <hwy/highway.h>

#include "automata/conserving/cpu_draws.hpp"
#include "automata/conserving/cpu_element_sets.hpp"

HWY_BEFORE_NAMESPACE();
namespace repose::conserving::HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

// Bits of `yes` where `choice` is set, else of `no`.
W choose(W choice, W yes, W no) {
#if HWY_TARGET <= HWY_AVX3
  return W{_mm512_ternarylogic_epi32(choice.raw, yes.raw, no.raw, 0xca)};
#else
  return hn::Or(hn::And(choice, yes), hn::AndNot(choice, no));
#endif
}

// One step of a comparison of two numbers, from the lowest bit up: whether the first is greater, where `first` and
// `second` are their bits, the second's inverted, and `greater` is the result up to here. The majority of the three.
W compare(W greater, W first, W second) {
#if HWY_TARGET <= HWY_AVX3
  return W{_mm512_ternarylogic_epi32(greater.raw, first.raw, second.raw, 0xe8)};
#else
  return hn::OrAnd(hn::And(first, second), greater, hn::Or(first, second));
#endif
}

// Moves each bit of a row of bits one down, or one up. `next`, `previous`: the words after, or before, each word.
W move_down(W words, W next) {
#if HWY_TARGET <= HWY_AVX3_DL
  return W{_mm512_shrdi_epi32(words.raw, next.raw, 1)};
#else
  return hn::Or(hn::ShiftRight<1>(words), hn::ShiftLeft<31>(next));
#endif
}
W move_up(W words, W previous) {
#if HWY_TARGET <= HWY_AVX3_DL
  return W{_mm512_shldi_epi32(words.raw, previous.raw, 1)};
#else
  return hn::Or(hn::ShiftLeft<1>(words), hn::ShiftRight<31>(previous));
#endif
}

// The words before each word. `previous`: the vector before.
W words_before(W words, W previous) {
#if HWY_TARGET <= HWY_AVX3
  return W{_mm512_alignr_epi32(words.raw, previous.raw, kWords - 1)};
#else
  const D d;
  W before = previous;  // in blocks of 16 bytes
  if constexpr (kWords > 4) before = hn::ConcatLowerUpper(DWords(), words, previous);
  return hn::BitCast(DWords(), hn::CombineShiftRightBytes<12>(d, hn::BitCast(d, words), hn::BitCast(d, before)));
#endif
}

bool is_zero(W words) { return hn::AllTrue(DWords(), hn::Eq(words, hn::Zero(DWords()))); }

// Even bytes first, then the odd ones; and back.
using Places = std::array<std::uint8_t, 16>;
using Order = std::array<std::uint64_t, 8>;  // of blocks of 8 bytes
V part_pairs(V cells) {
#if HWY_TARGET <= HWY_AVX3_DL
  alignas(64) static constexpr auto kPlaces = [] {
    std::array<std::uint8_t, 64> places{};
    for (std::uint8_t i = 0; i < 64; ++i) places[i] = static_cast<std::uint8_t>(i % 32 * 2 + i / 32);
    return places;
  }();
  return V{_mm512_permutexvar_epi8(load(kPlaces.data()).raw, cells.raw)};
#else
  alignas(16) static constexpr Places kPlaces = {0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15};
  alignas(64) static constexpr Order kOrder = kLanes == 64   ? Order{0, 2, 4, 6, 1, 3, 5, 7}
                                              : kLanes == 32 ? Order{0, 2, 1, 3}
                                                             : Order{0, 1};
  const hn::Repartition<std::uint64_t, D> d;
  const auto blocks = hn::BitCast(d, hn::TableLookupBytes(cells, dup(kPlaces)));
  return hn::BitCast(D(), hn::TableLookupLanes(blocks, hn::SetTableIndices(d, kOrder.data())));
#endif
}
V join_pairs(V cells) {
#if HWY_TARGET <= HWY_AVX3_DL
  alignas(64) static constexpr auto kPlaces = [] {
    std::array<std::uint8_t, 64> places{};
    for (std::uint8_t i = 0; i < 64; ++i) places[i] = static_cast<std::uint8_t>(i % 2 * 32 + i / 2);
    return places;
  }();
  return V{_mm512_permutexvar_epi8(load(kPlaces.data()).raw, cells.raw)};
#else
  alignas(16) static constexpr Places kPlaces = {0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15};
  alignas(64) static constexpr Order kOrder = kLanes == 64   ? Order{0, 4, 1, 5, 2, 6, 3, 7}
                                              : kLanes == 32 ? Order{0, 2, 1, 3}
                                                             : Order{0, 1};
  const hn::Repartition<std::uint64_t, D> d;
  const auto blocks = hn::TableLookupLanes(hn::BitCast(d, cells), hn::SetTableIndices(d, kOrder.data()));
  return hn::TableLookupBytes(hn::BitCast(D(), blocks), dup(kPlaces));
#endif
}

// The planes of a row.
struct RowBits {
  Word* first;  // the even cells of plane 0
  int stride;   // in words, from the even cells to the odd ones and on to the next plane

  Word* even(int plane) const { return first + 2 * plane * stride; }
  Word* odd(int plane) const { return even(plane) + stride; }

  // All that the planes say about a cell: plane p is bit p.
  std::uint64_t cell(int planes, int x) const {
    std::uint64_t bits = 0;
    for (int p = 0; p < planes; ++p) bits |= std::uint64_t{word(p, x) >> (x % kChunkWidth / 2) & 1} << p;
    return bits;
  }
  void put_cell(int planes, int x, std::uint64_t bits) const {
    for (int p = 0; p < planes; ++p) {
      const Word bit = Word{1} << (x % kChunkWidth / 2);
      Word& word = this->word(p, x);
      word = (bits >> p & 1) != 0 ? word | bit : word & ~bit;
    }
  }

 private:
  Word& word(int plane, int x) const { return (x % 2 == 0 ? even(plane) : odd(plane))[x / kChunkWidth]; }
};

// In which cells of the pairs of a pass each plane lies.
template <bool kOddPairs>
struct PairSides {
  static W left(const RowBits& row, int plane, int c) {
    return load((kOddPairs ? row.odd(plane) : row.even(plane)) + c);
  }
  static W right(const RowBits& row, int plane, int c) {
    if constexpr (!kOddPairs) return load(row.odd(plane) + c);
    return move_down(load(row.even(plane) + c), load(row.even(plane) + c + 1));
  }
};

#endif

}  // namespace
}  // namespace repose::conserving::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

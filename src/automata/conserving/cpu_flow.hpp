// Flow in bits. A pass asks few things of a cell: whether it flows, whether it has fallen, and what it sinks through.
// The answers are planes of one bit a cell. A pass over a row computes from them which pairs run, some hundreds of pairs
// in one operation, and moves the answers along with the cells. So cells are looked up once in a step, not in each pass;
// what is left of a pass over the cells themselves is to swap the pairs that run.
//
// What sinks through what is a sum of products: a set of elements sinks through another set, or one more such pair
// (FlowTables). With at most 16 elements there are at most 15 products, in most worlds far fewer.
//
// A plane of a row is two rows of words: the even cells, then the odd ones; word c holds the bits of chunk c. So the
// two cells of a pair have the same bit in two words, and a word of coins is one for the 32 pairs that begin in a chunk.
// If pairs begin in odd columns, their right cells are the even ones, shifted by one.
//
// Compiled anew for every kind of vector.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "automata/conserving/band.hpp"
#include "automata/conserving/cpu_tables.hpp"

#if defined(REPOSE_CONSERVING_CPU_FLOW) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_CONSERVING_CPU_FLOW
#undef REPOSE_CONSERVING_CPU_FLOW
#else
#define REPOSE_CONSERVING_CPU_FLOW
#endif

#include <hwy/highway.h>

#include "automata/conserving/cpu_element_sets.hpp"

HWY_BEFORE_NAMESPACE();
namespace repose::conserving::HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

using Word = std::uint32_t;
using DWords = hn::Repartition<Word, D>;
using W = hn::Vec<DWords>;

constexpr int kWords = hn::MaxLanes(DWords());

W load(const Word* at) { return hn::LoadU(DWords(), at); }
void store(W words, Word* at) { hn::StoreU(words, DWords(), at); }

// mix32 (rng.hpp) of many numbers.
W mix(W x) {
  x = hn::Xor(x, hn::ShiftRight<16>(x));
  x = hn::Mul(x, hn::Set(DWords(), kMixFactor1));
  x = hn::Xor(x, hn::ShiftRight<15>(x));
  x = hn::Mul(x, hn::Set(DWords(), kMixFactor2));
  return hn::Xor(x, hn::ShiftRight<16>(x));
}

// Bits of `yes` where `choice` is set, else of `no`.
W choose(W choice, W yes, W no) {
#if HWY_TARGET <= HWY_AVX3
  return W{_mm512_ternarylogic_epi32(choice.raw, yes.raw, no.raw, 0xca)};
#else
  return hn::Or(hn::And(choice, yes), hn::AndNot(choice, no));
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

// Even bytes first, then the odd ones.
V part_pairs(V cells) {
  alignas(16) static constexpr std::array<std::uint8_t, 16> kHalves = {0, 2, 4, 6, 8, 10, 12, 14,
                                                                       1, 3, 5, 7, 9, 11, 13, 15};
  const hn::Repartition<std::uint64_t, D> d;
  alignas(64) static constexpr std::uint64_t kOrder[][8] = {
      {0, 1}, {0, 2, 1, 3}, {0, 2, 4, 6, 1, 3, 5, 7}};
  constexpr int kLength = kLanes == 16 ? 0 : kLanes == 32 ? 1 : 2;
  const auto halves = hn::BitCast(d, hn::TableLookupBytes(cells, dup(kHalves)));
  return hn::BitCast(D(), hn::TableLookupLanes(halves, hn::SetTableIndices(d, kOrder[kLength])));
}

// Swaps the pairs of a vector whose bit is set. `bits`: at least 8 bytes that can be read.
V swap_some(V cells, const std::uint8_t* bits) {
  const hn::Repartition<std::uint16_t, D> d;
  const auto some = hn::LoadMaskBits(d, bits);
#if HWY_TARGET <= HWY_AVX3_DL
  return V{_mm512_mask_shldi_epi16(cells.raw, some.raw, cells.raw, cells.raw, 8)};
#else
  return hn::BitCast(D(), hn::IfThenElse(some, hn::BitCast(d, swap_pairs(cells)), hn::BitCast(d, cells)));
#endif
}

// The planes of a row.
struct RowBits {
  Word* first;  // the even cells of plane 0
  int stride;   // in words, from the even cells to the odd ones and on to the next plane; 0: all planes are the same

  Word* even(int plane) const { return first + 2 * plane * stride; }
  Word* odd(int plane) const { return even(plane) + stride; }
};

// Of a pass: in which cells of a pair each plane lies.
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

class FlowRows {
 public:
  FlowRows(const StepJob& job, const FlowTables& tables, const Band& band) : job_(job), tables_(tables), band_(band) {}

  // Whether any pair can run; if not, the functions below must not be called.
  bool flows() const { return tables_.products > 0; }

  // Before pass i over row y: the row above must have been through the sub-steps before it.
  void begin(int y, int i) {
    if (i > 0) return;
    if (y + 1 == band_.end) read(y, 0);
    if (y > band_.begin) read(y - 1, 0);
  }

  // Pass i over row y, whose pairs begin in column `first` of each run. `hidden`: a column that is in no
  // pair; -1: none. It must be read again afterwards.
  void flow(int y, int i, int first, int hidden) {
    if (hidden >= 0) hide(y, i, hidden);
    const RowBits row = bits(y, i), above = y > band_.begin ? bits(y - 1, i) : nothing(),
                  below = y + 1 < band_.end ? bits(y + 1, i) : nothing();
    for (const ColumnRange& run : runs_of(job_, band_, y)) {
      const Range range{run.begin / kChunkWidth, run.end / kChunkWidth};
      *swaps(range.begin - 1) = 0;
      first == 0 ? pass<false>(row, above, below, range, y, i) : pass<true>(row, above, below, range, y, i);
      swap_cells(range, y, first);
    }
  }

  // The answers for row y before pass i, from its cells.
  void read(int y, int i) {
    if (i >= job_.flow_passes) return;
    const RowBits to = bits(y, i);
    for (const ColumnRange& run : runs_of(job_, band_, y)) {
      const int end = run.end / kChunkWidth;
      for (int c = run.begin / kChunkWidth; c < end; c += kWords) read_chunks(band_.row(y), c, std::min(c + kWords, end), to);
      end_run(to, end);
    }
  }
  // The same for the first and the last cell.
  void read_ends(int y, int i) {
    if (!flows() || i >= job_.flow_passes) return;
    for (const int x : {0, job_.width - 1}) read_cell(y, i, x);
  }

 private:
  struct Range {
    int begin, end;  // chunks
  };

  void read_cell(int y, int i, int x) {
    const std::uint8_t cell = band_.row(y)[x];
    const Word bit = Word{1} << (x % kChunkWidth / 2);
    for (int p = 0; p < tables_.planes; ++p) {
      const bool fell = p == FlowTables::kReady && (cell & kFell) != 0;
      const bool on = !fell && tables_.has(p, cell & static_cast<std::uint8_t>(~kFell));
      Word& word = (x % 2 == 0 ? bits(y, i).even(p) : bits(y, i).odd(p))[x / kChunkWidth];
      word = on ? word | bit : word & ~bit;
    }
  }

  RowBits bits(int y, int i) const { return row_bits((3 * i + y % 3) * 2 * tables_.planes, band_.flow_bits->row_words()); }
  RowBits nothing() const { return row_bits(job_.flow_passes * 3 * 2 * tables_.planes, 0); }
  RowBits row_bits(int row, int stride) const { return {band_.flow_bits->row(row), stride}; }

  // Vectors overrun a run, but no pair begins in it and ends beyond it (cpu.cpp).
  void end_run(const RowBits& row, int end) const {
    for (int p = 0; p < tables_.planes; ++p) row.even(p)[end] = 0;
  }

  void hide(int y, int i, int x) const {
    const Word others = ~(Word{1} << (x % kChunkWidth / 2));
    for (const int p : {FlowTables::kFlows, FlowTables::kReady})
      (x % 2 == 0 ? bits(y, i).even(p) : bits(y, i).odd(p))[x / kChunkWidth] &= others;
  }

  void read_chunks(const std::uint8_t* cells, int begin, int end, const RowBits& to) const {
    alignas(64) Bits read[FlowTables::kPlanesMax][kWords];
    constexpr int kHalf = kLanes / 2;
    constexpr Bits kLow = (Bits{1} << kHalf) - 1;
    const int groups = (tables_.planes + 7) / 8;
    const hn::RebindToSigned<D> d;
    for (int c = begin; c < end; ++c) {
      for (int part = 0; part < kChunkWidth; part += kLanes) {
        const V marked_cells = part_pairs(load(cells + c * kChunkWidth + part));
        const M ready = hn::RebindMask(D(), hn::Lt(hn::BitCast(d, marked_cells), hn::Set(d, std::int8_t{kFell})));
        const V cells_here = plain(marked_cells);
        for (int g = 0; g < groups; ++g) {
          const V answers = look_up(dup(tables_.answers[static_cast<unsigned>(g)]), cells_here);
          for (int p = 8 * g; p < std::min(8 * g + 8, tables_.planes); ++p) {
            M set = hn::TestBit(answers, hn::Set(D(), static_cast<std::uint8_t>(1 << (p % 8))));
            if (p == FlowTables::kReady) set = hn::And(set, ready);
            const Bits found = bits_of(set);
            Bits& word = read[p][c - begin];
            if (part == 0) word = 0;
            word |= (found & kLow) << (part / 2) | (found >> kHalf) << (part / 2 + 32);
          }
        }
      }
    }
    for (int p = 0; p < tables_.planes; ++p) {
      W even, odd;
      hn::LoadInterleaved2(DWords(), reinterpret_cast<const Word*>(read[p]), even, odd);
      store(even, to.even(p) + begin);
      store(odd, to.odd(p) + begin);
    }
  }

  template <bool kOddPairs>
  void pass(const RowBits& row, const RowBits& above, const RowBits& below, const Range& range, int y, int i) {
    const bool last = i + 1 == job_.flow_passes;
    const RowBits after = last ? nothing() : bits(y, i + 1);
    const W coin_row = hn::Set(DWords(), job_.draws.coin_row(y, i)), lanes = hn::Iota(DWords(), 0);
    W previous = hn::Zero(DWords());
    for (int c = range.begin; c < range.end; c += kWords) {
      const W coins = mix(hn::Xor(coin_row, hn::Add(lanes, hn::Set(DWords(), static_cast<Word>(c)))));
      W runs = pairs_that_run<kOddPairs>(row, above, below, c, coins);
      if (tables_.has_viscous) runs = fluid<kOddPairs>(runs, row, c, range.end, y, i);
      store(runs, swaps(c));
      if (!last) move<kOddPairs>(row, after, c, runs, previous);
      previous = runs;
    }
    if (!last) end_run(after, range.end);
  }

  // One bit for each pair.
  template <bool kOddPairs>
  W pairs_that_run(const RowBits& row, const RowBits& above, const RowBits& below, int c, W coins) const {
    using Sides = PairSides<kOddPairs>;
    const W none = hn::Zero(DWords());
    W left_sinks = none, right_sinks = none;
    for (int k = 0; k < tables_.products; ++k) {
      const int heavy = FlowTables::heavy(k), light = FlowTables::light(k);
      left_sinks = hn::OrAnd(left_sinks, Sides::left(row, heavy, c), Sides::right(row, light, c));
      right_sinks = hn::OrAnd(right_sinks, Sides::right(row, heavy, c), Sides::left(row, light, c));
    }
    constexpr int kFlows = FlowTables::kFlows, kReady = FlowTables::kReady;
    left_sinks = hn::And(left_sinks, hn::And(Sides::left(row, kReady, c), Sides::right(row, kFlows, c)));
    right_sinks = hn::And(right_sinks, hn::And(Sides::right(row, kReady, c), Sides::left(row, kFlows, c)));
    if (hn::AllTrue(DWords(), hn::Eq(hn::Or(left_sinks, right_sinks), none))) return none;
    W left_falls = none, right_falls = none, left_rises = none, right_rises = none;
    for (int k = 0; k < tables_.products; ++k) {
      const int heavy = FlowTables::heavy(k), light = FlowTables::light(k);
      left_falls = hn::OrAnd(left_falls, Sides::left(row, heavy, c), Sides::left(below, light, c));
      right_falls = hn::OrAnd(right_falls, Sides::right(row, heavy, c), Sides::right(below, light, c));
      left_rises = hn::OrAnd(left_rises, Sides::left(above, heavy, c), Sides::left(row, light, c));
      right_rises = hn::OrAnd(right_rises, Sides::right(above, heavy, c), Sides::right(row, light, c));
    }
    const W free = hn::Or(hn::AndNot(left_falls, left_sinks), hn::AndNot(right_falls, right_sinks));
    const W damped = hn::OrAnd(hn::And(left_sinks, right_rises), right_sinks, left_rises);
    return hn::AndNot(hn::AndNot(coins, damped), free);
  }

  // Moves the answers of the pairs that run. `previous`: those of the words before.
  template <bool kOddPairs>
  void move(const RowBits& row, const RowBits& after, int c, W runs, W previous) const {
    const W up = kOddPairs ? move_up(runs, words_before(runs, previous, c)) : runs;
    for (int p = 0; p < tables_.planes; ++p) {
      const W even = load(row.even(p) + c), odd = load(row.odd(p) + c);
      if constexpr (kOddPairs) {
        store(choose(up, move_up(odd, load(row.odd(p) + c - 1)), even), after.even(p) + c);
        store(choose(runs, move_down(even, load(row.even(p) + c + 1)), odd), after.odd(p) + c);
      } else {
        const W change = hn::And(hn::Xor(even, odd), runs);
        store(hn::Xor(even, change), after.even(p) + c);
        store(hn::Xor(odd, change), after.odd(p) + c);
      }
    }
  }

  W words_before(W words, [[maybe_unused]] W previous, [[maybe_unused]] int c) const {
#if HWY_TARGET <= HWY_AVX3
    return W{_mm512_alignr_epi32(words.raw, previous.raw, kWords - 1)};
#else
    return load(swaps(c) - 1);
#endif
  }

  // Of the pairs that would run, those whose more viscous cell flows.
  template <bool kOddPairs>
  W fluid(W runs, const RowBits& row, int c, int end, int y, int i) {
    using Sides = PairSides<kOddPairs>;
    const int viscous = tables_.viscous();
    const W slow = hn::And(runs, hn::Or(Sides::left(row, viscous, c), Sides::right(row, viscous, c)));
    if (hn::AllTrue(DWords(), hn::Eq(slow, hn::Zero(DWords())))) return runs;
    alignas(64) Word stay[kWords];
    store(slow, stay);
    for (int k = 0; k < kWords; ++k) {
      Word drawn = c + k < end ? stay[k] : 0;
      for (; drawn != 0; drawn &= drawn - 1) {
        const int x = (c + k) * kChunkWidth + 2 * std::countr_zero(drawn) + (kOddPairs ? 1 : 0);
        const auto element = [&](int at) { return band_.row(y)[at] & static_cast<std::uint8_t>(~kFell); };
        const auto a = static_cast<std::uint8_t>(element(x)), b = static_cast<std::uint8_t>(element(x + 1));
        if (job_.draws.runs(x, y, i, job_.rules.fluidity(a, b))) stay[k] &= ~(drawn & -drawn);
      }
    }
    return hn::AndNot(load(stay), runs);
  }

  void swap_cells(const Range& range, int y, int first) {
    std::uint8_t* const changed = band_.changed_in(y);
    std::uint8_t* at = band_.row(y) + range.begin * kChunkWidth + first;
    for (int c = range.begin; c < range.end; ++c) {
      changed[c] |= static_cast<std::uint8_t>(*swaps(c) != 0);
      const auto* bits = reinterpret_cast<const std::uint8_t*>(swaps(c));
      for (int part = 0; part < kChunkWidth; part += kLanes, at += kLanes)
        store(swap_some(load(at), bits + part / 16), at);
    }
  }

  Word* swaps(int c) { return &swaps_[static_cast<unsigned>(c + 1)]; }
  const Word* swaps(int c) const { return &swaps_[static_cast<unsigned>(c + 1)]; }

  const StepJob& job_;
  const FlowTables& tables_;
  const Band& band_;
  std::array<Word, kWorldSideMax / kChunkWidth + 2 + 2 * kWords> swaps_;  // the pairs of a row that run; and a margin
};

#endif

}  // namespace
}  // namespace repose::conserving::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

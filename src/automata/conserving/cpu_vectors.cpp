// The sub-steps of a step in vectors of bytes, for at most 16 elements: all cells of a vector are tested at once for
// what they may do with their partners. The results of the two cells of a pair are neighbouring bits of an integer.
//
// Compiled anew for every kind of vector (Highway's foreach_target.h).
#include "automata/conserving/cpu_step.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <span>

// Vectors are members of classes here. Vectors without a fixed size cannot be members.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/conserving/cpu_vectors.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/cache_control.h>

HWY_BEFORE_NAMESPACE();
namespace repose::conserving::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR

bool has_vectors_here() { return false; }
void fall_here(const StepJob&, const SmallTables&, const FallArea&) {}
void step_here(const StepJob&, const SmallTables&, const Band&, int, int) {}
bool at_rest_here(const SmallTables&, const RestRows&, int, int) { return false; }

#else

// ======== Vectors of cells ========
//
// What two cells may do with each other, a vector of cells at a time. What an element may do with others is a set of
// elements, one bit each; each cell looks up the set of its own element and tests whether its partner's element is in
// it. Cells beyond the world do nothing.

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<std::uint8_t, kChunkWidth>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;
using Bits = std::uint64_t;  // one for each lane

constexpr int kLanes = hn::MaxLanes(D());
constexpr Bits kEven = 0x5555'5555'5555'5555u, kOdd = ~kEven;

V load(const std::uint8_t* at) { return hn::LoadU(D(), at); }
void store(V cells, std::uint8_t* at) { hn::StoreU(cells, D(), at); }
V dup(const std::array<std::uint8_t, 16>& table) { return hn::LoadDup128(D(), table.data()); }
V look_up(V table, V index) { return hn::TableLookupBytesOr0(table, index); }

Bits bits_of(M mask) {
  Bits bits = 0;
  hn::StoreMaskBits(D(), mask, reinterpret_cast<std::uint8_t*>(&bits));
  return bits;
}
M mask_of(Bits bits) { return hn::LoadMaskBits(D(), reinterpret_cast<const std::uint8_t*>(&bits)); }

M is_set(V cells) { return hn::Ne(cells, hn::Zero(D())); }

// Cells without the mark of those that fell, and the lanes of those that have it. Cells beyond the world stay cells
// beyond the world.
V plain(V cells) { return hn::And(cells, hn::Set(D(), static_cast<std::uint8_t>(~kFell))); }
V marked(V cells, Bits fell) { return hn::Or(cells, hn::IfThenElseZero(mask_of(fell), hn::Set(D(), kFell))); }
Bits fell(V cells) { return bits_of(hn::TestBit(cells, hn::Set(D(), kFell))); }

// Swaps the two cells of each pair.
V swap_pairs(V cells) {
  alignas(16) static constexpr std::array<std::uint8_t, 16> kPartners = {1, 0, 3,  2,  5,  4,  7,  6,
                                                                         9, 8, 11, 10, 13, 12, 15, 14};
  return hn::TableLookupBytes(cells, dup(kPartners));
}
Bits swap_pairs(Bits bits) { return (bits >> 1 & kEven) | (bits << 1 & kOdd); }

// kFew: at most 8 elements, so that a set is one byte.
template <bool kFew>
class SetTables {
 public:
  explicit SetTables(const SmallTables& t)
      : self_(sets(t.self)),
        sinks_(sets(t.sinks)),
        runs_(sets(t.runs)),
        reacts_below_(sets(t.reacts_below)),
        anywhere_(sets(t.anywhere)),
        reacts_falling_(sets(t.reacts_falling)),
        wanders_(sets(t.wanders)),
        fixed_(dup(t.fixed)),
        grainy_(dup(t.grainy)),
        decays_(dup(t.decays)),
        restless_(dup(t.restless)),
        traits_(t.traits),
        tables_(t) {}

  // The lanes in which a does this with b, which lies below it or, for runs and wanders, beside it.
  Bits sinks(V a, V b) const { return meet(sinks_, a, b); }
  Bits runs(V a, V b) const { return meet(runs_, a, b); }
  Bits reacts_below(V a, V b) const { return meet(reacts_below_, a, b); }
  Bits anywhere(V a, V b) const { return meet(anywhere_, a, b); }
  Bits reacts_falling(V a, V b) const { return meet(reacts_falling_, a, b); }
  Bits wanders(V a, V b) const { return meet(wanders_, a, b); }
  Bits follows(V a, V b) const { return sinks(a, b) & (bits_of(hn::Eq(b, hn::Zero(D()))) | grainy(a)); }

  V fixed(V cells) const { return look_up(fixed_, cells); }
  Bits decays(V cells) const { return bits_of(is_set(look_up(decays_, cells))); }
  Bits restless(V cells) const { return bits_of(is_set(look_up(restless_, cells))); }

  // What the cells become by reactions with their partners.
  V results(V cells, V partners) const {
    V results = cells;
    if constexpr (kFew) {
      const V one = hn::Set(D(), 1), odd = hn::Or(cells, one);
      const V column = hn::Or(partners, hn::IfThenElseZero(hn::Eq(odd, cells), hn::Set(D(), 8)));
      for (std::uint8_t k = 0; k < 4; ++k) {
        const V found = look_up(dup(tables_.folded_results[k]), column);
        results = hn::IfThenElse(hn::Eq(odd, hn::Set(D(), static_cast<std::uint8_t>(2 * k + 1))), found, results);
      }
    } else {
      for (std::uint8_t k = 0; k < kSmallElementsMax; ++k) {
        const V found = look_up(dup(tables_.results[k]), partners);
        results = hn::IfThenElse(hn::Eq(cells, hn::Set(D(), k)), found, results);
      }
    }
    return results;
  }

  bool certain() const { return traits_.certain; }
  bool has_reactions() const { return traits_.has_reactions; }
  bool has_anywhere() const { return traits_.has_anywhere; }

 private:
  struct Sets {
    V low, high;
  };
  static Sets sets(const ElementSets& sets) { return {dup(sets.low), dup(sets.high)}; }
  static Sets look(const Sets& table, V cells) {
    Sets found{look_up(table.low, cells), table.high};
    if constexpr (!kFew) found.high = look_up(table.high, cells);
    return found;
  }
  Bits meet(const Sets& table, V a, V b) const {
    const Sets others = look(table, a), self = look(self_, b);
    V shared = hn::And(others.low, self.low);
    if constexpr (!kFew) shared = hn::Or(shared, hn::And(others.high, self.high));
    return bits_of(is_set(shared));
  }
  Bits grainy(V cells) const { return bits_of(is_set(look_up(grainy_, cells))); }

  Sets self_, sinks_, runs_, reacts_below_, anywhere_, reacts_falling_, wanders_;
  V fixed_, grainy_, decays_, restless_;
  RuleTraits traits_;
  const SmallTables& tables_;
};

// ---- random numbers of many cells at once ----

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

// 0, 1, 2 and so on. Iota() writes them one by one, which makes the vector slow to load.
W first_lanes() {
  alignas(64) static constexpr Word kLanesOfWords[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return load(kLanesOfWords);
}

// StepDraws::draw() for cells of a vector that begins at (x, y), those of the lanes in `needed`: one by one, or all at
// once if that costs less.
class LaneDraws {
 public:
  LaneDraws(Word base, int x, int y, Bits needed) : base_(base), x_(x), y_(y), all_(std::popcount(needed) > kFew) {
    if (!all_) return;
    const W row = hn::Set(DWords(), static_cast<Word>(y)), lanes = first_lanes();
    for (int k = 0; k < kLanes; k += kWords) {
      const W columns = hn::Add(lanes, hn::Set(DWords(), static_cast<Word>(x + k)));
      store(mix(hn::Xor(mix(hn::Xor(columns, hn::Set(DWords(), base))), row)), draws_ + k);
    }
  }
  Word operator()(int lane) const { return all_ ? draws_[lane] : StepDraws::draw(base_, x_ + lane, y_); }

 private:
  static constexpr int kFew = 12;

  Word base_;
  int x_, y_;
  bool all_;
  alignas(64) Word draws_[kLanes];
};

// ======== Flow in bits ========
//
// Flow in bits. A pass asks few things of a cell: whether it flows, whether it has fallen, and what it sinks through.
// The answers are planes of one bit a cell. A row of cells is read into planes before the first pass and written back
// after the last one. A pass computes from the planes which pairs run, some hundreds of pairs in one operation, and
// swaps the bits of these pairs. Each pass has planes of its own, so the rows next to a row can be read as they were
// before the pass.
//
// Whether a cell sinks through another is a comparison of two numbers, bit by bit: the weight of the one and the lift
// of the other (FlowTables). If the rules are not that simple, there are several such scales. Some planes together tell
// which element a cell holds; where these do not suffice, there are a few more.
//
// A plane of a row is two rows of words: the even cells, then the odd ones; word c holds the bits of chunk c. So the
// two cells of a pair have the same bit in two words, and a word of coins is one for the 32 pairs that begin in a
// chunk. If pairs begin in odd columns, their right cells are the even ones, shifted by one.

// ---- planes of bits: operations on words, and the planes of a row ----

// Bits of `yes` where `choice` is set, else of `no`.
W choose(W choice, W yes, W no) { return hn::Or(hn::And(choice, yes), hn::AndNot(choice, no)); }

// One step of a comparison of two numbers, from the lowest bit up: whether the first is greater, where `first` and
// `second` are their bits, the second's inverted, and `greater` is the result up to here. The majority of the three.
W compare(W greater, W first, W second) { return hn::OrAnd(hn::And(first, second), greater, hn::Or(first, second)); }

// Moves each bit of a row of bits one down, or one up. `next`, `previous`: the words after, or before, each word.
W move_down(W words, W next) { return hn::Or(hn::ShiftRight<1>(words), hn::ShiftLeft<31>(next)); }
W move_up(W words, W previous) { return hn::Or(hn::ShiftLeft<1>(words), hn::ShiftRight<31>(previous)); }

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
  alignas(16) static constexpr Places kPlaces = {0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15};
  alignas(64) static constexpr Order kOrder = kLanes == 64   ? Order{0, 2, 4, 6, 1, 3, 5, 7}
                                              : kLanes == 32 ? Order{0, 2, 1, 3}
                                                             : Order{0, 1};
  const hn::Repartition<std::uint64_t, D> d;
  const auto blocks = hn::BitCast(d, hn::TableLookupBytes(cells, dup(kPlaces)));
  return hn::BitCast(D(), hn::TableLookupLanes(blocks, hn::SetTableIndices(d, kOrder.data())));
}
V join_pairs(V cells) {
  alignas(16) static constexpr Places kPlaces = {0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15};
  alignas(64) static constexpr Order kOrder = kLanes == 64   ? Order{0, 4, 1, 5, 2, 6, 3, 7}
                                              : kLanes == 32 ? Order{0, 2, 1, 3}
                                                             : Order{0, 1};
  const hn::Repartition<std::uint64_t, D> d;
  const auto blocks = hn::TableLookupLanes(hn::BitCast(d, cells), hn::SetTableIndices(d, kOrder.data()));
  return hn::TableLookupBytes(hn::BitCast(D(), blocks), dup(kPlaces));
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

// ---- flow ----

class FlowRows {
 public:
  FlowRows(const StepJob& job, const FlowTables& tables, const Band& band) : job_(job), tables_(tables), band_(band) {}

  // Whether a pair can run or react; if not, the functions below must not be called.
  bool is_needed() const { return tables_.is_needed; }

  // Before pass i over row y: the row above must have been through the sub-steps before it.
  void begin(int y, int i) const {
    if (i > 0) return;
    if (y + 1 == band_.end) read(y);
    if (y > band_.begin) read(y - 1);
  }

  // Pass i over row y, whose pairs begin in column `first` of each run.
  void flow(int y, int i, int first) const {
    const Rows rows{.row = bits(y, i),
                    .above = y > band_.begin ? bits(y - 1, i) : nothing(),
                    .below = y + 1 < band_.end ? bits(y + 1, i) : nothing(),
                    .after = bits(y, i + 1)};
    for (const ColumnRange& run : runs_of(job_, band_, y)) {
      const Range range{run.begin / kChunkWidth, run.end / kChunkWidth};
      first == 0 ? pass<false>(rows, range, y, i) : pass<true>(rows, range, y, i);
    }
  }

  // After pass i over row y: writes its cells. None of them is marked as fallen.
  void write(int y, int i) const {
    std::uint8_t* const row = band_.row(y);
    for (const ColumnRange& run : runs_of(job_, band_, y)) {
      const int end = run.end / kChunkWidth;
      for (int c = run.begin / kChunkWidth; c < end; c += kWords)
        write_chunks(bits(y, i + 1), c, std::min(c + kWords, end), row);
      if (run.end > job_.width) std::memset(row + job_.width, kNothing, static_cast<std::size_t>(run.end - job_.width));
      if (tables_.fell != FlowTables::kNone) write_fell(bits(y, i + 1), run, band_.fell_row(y));
    }
  }

  // All that the planes say about a cell before pass i.
  std::uint64_t cell(CellPoint at, int i) const { return bits(at.y, i).cell(tables_.planes, at.x); }
  void put_cell(CellPoint at, int i, std::uint64_t answers) const {
    bits(at.y, i).put_cell(tables_.planes, at.x, answers);
  }
  std::uint8_t element(std::uint64_t answers) const {
    std::size_t code = 0;
    for (int b = 0; b < tables_.code_bits; ++b)
      code |= static_cast<std::size_t>(answers >> tables_.code[static_cast<std::size_t>(b)] & 1) << b;
    return tables_.elements[code];
  }
  // What they say about a cell that has not fallen.
  std::uint64_t answers(std::uint8_t element) const {
    std::uint64_t answers = 0;
    for (int p = 0; p < tables_.planes; ++p) answers |= std::uint64_t{tables_.has(p, element)} << p;
    return answers;
  }

 private:
  struct Range {
    int begin, end;  // chunks
  };
  // Before a pass: a row and those next to it; and the row after it.
  struct Rows {
    RowBits row, above, below, after;
  };

  RowBits bits(int y, int i) const { return row_bits(3 * i + y % 3); }
  RowBits nothing() const { return row_bits(FlowTables::rows(job_.flow_passes) - 1); }
  RowBits row_bits(int number) const {
    return {band_.flow_bits->row(number * tables_.row_planes()), band_.flow_bits->row_words()};
  }

  // Vectors overrun a run, but no pair that begins in it ends beyond it (cpu.cpp).
  void end_run(const RowBits& row, int end) const {
    for (int p = 0; p < tables_.planes; ++p) row.even(p)[end] = 0;
  }

  void read(int y) const {
    const RowBits to = bits(y, 0);
    for (const ColumnRange& run : runs_of(job_, band_, y)) {
      const int end = run.end / kChunkWidth;
      for (int c = run.begin / kChunkWidth; c < end; c += kWords)
        read_chunks(band_.row(y), c, std::min(c + kWords, end), to);
      end_run(to, end);
    }
  }

  static constexpr int kHalf = kLanes / 2, kParts = kChunkWidth / kLanes;
  static constexpr Bits kLow = ~Bits{0} >> (64 - kHalf);

  void read_chunks(const std::uint8_t* cells, int begin, int end, const RowBits to) const {
    alignas(64) std::uint8_t answers[kWords * kChunkWidth];
    alignas(64) Bits words[FlowTables::kPlanesMax][kWords];
    const int planes = tables_.planes, length = (end - begin) * kChunkWidth;
    const V fell_bit = hn::Set(D(), kFell);
    for (int group = 0; 8 * group < planes; ++group) {
      const V table = dup(tables_.answers[static_cast<std::size_t>(group)]);
      for (int x = 0; x < length; x += kLanes) {
        const V marked_cells = part_pairs(load(cells + begin * kChunkWidth + x));
        V found = look_up(table, plain(marked_cells));
        static_assert(FlowTables::kReady == 0 && kFell >> 6 == 1);
        const V marks = hn::ShiftRight<6>(hn::And(marked_cells, fell_bit));
        if (group == 0) found = hn::AndNot(marks, found);
        if (group == tables_.fell / 8 && tables_.fell != FlowTables::kNone)
          found = hn::Or(found, hn::ShiftLeftSame(marks, tables_.fell % 8));
        store(found, answers + x);
      }
      for (int p = 8 * group; p < std::min(8 * group + 8, planes); ++p)
        read_plane(answers, end - begin, static_cast<std::uint8_t>(1 << (p % 8)), words[p]);
    }
    // Not before all words are written: a vector can be loaded only when the words in it have left the processor.
    for (int p = 0; p < planes; ++p) {
      W even, odd;
      hn::LoadInterleaved2(DWords(), reinterpret_cast<const Word*>(words[p]), even, odd);
      store(even, to.even(p) + begin);
      store(odd, to.odd(p) + begin);
    }
  }

  static void read_plane(const std::uint8_t* answers, int count, std::uint8_t bit, Bits* words) {
    const V plane = hn::Set(D(), bit);
    const auto read_word = [&](int c) HWY_ATTR {
      Bits word = 0;
      for (int part = 0; part < kParts; ++part) {
        const Bits set = bits_of(hn::TestBit(load(answers + c * kChunkWidth + part * kLanes), plane));
        if constexpr (kParts == 1) word = set;
        if constexpr (kParts > 1) word |= (set & kLow) << (part * kHalf) | set >> kHalf << (part * kHalf + 32);
      }
      words[c] = word;
    };
    if (count < kWords) {
      for (int c = 0; c < count; ++c) read_word(c);
    } else {
      HWY_UNROLL(16) for (int c = 0; c < kWords; ++c) read_word(c);
    }
  }

  void write_chunks(const RowBits from, int begin, int end, std::uint8_t* cells) const {
    alignas(64) Bits words[FlowTables::kCodeBits][kWords];
    const int code_bits = tables_.code_bits;
    for (int b = 0; b < code_bits; ++b) {
      const int plane = tables_.code[static_cast<std::size_t>(b)];
      hn::StoreInterleaved2(load(from.even(plane) + begin), load(from.odd(plane) + begin), DWords(),
                            reinterpret_cast<Word*>(words[b]));
    }
    const V elements = dup(tables_.elements);
    for (int c = begin; c < end; ++c) {
      for (int part = 0; part < kParts; ++part) {
        V codes = hn::Zero(D());
        for (int b = 0; b < code_bits; ++b) {
          Bits set = words[b][c - begin];
          if constexpr (kParts > 1) set = (set >> (part * kHalf) & kLow) | (set >> (part * kHalf + 32) & kLow) << kHalf;
          codes = hn::IfThenElse(mask_of(set), hn::Add(codes, hn::Set(D(), static_cast<std::uint8_t>(1 << b))), codes);
        }
        store(look_up(elements, join_pairs(codes)), cells + c * kChunkWidth + part * kLanes);
      }
    }
  }

  void write_fell(const RowBits& from, const ColumnRange& run, std::uint8_t* fell_row) const {
    for (int c = run.begin / kChunkWidth; c < run.end / kChunkWidth; ++c) {
      const ColumnBits columns = spread(from.even(tables_.fell)[c]) | spread(from.odd(tables_.fell)[c]) << 1;
      std::memcpy(fell_row + c * (kChunkWidth / 8), &columns, sizeof columns);
    }
  }
  // Bit k becomes bit 2k.
  static ColumnBits spread(Word word) {
    ColumnBits bits = word;
    bits = (bits | bits << 16) & 0x0000ffff0000ffffu;
    bits = (bits | bits << 8) & 0x00ff00ff00ff00ffu;
    bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0fu;
    bits = (bits | bits << 2) & 0x3333333333333333u;
    return (bits | bits << 1) & kEvenColumns;
  }

  template <bool kOddPairs>
  void pass(const Rows& rows, const Range& range, int y, int i) const {
    // Not as a whole: a vector can be loaded only when all words in it have left the processor.
    const int stride = rows.row.stride, begin = range.begin, end = range.end;
    const RowBits row{rows.row.first, stride}, above{rows.above.first, stride}, below{rows.below.first, stride},
        after{rows.after.first, stride};
    const W coin_row = hn::Set(DWords(), job_.draws.coin_row(y, i)), lanes = first_lanes();
    std::uint8_t* const changed = band_.changed_in(y);
    W previous = hn::Zero(DWords());
    for (int c = begin; c < end; c += kWords) {
      const W coins = mix(hn::Xor(coin_row, hn::Add(lanes, hn::Set(DWords(), static_cast<Word>(c)))));
      W runs = pairs_that_run<kOddPairs>(row, above, below, c, coins);
      if (tables_.viscous != FlowTables::kNone) runs = fluid<kOddPairs>(runs, row, c, end, y, i);
      move<kOddPairs>(row, after, c, runs, previous);
      mark(runs, changed + c, end - c);
      previous = runs;
    }
    end_run(after, end);
  }

  // One bit for each pair.
  template <bool kOddPairs>
  W pairs_that_run(const RowBits& row, const RowBits& above, const RowBits& below, int c, W coins) const {
    using Sides = PairSides<kOddPairs>;
    const int flows = tables_.flows;
    const W none = hn::Zero(DWords());
    W left_sinks = none, right_sinks = none;
    for_each_scale([&](int bit, int end) HWY_ATTR {
      W left = none, right = none;
      for (; bit < end; ++bit) {
        const int weight = FlowTables::weight(bit), no_lift = FlowTables::no_lift(bit);
        left = compare(left, Sides::left(row, weight, c), Sides::right(row, no_lift, c));
        right = compare(right, Sides::right(row, weight, c), Sides::left(row, no_lift, c));
      }
      left_sinks = hn::Or(left_sinks, left);
      right_sinks = hn::Or(right_sinks, right);
    });
    left_sinks = hn::And(left_sinks, Sides::left(row, FlowTables::kReady, c));
    right_sinks = hn::And(right_sinks, Sides::right(row, FlowTables::kReady, c));
    if (flows != FlowTables::kNone) {
      left_sinks = hn::And(left_sinks, Sides::right(row, flows, c));
      right_sinks = hn::And(right_sinks, Sides::left(row, flows, c));
    }
    if (is_zero(hn::Or(left_sinks, right_sinks))) return none;
    W left_falls = none, right_falls = none, left_rises = none, right_rises = none;
    for_each_scale([&](int bit, int end) HWY_ATTR {
      W falls[2] = {none, none}, rises[2] = {none, none};
      for (; bit < end; ++bit) {
        const int weight = FlowTables::weight(bit), no_lift = FlowTables::no_lift(bit);
        falls[0] = compare(falls[0], Sides::left(row, weight, c), Sides::left(below, no_lift, c));
        falls[1] = compare(falls[1], Sides::right(row, weight, c), Sides::right(below, no_lift, c));
        rises[0] = compare(rises[0], Sides::left(above, weight, c), Sides::left(row, no_lift, c));
        rises[1] = compare(rises[1], Sides::right(above, weight, c), Sides::right(row, no_lift, c));
      }
      left_falls = hn::Or(left_falls, falls[0]);
      right_falls = hn::Or(right_falls, falls[1]);
      left_rises = hn::Or(left_rises, rises[0]);
      right_rises = hn::Or(right_rises, rises[1]);
    });
    const W free = hn::Or(hn::AndNot(left_falls, left_sinks), hn::AndNot(right_falls, right_sinks));
    const W damped = hn::OrAnd(hn::And(left_sinks, right_rises), right_sinks, left_rises);
    return hn::AndNot(hn::AndNot(coins, damped), free);
  }

  // Calls visit(bit, end) for the bits bit..end-1 of each scale.
  template <class Visit>
  void for_each_scale(const Visit& visit) const {
    for (int scale = 0, bit = 0; scale < tables_.scales; ++scale) {
      const int end = tables_.scale_ends[static_cast<std::size_t>(scale)];
      visit(bit, end);
      bit = end;
    }
  }

  // Moves the bits of the pairs that run. `previous`: those of the words before.
  template <bool kOddPairs>
  void move(const RowBits& row, const RowBits& after, int c, W runs, W previous) const {
    const W up = kOddPairs ? move_up(runs, words_before(runs, previous)) : runs;
    for (int p = 0, planes = tables_.planes; p < planes; ++p) {
      const W even = load(row.even(p) + c), odd = load(row.odd(p) + c);
      if constexpr (kOddPairs) {
        store(choose(up, move_up(odd, load(row.odd(p) + c - 1)), even), after.even(p) + c);
        store(choose(runs, move_down(even, load(row.even(p) + c + 1)), odd), after.odd(p) + c);
      } else {
        store(choose(runs, odd, even), after.even(p) + c);
        store(choose(runs, even, odd), after.odd(p) + c);
      }
    }
  }

  // The pairs of `runs` whose more viscous cell flows.
  template <bool kOddPairs>
  W fluid(W runs, const RowBits& row, int c, int end, int y, int i) const {
    using Sides = PairSides<kOddPairs>;
    const W viscous = hn::Or(Sides::left(row, tables_.viscous, c), Sides::right(row, tables_.viscous, c));
    const W slow = hn::And(runs, viscous);
    if (is_zero(slow)) return runs;
    alignas(64) Word stay[kWords];
    store(slow, stay);
    for (int k = 0; k < std::min(kWords, end - c); ++k) {
      for (Word drawn = stay[k]; drawn != 0; drawn &= drawn - 1) {
        const int x = (c + k) * kChunkWidth + 2 * std::countr_zero(drawn) + (kOddPairs ? 1 : 0);
        const std::uint8_t a = element(cell({x, y}, i)), b = element(cell({x + 1, y}, i));
        if (job_.draws.runs(x, y, i, job_.rules.fluidity(a, b))) stay[k] &= ~(drawn & -drawn);
      }
    }
    return hn::AndNot(load(stay), runs);
  }

  // Marks the chunks, at most `count`, in which a pair runs.
  static void mark(W runs, std::uint8_t* changed, int count) {
    if (count >= kWords) {
      const hn::Rebind<std::uint8_t, DWords> d;
      const hn::RebindToSigned<DWords> signed_d;
      const auto any = hn::DemoteTo(d, hn::BitCast(signed_d, hn::Min(runs, hn::Set(DWords(), 1))));
      hn::StoreU(hn::Or(hn::LoadU(d, changed), any), d, changed);
      return;
    }
    alignas(64) Word words[kWords];
    store(runs, words);
    for (int k = 0; k < count; ++k) changed[k] |= static_cast<std::uint8_t>(words[k] != 0);
  }

  const StepJob& job_;
  const FlowTables& tables_;
  const Band& band_;
};

// Hides a cell from pass i of its row for as long as it lives. No column: hides nothing.
class HiddenBits {
 public:
  HiddenBits(const FlowRows& flow, std::optional<int> column, int y, int i)
      : flow_(flow), column_(column), y_(y), i_(i) {
    if (!column_) return;
    held_ = flow_.cell({*column_, y_}, i_);
    flow_.put_cell({*column_, y_}, i_, 0);
  }
  ~HiddenBits() {
    if (!column_) return;
    for (const int i : {i_, i_ + 1}) flow_.put_cell({*column_, y_}, i, held_);
  }
  HiddenBits(const HiddenBits&) = delete;
  HiddenBits& operator=(const HiddenBits&) = delete;

 private:
  const FlowRows& flow_;
  std::optional<int> column_;
  int y_, i_;
  std::uint64_t held_ = 0;
};

// The pair over the seam in flow pass i.
class FlowSeam {
 public:
  FlowSeam(const StepJob& job, const FlowRows& flow, const Band& band, int i)
      : rules_(job.rules), flow_(flow), band_(band), i_(i) {}

  std::uint8_t element(CellPoint at) const { return flow_.element(flow_.cell(at, i_)); }
  // Precondition: the element at this cell flows.
  bool has_fallen(CellPoint at) const { return (flow_.cell(at, i_) >> FlowTables::kReady & 1) == 0; }
  std::optional<std::uint8_t> above(CellPoint at) const {
    return at.y > band_.begin ? std::optional(element({at.x, at.y - 1})) : std::nullopt;
  }
  std::optional<std::uint8_t> below(CellPoint at, int) const {
    return at.y + 1 < band_.end ? std::optional(element({at.x, at.y + 1})) : std::nullopt;
  }
  // After the pass.
  void meet(CellPoint at_a, CellPoint at_b) {
    const std::uint64_t a = flow_.cell(at_a, i_ + 1), b = flow_.cell(at_b, i_ + 1);
    const Meeting &ab = rules_.meeting(flow_.element(a), flow_.element(b)),
                  &ba = rules_.meeting(flow_.element(b), flow_.element(a));
    const bool swaps = ab.kind == Meeting::Kind::swap;
    flow_.put_cell(at_a, i_ + 1, swaps ? b : flow_.answers(ab.result));
    flow_.put_cell(at_b, i_ + 1, swaps ? a : flow_.answers(ba.result));
  }

 private:
  const Rules& rules_;
  const FlowRows& flow_;
  const Band& band_;
  const int i_;
};

// ======== The sub-steps ========

// ---- what all sub-steps share, and fall ----

// Two rows of cells that lie over one another.
struct Two {
  V upper, lower;
};

// What fall and the sub-steps after it share.
template <class Tables>
class VectorCells {
 public:
  VectorCells(const StepJob& job, const Tables& tables) : job_(job), rules_(job.rules), tables_(tables) {}

 protected:
  // Calls visit(x) for vectors that cover these columns, from column `first` of each run on. visit returns a number
  // that is not 0 when something has changed.
  template <class Visit>
  static void for_each_vector(std::span<const ColumnRange> runs, std::uint8_t* changed, int first, Visit visit) {
    for (const ColumnRange run : runs) {  // a copy: visit() stores bytes, which could change the original
      for (int x = run.begin; x < run.end; x += kLanes) {
        changed[static_cast<unsigned>(x) / kChunkWidth] |= static_cast<std::uint8_t>(visit(x + first) != 0);
      }
    }
  }

  // The cells that swapped, and, if no reaction needs a draw, those that reacted. `cells` may have marks, which go
  // where their cells go; `plain` are the same without them.
  static Two moved(const Tables& tables, const Two& cells, const Two& plain, Bits swaps, Bits reacts) {
    const M swap = mask_of(swaps);
    Two after{hn::IfThenElse(swap, cells.lower, cells.upper), hn::IfThenElse(swap, cells.upper, cells.lower)};
    if (reacts != 0 && tables.certain()) {
      const M react = mask_of(reacts);
      after.upper = hn::IfThenElse(react, tables.results(plain.upper, plain.lower), after.upper);
      after.lower = hn::IfThenElse(react, tables.results(plain.lower, plain.upper), after.lower);
    }
    return after;
  }

  // The lanes of `bits` for which happens(lane) is true.
  template <class Happens>
  static Bits drawn(Bits bits, Happens happens) {
    Bits hits = 0;
    for (; bits != 0; bits &= bits - 1) {
      if (happens(std::countr_zero(bits))) hits |= bits & -bits;
    }
    return hits;
  }

  static std::uint8_t element_of(std::uint8_t cell) { return cell & static_cast<std::uint8_t>(~kFell); }
  const Meeting& meeting(std::uint8_t a, std::uint8_t b) const { return rules_.meeting(element_of(a), element_of(b)); }
  void react(std::uint8_t& a, std::uint8_t& b) const {
    const std::uint8_t c = meeting(a, b).result, d = meeting(b, a).result;
    a = c;
    b = d;
  }

  const StepJob& job_;
  const Rules& rules_;
  const Tables tables_;
};

template <class Tables>
class VectorFall : VectorCells<Tables> {
  using Base = VectorCells<Tables>;
  using Base::drawn, Base::for_each_vector, Base::job_, Base::moved, Base::rules_, Base::tables_;

 public:
  VectorFall(const StepJob& job, const Tables& tables, const FallArea& area) : Base(job, tables), area_(area) {}

  void run() {
    for (int y = area_.end - 1; y >= area_.begin; --y) {
      if (rules_.has_decays()) decay(y);
      if (y + 1 < job_.height) fall(y);
    }
  }

  void decay(int y) {
    const auto tables = tables_;
    std::uint8_t* const row = area_.band.row(y);
    for_each_vector(area_.runs, area_.changed, 0, [&](int x) HWY_ATTR {
      const Bits decays = tables.decays(load(row + x));
      if (decays == 0) return Bits{0};
      const LaneDraws draws(job_.draws.bases().decay, x, y, decays);
      return drawn(decays, [&](int lane) {
        std::uint8_t& cell = row[x + lane];
        const Decaying decay = rules_.decay(cell);
        const bool hit = StepDraws::hits(draws(lane), decay.probability);
        if (hit) cell = decay.into;
        return hit;
      });
    });
  }

 private:
  void fall(int y) {
    const auto tables = tables_;
    std::uint8_t* const upper_row = area_.band.row(y);
    std::uint8_t* const lower_row = area_.band.row(y + 1);
    std::uint8_t* const next_lower_row = y + 2 < job_.height ? area_.band.row(y + 2) : nullptr;
    std::uint8_t* const changed_below = y + 1 == area_.end ? area_.changed_below : nullptr;
    // Processors prefetch rows that follow one another downwards by themselves, but not upwards.
    const std::uint8_t* const next_row = area_.band.row(std::max(y - 1, area_.begin));
    for_each_vector(area_.runs, area_.changed, 0, [&](int x) HWY_ATTR {
      hwy::Prefetch(next_row + x);
      const Two cells{load(upper_row + x), load(lower_row + x)};
      Bits falls = tables.sinks(cells.upper, cells.lower);
      Bits reacts = tables.has_reactions() ? tables.reacts_falling(cells.upper, cells.lower) : 0;
      Bits below = 0;  // where the pair below has acted
      std::memcpy(&below, area_.moved + x / 8, kLanes / 8);
      if (below != 0) {
        falls &= ~below | tables.follows(cells.upper, cells.lower);
        reacts &= ~below;
      }
      const Two after = moved(tables, cells, cells, falls, reacts);
      store(after.upper, upper_row + x);
      store(marked(after.lower, falls), lower_row + x);
      if (falls != 0 && next_lower_row != nullptr) {
        const V below_lower = load(next_lower_row + x);
        const Bits again = falls & bits_of(hn::Eq(below_lower, hn::Zero(D()))) & tables.sinks(after.lower, below_lower);
        if (again != 0) {
          const M moves = mask_of(again);
          const V fallen = marked(after.lower, falls);
          store(hn::IfThenZeroElse(moves, fallen), lower_row + x);
          store(hn::IfThenElse(moves, fallen, below_lower), next_lower_row + x);
          if (changed_below != nullptr) changed_below[static_cast<unsigned>(x) / kChunkWidth] = 1;
        }
      }
      if (reacts != 0 && !tables.certain()) reacts = drawn_falls(reacts, upper_row + x, lower_row + x, x, y);
      const Bits acted = falls | reacts;
      std::memcpy(area_.moved + x / 8, &acted, kLanes / 8);
      return acted;
    });
  }

  // Reactions that need draws, cell by cell: the lanes in which they happen.
  Bits drawn_falls(Bits reacts, std::uint8_t* upper, std::uint8_t* lower, int x, int y) const {
    const LaneDraws draws(job_.draws.bases().fall, x, y, reacts);
    return drawn(reacts, [&](int lane) {
      const bool hit = StepDraws::hits(draws(lane), this->meeting(upper[lane], lower[lane]).probability);
      if (hit) this->react(upper[lane], lower[lane]);
      return hit;
    });
  }

  const FallArea& area_;
};

// ---- the sub-steps after fall ----

// Hides a cell of a row for as long as it lives, so that no pair with it acts.
class HiddenCell {
 public:
  // The column of a row that turns which is in a pair by its place, but not in this sub-step (borders.hpp).
  static std::optional<int> column(const SidePairs& pairs, int first, int width) {
    if (pairs.begin != first) return 0;
    return pairs.end != width ? std::optional(width - 1) : std::nullopt;
  }
  HiddenCell(std::uint8_t* row, std::optional<int> column)
      : cell_(column ? row + *column : nullptr), held_(cell_ != nullptr ? *cell_ : kNothing) {
    if (cell_ != nullptr) *cell_ = kNothing;
  }
  ~HiddenCell() {
    if (cell_ != nullptr) *cell_ = held_;
  }
  HiddenCell(const HiddenCell&) = delete;
  HiddenCell& operator=(const HiddenCell&) = delete;

 private:
  std::uint8_t* cell_;
  std::uint8_t held_;
};

template <class Tables>
class VectorRows : VectorCells<Tables> {
  using Base = VectorCells<Tables>;
  using Base::drawn, Base::job_, Base::moved, Base::rules_, Base::tables_;

 public:
  VectorRows(const StepJob& job, const Tables& tables, const FlowTables& flow, const Band& band)
      : Base(job, tables), band_(band), flow_(job, flow, band) {}

  void slide(int y) {
    const int first = job_.draws.block_column(y);
    if (!job_.wraps) return slide_blocks(y, first);
    const SidePairs pairs = job_.pairs(first, job_.draws.turns());
    {
      const std::optional<int> hidden = HiddenCell::column(pairs, first, job_.width);
      const HiddenCell upper(band_.row(y), hidden), lower(band_.row(y + 1), hidden);
      slide_blocks(y, first);
    }
    if (pairs.over_seam && has_awake_seam(job_, band_, y)) slide_block(job_, *this, job_.width - 1, 0, y);
  }

  void flow(int y, int i) {
    if (!flow_.is_needed()) return;
    flow_.begin(y, i);
    const int first = job_.draws.flow_column(y, i);
    job_.wraps ? flow_around(y, i, first) : flow_pairs(y, i, first);
    if (i + 1 == job_.flow_passes) flow_.write(y, i);
  }

  // Removes the marks of cells that fell, to the bits of the row if strides need them.
  void finish(int y) {
    if (flow_.is_needed() && job_.flow_passes > 0) return;  // flow has done it
    std::uint8_t* const row = band_.row(y);
    for (const ColumnRange& run : runs_of(job_, band_, y)) {
      for (int x = run.begin; x < run.end; x += kLanes) {
        const V cells = load(row + x);
        const Bits marks = fell(cells);
        if (job_.keeps_fell()) std::memcpy(band_.fell_row(y) + x / 8, &marks, kLanes / 8);
        store(plain(cells), row + x);
      }
    }
  }

  void wander(int y) {
    const int first = job_.draws.wander_from();
    if (job_.draws.wanders_sideways()) {
      const SidePairs pairs = job_.pairs(first, job_.draws.turns());
      {
        const HiddenCell hidden(band_.row(y), HiddenCell::column(pairs, first, job_.width));
        wander_sideways(y, first);
      }
      if (pairs.over_seam && has_awake_seam(job_, band_, y)) {
        const SeamWander seam{*this};
        wander_pair(job_, seam, {job_.width - 1, y}, {0, y});
      }
    } else if (y % 2 == first && y + 1 < band_.end) {
      wander_down(y);
    }
  }

  // ---- for the seam ----

  std::uint8_t element(CellPoint at) const { return Base::element_of(band_.row(at.y)[at.x]); }
  bool has_fallen(CellPoint at) const { return (band_.row(at.y)[at.x] & kFell) != 0; }
  void meet(CellPoint at_a, CellPoint at_b) {
    std::uint8_t &a = band_.row(at_a.y)[at_a.x], &b = band_.row(at_b.y)[at_b.x];
    this->meeting(a, b).kind == Meeting::Kind::swap ? std::swap(a, b) : this->react(a, b);
  }
  void mark(int x, int y) { band_.changed_in(y)[x / kChunkWidth] = 1; }

 private:
  // The pair over the seam, after flow.
  struct SeamWander {
    VectorRows& rows;
    std::uint8_t element(CellPoint at) const { return rows.element(at); }
    void meet(CellPoint a, CellPoint b) const { rows.trade(a, b); }
    void mark(int x, int y) const { rows.mark(x, y); }
  };

  template <class Visit>
  void for_each_vector(int y, int first, Visit visit) const {
    Base::for_each_vector(runs_of(job_, band_, y), band_.changed_in(y), first, visit);
  }

  // Lanes: a b over c d. Crossed: d c, so that a is over d and b over c.
  void slide_blocks(int y, int first) {
    const auto tables = tables_;
    std::uint8_t* const upper_row = band_.row(y);
    std::uint8_t* const lower_row = band_.row(y + 1);
    for_each_vector(y, first, [&](int x) HWY_ATTR {
      const V upper = load(upper_row + x), lower = load(lower_row + x), below = plain(lower);
      const Two cells{plain(upper), swap_pairs(below)};
      Bits slides = tables.sinks(cells.upper, cells.lower) & ~fell(upper), reacts = 0, anywhere = 0;
      if (tables.has_reactions()) reacts = tables.reacts_below(cells.upper, cells.lower);
      if (tables.has_anywhere()) anywhere = tables.anywhere(cells.upper, cells.lower);
      if ((slides | reacts | anywhere) == 0) return Bits{0};
      const Bits free = free_to_slide(tables, below, cells);
      slides &= free;
      reacts = (reacts & free) | anywhere;
      const Two after = moved(tables, {upper, swap_pairs(lower)}, cells, slides, reacts);
      store(after.upper, upper_row + x);
      store(swap_pairs(after.lower), lower_row + x);
      if (reacts != 0 && !tables.certain()) reacts = slide_drawn(reacts, upper_row + x, lower_row + x, x, y);
      return slides | reacts;
    });
  }

  void flow_around(int y, int i, int first) {
    const SidePairs pairs = job_.pairs(first, job_.draws.flow_turns(i));
    FlowSeam seam(job_, flow_, band_, i);
    const bool acts = pairs.over_seam && has_awake_seam(job_, band_, y) && flows(job_, seam, job_.width - 1, 0, y, i);
    {
      const std::optional<int> hidden = HiddenCell::column(pairs, first, job_.width);
      const HiddenCell cell(band_.row(y), hidden);
      const HiddenBits bits(flow_, hidden, y, i);
      flow_pairs(y, i, first);
    }
    if (!acts) return;
    seam.meet({job_.width - 1, y}, {0, y});
    mark(job_.width - 1, y);
  }

  void flow_pairs(int y, int i, int first) {
    flow_.flow(y, i, first);
    if (i == 0 && tables_.has_anywhere()) react_sideways(y, first);
  }

  // In the first pass. The cells are still those from before it: pairs that have run do not react.
  void react_sideways(int y, int first) {
    const auto tables = tables_;
    std::uint8_t* const row = band_.row(y);
    for_each_vector(y, first, [&](int x) HWY_ATTR {
      const V cells = plain(load(row + x));
      const Bits reacts = tables.anywhere(cells, swap_pairs(cells)) & kEven;
      return reacts == 0 ? Bits{0} : flow_drawn(reacts, row + x, x, y);
    });
  }

  void wander_sideways(int y, int first) {
    const auto tables = tables_;
    std::uint8_t* const row = band_.row(y);
    for_each_vector(y, first, [&](int x) HWY_ATTR {
      const V cells = load(row + x);
      const Bits pairs = tables.wanders(cells, swap_pairs(cells)) & kEven;
      if (pairs == 0) return Bits{0};
      const LaneDraws draws(job_.draws.bases().wander, x, y, pairs);
      return drawn(pairs, [&](int lane) { return wanders({x + lane, y}, {x + lane + 1, y}, draws(lane)); });
    });
  }

  void wander_down(int y) {
    const auto tables = tables_;
    std::uint8_t* const upper = band_.row(y);
    std::uint8_t* const lower = band_.row(y + 1);
    for_each_vector(y, 0, [&](int x) HWY_ATTR {
      const Bits pairs = tables.wanders(load(upper + x), load(lower + x));
      if (pairs == 0) return Bits{0};
      const LaneDraws draws(job_.draws.bases().wander, x, y, pairs);
      return drawn(pairs, [&](int lane) { return wanders({x + lane, y}, {x + lane, y + 1}, draws(lane)); });
    });
  }

  bool wanders(CellPoint at_a, CellPoint at_b, std::uint32_t draw) {
    std::uint8_t &a = band_.row(at_a.y)[at_a.x], &b = band_.row(at_b.y)[at_b.x];
    const bool hit = StepDraws::hits(draw, rules_.wanders(a, b));
    if (hit) trade(at_a, at_b);
    return hit;
  }
  // Swaps two cells, after flow.
  void trade(CellPoint at_a, CellPoint at_b) {
    std::swap(band_.row(at_a.y)[at_a.x], band_.row(at_b.y)[at_b.x]);
    if (!job_.keeps_fell()) return;
    std::uint8_t *const a_row = band_.fell_row(at_a.y), *const b_row = band_.fell_row(at_b.y);
    const bool a_fell = bit_at(a_row, at_a.x), b_fell = bit_at(b_row, at_b.x);
    set_bit(a_row, at_a.x, b_fell);
    set_bit(b_row, at_b.x, a_fell);
  }

  // No pair slides where one of its cells falls, or if both are fixed.
  static Bits free_to_slide(const Tables& tables, V below, const Two& cells) {
    const Bits falls = tables.sinks(cells.upper, below);
    const V keep = hn::And(tables.fixed(cells.upper), tables.fixed(cells.lower));
    const Bits squeezes = swap_pairs(bits_of(is_set(keep)));
    return ~(falls | swap_pairs(falls) | squeezes);
  }

  // Reactions that need draws, cell by cell: the lanes in which they happen.
  Bits slide_drawn(Bits reacts, std::uint8_t* upper, std::uint8_t* lower, int x, int y) const {
    return drawn(reacts, [&](int lane) {
      const bool to_left = lane % 2 != 0;
      std::uint8_t& below = lower[to_left ? lane - 1 : lane + 1];
      const bool hit = job_.draws.slides(x + lane / 2 * 2, y, to_left, this->meeting(upper[lane], below).probability);
      if (hit) this->react(upper[lane], below);
      return hit;
    });
  }

  Bits flow_drawn(Bits reacts, std::uint8_t* row, int x, int y) const {
    const LaneDraws draws(job_.draws.bases().react, x, y, reacts);
    return drawn(reacts, [&](int lane) {
      const bool hit = StepDraws::hits(draws(lane), this->meeting(row[lane], row[lane + 1]).probability);
      if (!hit) return false;
      this->react(row[lane], row[lane + 1]);
      for (const int k : {lane, lane + 1}) flow_.put_cell({x + k, y}, 1, flow_.answers(row[k]));
      return true;
    });
  }

  const Band& band_;
  FlowRows flow_;
};

// Calls run(tables) with the tables that suit the number of elements.
template <class Run>
auto with_tables(const SmallTables& tables, const Run& run) {
  return tables.few ? run(SetTables<true>(tables)) : run(SetTables<false>(tables));
}

void fall_here(const StepJob& job, const SmallTables& small, const FallArea& area) {
  with_tables(small, [&](const auto& tables) { VectorFall(job, tables, area).run(); });
}

void step_here(const StepJob& job, const SmallTables& small, const Band& band, int from, int to) {
  with_tables(small, [&](const auto& tables) {
    VectorRows rows(job, tables, small.flow, band);
    step_rows(job, band, rows, from, to);
  });
}

// Whether a cell of these vectors, a b over c d, can meet another.
template <class Tables>
bool quiet(const Tables& tables, const std::uint8_t* upper, const std::uint8_t* lower) {
  const V a = load(upper), b = load(upper + 1), c = load(lower), d = load(lower + 1);
  Bits acts = tables.sinks(a, c) | tables.reacts_falling(a, c);
  acts |= tables.anywhere(a, d) | tables.anywhere(b, c) | tables.anywhere(a, b);
  const Bits apart_ad = bits_of(hn::Eq(hn::And(tables.fixed(b), tables.fixed(c)), hn::Zero(D())));
  const Bits apart_bc = bits_of(hn::Eq(hn::And(tables.fixed(a), tables.fixed(d)), hn::Zero(D())));
  acts |= (tables.sinks(a, d) | tables.reacts_falling(a, d)) & apart_ad;
  acts |= (tables.sinks(b, c) | tables.reacts_falling(b, c)) & apart_bc;
  acts |= tables.runs(a, b) | tables.runs(b, a) | tables.wanders(a, b) | tables.wanders(a, c);
  return (acts | tables.restless(a)) == 0;
}

template <class Tables>
bool chunk_at_rest(const Tables& tables, const RestRows& rows, int x_begin, int x_end) {
  alignas(64) std::uint8_t nothing[3 * kChunkWidth];
  std::memset(nothing, kNothing, sizeof nothing);
  for (int y = -1; y <= rows.count; ++y) {
    if (rows.row(y) == nullptr) continue;
    for (int x = x_begin - 1; x <= x_end; x += kLanes) {
      const int at = std::min(x, x_end + 1 - kLanes);
      const std::uint8_t* const lower = rows.row(y + 1) != nullptr ? rows.row(y + 1) + at : nothing;
      if (!quiet(tables, rows.row(y) + at, lower)) return false;
    }
  }
  return true;
}

bool at_rest_here(const SmallTables& small, const RestRows& rows, int x_begin, int x_end) {
  return with_tables(small, [&](const auto& tables) { return chunk_at_rest(tables, rows, x_begin, x_end); });
}

bool has_vectors_here() { return true; }

#endif

}  // namespace
}  // namespace repose::conserving::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace repose::conserving {
HWY_EXPORT(has_vectors_here);
HWY_EXPORT(fall_here);
HWY_EXPORT(step_here);
HWY_EXPORT(at_rest_here);

bool has_vectors() { return HWY_DYNAMIC_DISPATCH(has_vectors_here)(); }
void fall_in_vectors(const StepJob& job, const SmallTables& tables, const FallArea& area) {
  HWY_DYNAMIC_DISPATCH(fall_here)(job, tables, area);
}
void step_vectors(const StepJob& job, const SmallTables& tables, const Band& band, int from, int to) {
  HWY_DYNAMIC_DISPATCH(step_here)(job, tables, band, from, to);
}
bool vectors_at_rest(const SmallTables& tables, const RestRows& rows, int x_begin, int x_end) {
  return HWY_DYNAMIC_DISPATCH(at_rest_here)(tables, rows, x_begin, x_end);
}
}  // namespace repose::conserving
#endif

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
//
// Compiled anew for every kind of vector.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

#include "automata/conserving/cpu_kernel.hpp"

#if defined(REPOSE_CONSERVING_CPU_FLOW) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_CONSERVING_CPU_FLOW
#undef REPOSE_CONSERVING_CPU_FLOW
#else
#define REPOSE_CONSERVING_CPU_FLOW
#endif

#include <hwy/highway.h>

#include "automata/conserving/cpu_vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace repose::conserving::HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

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
  const D d;
  W before = previous;  // in blocks of 16 bytes
  if constexpr (kWords > 4) before = hn::ConcatLowerUpper(DWords(), words, previous);
  return hn::BitCast(DWords(), hn::CombineShiftRightBytes<12>(d, hn::BitCast(d, words), hn::BitCast(d, before)));
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
        if (group == 0) found = hn::AndNot(hn::ShiftRight<6>(hn::And(marked_cells, fell_bit)), found);
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

#endif

}  // namespace
}  // namespace repose::conserving::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

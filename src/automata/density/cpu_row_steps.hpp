// The work on whole rows: the hottest loops of the density automaton's cpu backend, compiled for every kind of vector
// (Highway's foreach_target.h).
//
// Method: what a cell does follows from comparing densities, and nearly all of these comparisons are of a cell with the
// one below it or with the one diagonally below it. So for each row a few *bit rows* are made, one bit for each cell,
// 64 in a word:
//
//   lighter   the cell below is lighter
//   diagonal  the cell diagonally below, on the side of the bias, is lighter
//   lifted    the cell two below is lighter
//   slides    diagonal, but not lighter, and the cell is no wall
//
// A dozen bit operations on whole words, shifted by a column where a rule looks sideways, then give the partner of each
// cell; four masked loads and a look-up give what the cells become.
#include "automata/density/cpu_rows.hpp"

#if defined(REPOSE_DENSITY_CPU_ROW_STEPS) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_DENSITY_CPU_ROW_STEPS
#undef REPOSE_DENSITY_CPU_ROW_STEPS
#else
#define REPOSE_DENSITY_CPU_ROW_STEPS
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace repose::density::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Words = hn::CappedTag<Word, 8>;
using OneWord = hn::CappedTag<Word, 1>;

// The bit rows of a row and the one below it, and the densities from which they are computed; `above` is the row above.
struct Comparison {
  const std::uint8_t *above, *self, *below;
  int side;
  Word *lighter, *diagonal, *lifted, *slides;
};

#if HWY_TARGET == HWY_SCALAR
// Without vectors: bits of 64 cells at once.
void compare_row(const Comparison& rows, int words) {
  const auto at = [](const std::uint8_t* densities, int i) { return static_cast<std::int8_t>(densities[i]); };
  for (int w = 0; w < words; ++w) {
    Word lighter = 0, diagonal = 0, lifted = 0, walls = 0;
    for (int i = 0, x = w * kWordCells; i < kWordCells; ++i, ++x) {
      const auto c = at(rows.self, x), d = at(rows.below, x);
      lighter |= Word{d < c} << i;
      diagonal |= Word{at(rows.below, x + rows.side) < c} << i;
      lifted |= Word{d < at(rows.above, x)} << i;
      walls |= Word{c == kBiasedWall} << i;
    }
    rows.lighter[w] = lighter;
    rows.diagonal[w] = diagonal;
    rows.lifted[w] = lifted;
    rows.slides[w] = diagonal & ~lighter & ~walls;
  }
}
#else
using Cells = hn::CappedTag<std::uint8_t, kWordCells>;
using Densities = hn::RebindToSigned<Cells>;
using Bytes = hn::Vec<Cells>;
constexpr int kLanes = hn::MaxLanes(Cells());

Bytes load(const std::uint8_t* bytes) { return hn::LoadU(Cells(), bytes); }
void store(Bytes bytes, std::uint8_t* to) { hn::StoreU(bytes, Cells(), to); }

// Bits of the cells from x on.
template <class D>
void store_bits(D d, hn::Mask<D> mask, Word* row, int x) {
  hn::StoreMaskBits(d, mask, reinterpret_cast<std::uint8_t*>(row) + x / 8);
}
hn::Mask<Cells> load_bits(const Word* row, int x) {
  return hn::LoadMaskBits(Cells(), reinterpret_cast<const std::uint8_t*>(row) + x / 8);
}

void compare_row(const Comparison& given, int words) {
  const Comparison rows = given;
  const Densities d;
  const auto load_densities = [d](const std::uint8_t* at) {
    return hn::LoadU(d, reinterpret_cast<const std::int8_t*>(at));
  };
  const auto wall = hn::Set(d, kBiasedWall);
  for (int x = 0; x < words * kWordCells; x += kLanes) {
    const auto self = load_densities(rows.self + x), below = load_densities(rows.below + x);
    const auto is_lighter = hn::Lt(below, self), is_diagonal = hn::Lt(load_densities(rows.below + x + rows.side), self);
    store_bits(d, is_lighter, rows.lighter, x);
    store_bits(d, is_diagonal, rows.diagonal, x);
    store_bits(d, hn::Lt(below, load_densities(rows.above + x)), rows.lifted, x);
    store_bits(d, hn::AndNot(hn::Or(is_lighter, hn::Eq(self, wall)), is_diagonal), rows.slides, x);
  }
}

// Looks up tables of up to 256 bytes.
#if HWY_TARGET == HWY_AVX3_DL
class ByteTable {
 public:
  explicit ByteTable(const std::uint8_t* table) {
    for (int i = 0; i < 4; ++i) quarters_[i] = _mm512_loadu_si512(table + i * 64);
  }
  Bytes at(Bytes index) const {
    const __m512i low = _mm512_permutex2var_epi8(quarters_[0], index.raw, quarters_[1]);
    const __m512i high = _mm512_permutex2var_epi8(quarters_[2], index.raw, quarters_[3]);
    return Bytes{_mm512_mask_blend_epi8(_mm512_movepi8_mask(index.raw), low, high)};
  }

 private:
  __m512i quarters_[4];
};
#endif

// Look-ups in the tables of few states, which stay in registers.
class FewStates {
 public:
  explicit FewStates(const CellStates& states)
      : densities_(hn::LoadDup128(Cells(), states.biased_densities())),
        next_(states.next_of_few())
#if HWY_TARGET != HWY_AVX3_DL
        ,
        state_count_(states.state_count())
#endif
  {
  }

  Bytes densities(Bytes cells) const { return hn::TableLookupBytes(densities_, cells); }

#if HWY_TARGET == HWY_AVX3_DL
  Bytes next(Bytes self, Bytes partner) const {
    const hn::Repartition<std::uint16_t, Cells> pairs;
    const Bytes high =
        hn::And(hn::BitCast(Cells(), hn::ShiftLeft<4>(hn::BitCast(pairs, self))), hn::Set(Cells(), 0xf0));
    return next_.at(hn::Or(high, partner));
  }
#else
  Bytes next(Bytes self, Bytes partner) const {
    Bytes result = self;
    for (int state = 0; state < state_count_; ++state) {
      const Bytes row = hn::LoadDup128(Cells(), next_ + state * CellStates::kFew);
      const auto is_state = hn::Eq(self, hn::Set(Cells(), static_cast<std::uint8_t>(state)));
      result = hn::IfThenElse(is_state, hn::TableLookupBytes(row, partner), result);
    }
    return result;
  }
#endif

 private:
  Bytes densities_;
#if HWY_TARGET == HWY_AVX3_DL
  ByteTable next_;
#else
  const std::uint8_t* next_;
  int state_count_;
#endif
};
#endif  // HWY_SCALAR

// The word whose bit i is bit i + by of the row, `by` columns towards the bias.
template <int kSide, int kBy, class D>
hn::Vec<D> aside(D d, const Word* word) {
  constexpr int kShift = kSide * kBy;
  if constexpr (kShift > 0) {
    return hn::Or(hn::ShiftRight<kShift>(hn::LoadU(d, word)), hn::ShiftLeft<64 - kShift>(hn::LoadU(d, word + 1)));
  } else {
    return hn::Or(hn::ShiftLeft<-kShift>(hn::LoadU(d, word)), hn::ShiftRight<64 + kShift>(hn::LoadU(d, word - 1)));
  }
}

// The partners of the cells of row y; kSide is -1 with left bias, +1 with right. In the order of partner.hpp; a cell
// that has a partner is left out of later cases.
template <int kSide, class D>
void choose(D d, StageRows& rows, int y, int words, Meetings& meetings) {
  Word* const lighter_up2 = rows.lighter[ring(y - 2)].begin();
  Word* const lighter_up = rows.lighter[ring(y - 1)].begin();
  Word* const lighter = rows.lighter[ring(y)].begin();
  Word* const lighter_down = rows.lighter[ring(y + 1)].begin();
  Word* const slides_up = rows.slides[ring(y - 1)].begin();
  Word* const slides = rows.slides[ring(y)].begin();
  Word* const diagonal_down = rows.diagonal.begin();
  Word* const lifted = rows.lifted.begin();
  const auto ones = hn::Set(d, ~Word{0});
  for (int w = 0; w < words; w += static_cast<int>(hn::Lanes(d))) {
    const auto up = hn::LoadU(d, lighter_up + w), down = hn::LoadU(d, lighter_down + w);
    const auto down_aside = aside<kSide, 1>(d, lighter_down + w);
    const auto level_below = hn::Xor(hn::LoadU(d, diagonal_down + w), ones);
    const auto falls =
        hn::And(hn::AndNot(up, hn::LoadU(d, lighter + w)), hn::Or(hn::Or(down, down_aside), level_below));
    const auto landing = hn::Or(hn::Xor(down_aside, ones), aside<kSide, 1>(d, lifted + w));
    const auto beyond =
        hn::Or(hn::Xor(aside<kSide, 1>(d, diagonal_down + w), ones), aside<kSide, 2>(d, lighter_down + w));
    const auto free_to_slide = hn::AndNot(aside<kSide, 1>(d, lighter + w), hn::LoadU(d, slides + w));
    const auto slides_down = hn::And(free_to_slide, hn::And(landing, beyond));
    const auto from_above = hn::AndNot(slides_down, hn::AndNot(hn::LoadU(d, lighter_up2 + w), up));
    const auto taken = hn::Or(hn::Or(falls, slides_down), from_above);
    hn::StoreU(falls, d, meetings.falls.begin() + w);
    hn::StoreU(slides_down, d, meetings.slides.begin() + w);
    hn::StoreU(from_above, d, meetings.from_above.begin() + w);
    hn::StoreU(hn::AndNot(taken, aside<-kSide, 1>(d, slides_up + w)), d, meetings.from_diagonal.begin() + w);
  }
}

#if HWY_TARGET != HWY_SCALAR
// For each of the cells from x on: the cell that it meets, or itself.
Bytes partners(const Neighbourhood& from, const Bytes& self, const MeetingRows& meet, int x) {
  Bytes partner = hn::IfThenElse(load_bits(meet.from_diagonal, x), load(from.above + x - from.side), self);
  partner = hn::IfThenElse(load_bits(meet.from_above, x), load(from.above + x), partner);
  partner = hn::IfThenElse(load_bits(meet.slides, x), load(from.below + x + from.side), partner);
  return hn::IfThenElse(load_bits(meet.falls, x), load(from.below + x), partner);
}
#endif

// How cells are looked up and replaced: few states, many states, or carried densities. replace_row() computes the cells
// of words begin..end-1 and one bit for each that has changed.
#if HWY_TARGET != HWY_SCALAR
class FewCells {
 public:
  explicit FewCells(const PassJob& job) : states_(job.states), from_(job.from) {}

  void read_densities(int y, int x_begin, int count, std::uint8_t* out) const {
    const FewStates states = states_;
    const std::uint8_t* const cells = from_.cells.row(y) + x_begin;
    for (int x = 0; x < count; x += kLanes) store(states.densities(load(cells + x)), out + x);
  }

  void replace_row(const Neighbourhood& from, Meetings& meetings, int begin, int end, const OutputRow& to,
                   Word* changed) const {
    if (to.densities != nullptr) {
      replace<true>(from, meetings, begin, end, to, changed);
    } else {
      replace<false>(from, meetings, begin, end, to, changed);
    }
  }

 private:
  template <bool kDensities>
  void replace(const Neighbourhood& around, Meetings& meetings, int begin, int end, const OutputRow& out,
               Word* changed) const {
    const FewStates states = states_;
    const Neighbourhood from = around;
    const OutputRow to = out;
    const MeetingRows meet = meetings.rows();
    for (int x = begin * kWordCells; x < end * kWordCells; x += kLanes) {
      const Bytes self = load(from.self + x);
      const Bytes next = states.next(self, partners(from, self, meet, x));
      store(next, to.cells + x);
      if constexpr (kDensities) store(states.densities(next), to.densities + x);
      store_bits(Cells(), hn::Ne(next, self), changed, x);
    }
  }

  FewStates states_;
  const CellPlanes& from_;
};
#endif

class ManyCells {
 public:
  explicit ManyCells(const PassJob& job) : states_(job.states), from_(job.from) {}

  void read_densities(int y, int x_begin, int count, std::uint8_t* out) const {
    look_up_densities(from_.cells.row(y) + x_begin, count, out);
  }

#if HWY_TARGET == HWY_SCALAR
  void replace_row(const Neighbourhood& from, Meetings& meetings, int begin, int end, const OutputRow& to,
                   Word* changed) const {
    const std::uint8_t* const next_states = states_.next();
    keep_words(from, begin, end, {to.cells, nullptr});
    meetings.for_each(from, begin, end, changed, [=](int x, std::uint8_t partner) {
      to.cells[x] = next_states[from.self[x] * 256 + partner];
      return to.cells[x] != from.self[x];
    });
    const int x = begin * kWordCells;
    if (to.densities != nullptr) look_up_densities(to.cells + x, end * kWordCells - x, to.densities + x);
  }
#else
  void replace_row(const Neighbourhood& from, Meetings& meetings, int begin, int end, const OutputRow& to,
                   Word* changed) const {
    const int x_begin = begin * kWordCells, x_end = end * kWordCells;
    const MeetingRows meet = meetings.rows();
#if HWY_TARGET == HWY_AVX3_DL
    replace_those_that_meet(from, meet, x_begin, x_end, to.cells);
#else
    for (int x = x_begin; x < x_end; x += kLanes) replace(from, meet, x, to.cells + x);
#endif
    for (int x = x_begin; x < x_end; x += kLanes) {
      store_bits(Cells(), hn::Ne(load(to.cells + x), load(from.self + x)), changed, x);
    }
    if (to.densities != nullptr) look_up_densities(to.cells + x_begin, x_end - x_begin, to.densities + x_begin);
  }
#endif

 private:
#if HWY_TARGET == HWY_AVX3_DL
  // Lists the pairs of a row, looks them up one by one, and puts the results into their places. Each part is a loop of
  // its own, because bytes that were just written are slow to read in words of another size.
  void replace_those_that_meet(const Neighbourhood& from, const MeetingRows& meet, int begin, int end,
                               std::uint8_t* to) const {
    constexpr int kTogether = 8, kCells = kWordsMax * kWordCells;
    alignas(64) std::array<std::uint16_t, kCells + 2 * kLanes> pairs;
    alignas(64) std::array<std::uint8_t, kCells + 2 * kLanes> results;
    std::array<Word, kWordsMax> meets;
    std::uint16_t* last = pairs.data();
    for (int x = begin; x < end; x += kLanes) {
      const Bytes self = load(from.self + x), partner = partners(from, self, meet, x);
      const Word met = _mm512_cmpneq_epi8_mask(partner.raw, self.raw);
      last = list(_mm512_castsi512_si256(self.raw), _mm512_castsi512_si256(partner.raw), met, last);
      last = list(_mm512_extracti64x4_epi64(self.raw, 1), _mm512_extracti64x4_epi64(partner.raw, 1), met >> 32, last);
      meets[static_cast<std::size_t>((x - begin) / kWordCells)] = met;
    }
    _mm512_storeu_si512(last, _mm512_setzero_si512());
    const std::uint8_t* const next = states_.next();
    volatile std::uint8_t* slot = results.data();  // or eight results would be put together by shifts, which is slow
    for (const std::uint16_t* pair = pairs.data(); pair < last; pair += kTogether, slot += kTogether) {
      for (int i = 0; i < kTogether; ++i) slot[i] = next[pair[i]];
    }
    const std::uint8_t* result = results.data();
    for (int x = begin; x < end; x += kLanes) {
      const Word met = meets[static_cast<std::size_t>((x - begin) / kWordCells)];
      const __m512i self = load(from.self + x).raw;
      store(Bytes{_mm512_mask_expand_epi8(self, met, load(result).raw)}, to + x);
      result += std::popcount(met);
    }
  }
  // Appends those of 32 pairs whose bit is set. Returns the new end of the list.
  static std::uint16_t* list(__m256i self, __m256i partner, Word met, std::uint16_t* to) {
    const __m512i rows = _mm512_slli_epi16(_mm512_cvtepu8_epi16(self), 8);
    const __m512i all = _mm512_or_si512(rows, _mm512_cvtepu8_epi16(partner));
    const auto some = static_cast<__mmask32>(met);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi16(some, all));
    return to + std::popcount(some);
  }
#elif HWY_TARGET != HWY_SCALAR
  // One by one: on most processors a gather of bytes is not faster.
  void replace(const Neighbourhood& from, const MeetingRows& meet, int x, std::uint8_t* to) const {
    alignas(64) std::array<std::uint8_t, kLanes> partner;
    const Bytes self = load(from.self + x);
    store(partners(from, self, meet, x), partner.data());
    const std::uint8_t* const next = states_.next();
    for (int i = 0; i < kLanes; ++i) to[i] = next[from.self[x + i] * 256 + partner[static_cast<std::size_t>(i)]];
  }
#endif

  void look_up_densities(const std::uint8_t* cells, int count, std::uint8_t* out) const {
    const std::uint8_t* const densities = states_.biased_densities();
#if HWY_TARGET == HWY_AVX3_DL
    const ByteTable table(densities);
    for (int x = 0; x < count; x += kLanes) store(table.at(load(cells + x)), out + x);
#else
    for (int x = 0; x < count; ++x) out[x] = densities[cells[x]];
#endif
  }

  const CellStates& states_;
  const CellPlanes& from_;
};

class CarriedCells {
 public:
  explicit CarriedCells(const PassJob& job) : rules_(job.states.rules()), from_(job.from) {}

  void read_densities(int y, int x_begin, int count, std::uint8_t* out) const {
    const std::uint8_t* const densities = from_.density.row(y) + x_begin;
    for (int x = 0; x < count; ++x) out[x] = biased(densities[x]);
  }

  void replace_row(const Neighbourhood& from, Meetings& meetings, int begin, int end, const OutputRow& to,
                   Word* changed) const {
    keep_words(from, begin, end, to);
    meetings.for_each(from, begin, end, changed, [this, from, to](int x, std::uint8_t partner) {
      const Outcome next = rules_.at(from.self[x], partner);
      to.cells[x] = next.index;
      to.densities[x] = biased(next.density);
      return next.index != from.self[x] || to.densities[x] != from.densities[x];
    });
  }

 private:
  const RuleTable& rules_;
  const CellPlanes& from_;
};

}  // namespace
}  // namespace repose::density::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

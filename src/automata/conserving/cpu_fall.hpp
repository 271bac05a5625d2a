// Fall in vectors, and what it shares with the other sub-steps (cpu_kernel.cpp). Compiled anew for every kind of
// vector.
#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "automata/conserving/band.hpp"

#if defined(REPOSE_CONSERVING_CPU_FALL) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_CONSERVING_CPU_FALL
#undef REPOSE_CONSERVING_CPU_FALL
#else
#define REPOSE_CONSERVING_CPU_FALL
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "automata/conserving/cpu_draws.hpp"
#include "automata/conserving/cpu_element_sets.hpp"

HWY_BEFORE_NAMESPACE();
namespace repose::conserving::HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

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

#if HWY_TARGET <= HWY_AVX3_DL

// Uses the low 7 bits of an index.
struct Table128 {
  explicit Table128(const std::array<std::uint8_t, 128>& t) : low(load(t.data())), high(load(t.data() + 64)) {}
  V look_up(V index) const { return V{_mm512_permutex2var_epi8(low.raw, index.raw, high.raw)}; }
  V low, high;
};

// Fall for at most kPairElementsMax elements if no reaction needs a draw: what a pair becomes is one look-up by both
// elements and by whether the pair below has acted. So columns are gone through from below with the carried cell in a
// register: a row costs two look-ups, a load and a store. Several vectors side by side, because each row waits for the
// one below.
class ColumnFall {
 public:
  ColumnFall(const StepJob& job, const SmallTables& tables, const FallArea& area)
      : area_(area), upper_(tables.fall_upper), lower_(tables.fall_lower) {
    // Decays come before all falls, and do not depend on them.
    last_ = std::min(area.end, job.height - 1);
  }

  void run() const {
    constexpr int kSide = 4;
    if (last_ <= area_.begin) return;
    for (const ColumnRange run : area_.runs) {
      Ahead ahead(area_, run);
      int x = run.begin;
      for (; x + kSide * kLanes <= run.end; x += kSide * kLanes) fall<kSide>(x, ahead);
      for (; x < run.end; x += kLanes) fall<1>(x, ahead);
    }
  }

 private:
  // The rows above the area, in the order of memory within each row: processors recognise that, and fetch more.
  class Ahead {
   public:
    Ahead(const FallArea& area, const ColumnRange& run)
        : band_(area.band), run_(run), end_(std::max(area.begin - kChunkHeight, area.band.own_begin)) {
      begin_row(area.begin - 1);
    }
    template <int kSide>
    void fetch() {
      if (at_ == nullptr) return;
      for (int k = 0; k < kSide; ++k) hwy::Prefetch(at_ + x_ + k * kLanes);
      x_ += kSide * kLanes;
      if (x_ >= run_.end) begin_row(y_ - 1);
    }

   private:
    void begin_row(int y) {
      y_ = y;
      x_ = run_.begin;
      at_ = y >= end_ ? band_.row(y) : nullptr;
    }

    const Band& band_;
    const ColumnRange run_;
    int end_, x_ = 0, y_ = 0;
    const std::uint8_t* at_ = nullptr;
  };

  // The columns of `kSide` vectors. The bits of a carried cell are those of an index, so bits 3 to 5 are free.
  template <int kSide>
  void fall(int x, Ahead& ahead) const {
    const Table128 upper = upper_, lower = lower_;
    const V acted = hn::Set(D(), kActed), upper_bits = hn::Set(D(), std::uint8_t{7 << 3});
    V carried[kSide], any[kSide];
    for (int k = 0; k < kSide; ++k) {
      Bits below = 0;  // where the pair below has acted
      std::memcpy(&below, area_.moved + x / 8 + k * kLanes / 8, kLanes / 8);
      const V cells = hn::AndNot(acted, load(area_.band.row(last_) + x + k * kLanes));
      carried[k] = hn::Or(cells, hn::IfThenElseZero(mask_of(below), acted));
      any[k] = hn::Zero(D());
    }
    for (int y = last_ - 1; y >= area_.begin; --y) {
      const std::uint8_t* const upper_row = area_.band.row(y) + x;
      std::uint8_t* const lower_row = area_.band.row(y + 1) + x;
      ahead.template fetch<kSide>();
      for (int k = 0; k < kSide; ++k) {
        const V cells = hn::ShiftLeft<3>(load(upper_row + k * kLanes));
        const V index{_mm512_ternarylogic_epi32(upper_bits.raw, cells.raw, carried[k].raw, 0xca)};
        store(lower.look_up(index), lower_row + k * kLanes);
        carried[k] = upper.look_up(index);
        any[k] = hn::Or(any[k], carried[k]);
      }
    }
    for (int k = 0; k < kSide; ++k) {
      store(hn::AndNot(acted, carried[k]), area_.band.row(area_.begin) + x + k * kLanes);
      const Bits moved = bits_of(hn::TestBit(carried[k], acted));
      std::memcpy(area_.moved + x / 8 + k * kLanes / 8, &moved, kLanes / 8);
      const bool changed = bits_of(hn::TestBit(any[k], acted)) != 0;
      area_.changed[static_cast<unsigned>(x) / kChunkWidth + static_cast<unsigned>(k)] |=
          static_cast<std::uint8_t>(changed);
    }
  }

  const FallArea& area_;
  int last_;  // the lowest row of a pair
  const Table128 upper_, lower_;
};

// Slide in the same case.
class SlidePairs {
 public:
  explicit SlidePairs(const SmallTables& t)
      : upper_(t.slide_upper), lower_(t.slide_lower), blocks_(load(t.slide_blocks.data())) {}

  // Blocks a b over c d, from here on. Crossed: d c, so that a is over d and b over c. Returns whether any pair acts.
  bool slide(std::uint8_t* upper_cells, std::uint8_t* lower_cells) const {
    const V upper = load(upper_cells), lower = load(lower_cells), crossed = turn(lower);
    const V diagonal = index(upper, crossed), slides = upper_.look_up(diagonal);
    const V falls{_mm512_permutexvar_epi8(index(upper, lower).raw, blocks_.raw)};
    const V blocked = hn::Or(falls, turn(hn::Or(falls, slides)));
    const __mmask64 free = ~_mm512_movepi8_mask(blocked.raw);
    __mmask64 acts = _mm512_mask_test_epi8_mask(free, slides.raw, bit(SlideAct::acts));
    acts |= _mm512_test_epi8_mask(slides.raw, bit(SlideAct::anywhere));
    if (acts == 0) return false;
    const __mmask64 swaps = _mm512_mask_test_epi8_mask(acts, slides.raw, bit(SlideAct::swaps));
    const __m512i become = _mm512_mask_blend_epi8(acts, upper.raw, _mm512_and_si512(slides.raw, _mm512_set1_epi8(7)));
    // What swaps takes its mark with it.
    store(V{_mm512_mask_blend_epi8(swaps, become, crossed.raw)}, upper_cells);
    store(turn(V{_mm512_mask_blend_epi8(acts, crossed.raw, lower_.look_up(diagonal).raw)}), lower_cells);
    return true;
  }

 private:
  static __m512i bit(SlideAct act) { return _mm512_set1_epi8(static_cast<char>(act)); }
  // Swaps the two cells of each pair.
  static V turn(V cells) { return V{_mm512_shldi_epi16(cells.raw, cells.raw, 8)}; }
  static V index(V upper, V lower) {
    const V lower_bits = hn::Set(D(), std::uint8_t{7 << 3});
    return V{_mm512_ternarylogic_epi32(lower_bits.raw, hn::ShiftLeft<3>(lower).raw, upper.raw, 0xca)};
  }

  Table128 upper_, lower_;
  V blocks_;
};

#endif

#endif

}  // namespace
}  // namespace repose::conserving::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

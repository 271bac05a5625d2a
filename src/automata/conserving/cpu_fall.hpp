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

 private:
  void decay(int y) {
    const auto tables = tables_;
    std::uint8_t* const row = area_.band.row(y);
    for_each_vector(area_.runs, area_.changed, 0, [&](int x) HWY_ATTR {
      return drawn(tables.decays(load(row + x)), [&](int lane) {
        std::uint8_t& cell = row[x + lane];
        const Decaying decay = rules_.decay(cell);
        const bool hit = job_.draws.decays(x + lane, y, decay.probability);
        if (hit) cell = decay.into;
        return hit;
      });
    });
  }

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
    return drawn(reacts, [&](int lane) {
      const bool hit = job_.draws.falls(x + lane, y, this->meeting(upper[lane], lower[lane]).probability);
      if (hit) this->react(upper[lane], lower[lane]);
      return hit;
    });
  }

  const FallArea& area_;
};

#endif

}  // namespace
}  // namespace repose::conserving::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

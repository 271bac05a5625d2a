// Method: all cells of a vector are tested at once for what they may do with their partners (cpu_element_sets.hpp). The
// results of the two cells of a pair are neighbouring bits of an integer.
#include "automata/conserving/cpu_kernel.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

// Vectors are members of classes here. Vectors without a fixed size cannot be members.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/conserving/cpu_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "automata/conserving/cpu_element_sets.hpp"

HWY_BEFORE_NAMESPACE();
namespace repose::conserving::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR

bool has_vectors_here() { return false; }
void step_here(const StepJob&, const SmallTables&, const Band&) {}
bool at_rest_here(const SmallTables&, const RestRows&, int, int) { return false; }

#else

// Two rows of cells that lie over one another.
struct Two {
  V upper, lower;
};

template <bool kFew>
class VectorRows {
 public:
  VectorRows(const StepJob& job, const SmallTables& tables, const Band& band)
      : job_(job), rules_(job.rules), band_(band), tables_(tables) {}

  void decay(int y) {
    const auto tables = tables_;
    std::uint8_t* const row = band_.row(y);
    for_each_vector(y, 0, [&](int x) HWY_ATTR {
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
    std::uint8_t* const upper_row = band_.row(y);
    std::uint8_t* const lower_row = band_.row(y + 1);
    const Bits uppers = job_.draws.is_upper(0, y) ? kEven : kOdd;
    for_each_vector(y, 0, [&](int x) HWY_ATTR {
      const Two cells{load(upper_row + x), load(lower_row + x)};
      const auto self = tables.self(cells.lower);
      const Bits falls = tables.meet(tables.sinks(cells.upper), self) & uppers;
      const Bits reacts = tables.has_reactions() ? tables.meet(tables.reacts_falling(cells.upper), self) & uppers : 0;
      const Two after = moved(tables, cells, falls, reacts);
      store(after.upper, upper_row + x);
      store(after.lower, lower_row + x);
      if (reacts == 0 || tables.certain()) return falls | reacts;
      return falls | fall_drawn(reacts, upper_row + x, lower_row + x, x, y);
    });
  }

  // Lanes: a b over c d. Crossed: d c, so that a is over d and b over c.
  void slide(int y) {
    const auto tables = tables_;
    std::uint8_t* const upper_row = band_.row(y);
    std::uint8_t* const lower_row = band_.row(y + 1);
    for_each_vector(y, job_.draws.block_column(y), [&](int x) HWY_ATTR {
      const V below = load(lower_row + x);
      const Two cells{load(upper_row + x), swap_pairs(below)};
      const auto sinks = tables.sinks(cells.upper), self = tables.self(cells.lower);
      Bits slides = tables.meet(sinks, self), reacts = 0, anywhere = 0;
      if (tables.has_reactions()) reacts = tables.meet(tables.reacts_below(cells.upper), self);
      if (tables.has_anywhere()) anywhere = tables.meet(tables.anywhere(cells.upper), self);
      if ((slides | reacts | anywhere) == 0) return Bits{0};
      const Bits free = free_to_slide(tables, sinks, below, cells);
      slides &= free;
      reacts = (reacts & free) | anywhere;
      const Two after = moved(tables, cells, slides, reacts);
      store(after.upper, upper_row + x);
      store(swap_pairs(after.lower), lower_row + x);
      if (reacts != 0 && !tables.certain()) reacts = slide_drawn(reacts, upper_row + x, lower_row + x, x, y);
      return slides | reacts;
    });
  }

  void flow(int y, int i) {
    const auto tables = tables_;
    std::uint8_t* const row = band_.row(y);
    const std::uint8_t* const below_row = y + 1 < band_.end ? band_.row(y + 1) : job_.nothing;
    std::uint8_t* const above_row =
        band_.kept_row(i, 0);  // the row above and, after the vector, this row, from before the pass
    if (y == band_.begin) std::memset(above_row, kNothing, static_cast<std::size_t>(job_.padded_width));
    const int first = job_.draws.flow_column(y, i);
    if (first == 1) {
      for (const ColumnRange& run : runs_of(job_, y)) above_row[run.begin] = row[run.begin];
    }
    draw_coins(y, i);
    const bool reacting = i == 0 && tables.has_anywhere();
    for_each_vector(y, first, [&](int x) HWY_ATTR {
      const V cells = load(row + x), above = load(above_row + x), partners = swap_pairs(cells);
      store(cells, above_row + x);
      const auto self = tables.self(cells);
      const auto self_across = tables.swap_pairs_of(self);
      const Bits denser = tables.meet(tables.runs(cells), self_across);
      Bits reacts = 0;
      if (reacting) reacts = tables.meet(tables.anywhere(cells), self_across) & kEven;
      if ((denser | reacts) == 0) return Bits{0};
      const Bits falls = tables.meet(tables.sinks(cells), tables.self(load(below_row + x)));
      const Bits rises = tables.meet(tables.sinks(above), self);
      // From here on one bit for each pair, at its left cell.
      const Bits free = denser & ~falls, damped = (rises & denser >> 1) | (rises >> 1 & denser);
      const Bits runs = (free | free >> 1) & kEven & (~damped | coins(x));
      store(hn::IfThenElse(mask_of(runs * 3), partners, cells), row + x);
      return reacts == 0 ? runs : runs | flow_drawn(reacts, row + x, x, y);
    });
  }

 private:
  using Sets = typename Tables<kFew>::Sets;

  // Calls visit(x) for vectors that cover the awake columns of the row, in each run from column `first` on. visit
  // returns a number that is not 0 when something has changed.
  template <class Visit>
  void for_each_vector(int y, int first, Visit visit) const {
    std::uint8_t* const changed = band_.changed_in(y);
    for (const ColumnRange& run : runs_of(job_, y)) {
      for (int x = run.begin; x < run.end; x += kLanes) {
        changed[static_cast<unsigned>(x) / kChunkWidth] |= static_cast<std::uint8_t>(visit(x + first) != 0);
      }
    }
  }

  // The cells that moved, and, if no reaction needs a draw, those that reacted.
  static Two moved(const Tables<kFew>& tables, const Two& cells, Bits swaps, Bits reacts) {
    const M swap = mask_of(swaps);
    Two after{hn::IfThenElse(swap, cells.lower, cells.upper), hn::IfThenElse(swap, cells.upper, cells.lower)};
    if (reacts != 0 && tables.certain()) {
      const M react = mask_of(reacts);
      after.upper = hn::IfThenElse(react, tables.results(cells.upper, cells.lower), after.upper);
      after.lower = hn::IfThenElse(react, tables.results(cells.lower, cells.upper), after.lower);
    }
    return after;
  }

  // No pair slides where one of its cells falls, or if both are fixed.
  static Bits free_to_slide(const Tables<kFew>& tables, const Sets& sinks, V below, const Two& cells) {
    const Bits falls = tables.meet(sinks, tables.self(below));
    const V keep = hn::And(tables.fixed(cells.upper), tables.fixed(cells.lower));
    const Bits squeezes = swap_pairs(bits_of(is_set(keep)));
    return ~(falls | swap_pairs(falls) | squeezes);
  }

  // Computes the coins of row y. coins(x) returns those of the pairs of a vector at x, one for each.
  void draw_coins(int y, int i) {
    const std::uint32_t row = job_.draws.coin_row(y, i);
    for (const ColumnRange& run : runs_of(job_, y)) {
      for (int x = run.begin; x < run.end; x += StepDraws::kCoinColumns)
        coins_[static_cast<unsigned>(x) / StepDraws::kCoinColumns] = StepDraws::coins(row, x);
    }
  }
  Bits coins(int x) const {
    const auto column = static_cast<unsigned>(x);
    return spread(coins_[column / StepDraws::kCoinColumns] >> (column % StepDraws::kCoinColumns / 2));
  }

  // Reactions that need draws, cell by cell: the lanes in which they happen.
  Bits fall_drawn(Bits reacts, std::uint8_t* upper, std::uint8_t* lower, int x, int y) const {
    return drawn(reacts, [&](int lane) {
      const bool hit = job_.draws.falls(x + lane, y, rules_.meeting(upper[lane], lower[lane]).probability);
      if (hit) react(upper[lane], lower[lane]);
      return hit;
    });
  }

  Bits slide_drawn(Bits reacts, std::uint8_t* upper, std::uint8_t* lower, int x, int y) const {
    return drawn(reacts, [&](int lane) {
      const bool to_left = lane % 2 != 0;
      std::uint8_t& below = lower[to_left ? lane - 1 : lane + 1];
      const bool hit = job_.draws.slides(x + lane / 2 * 2, y, to_left, rules_.meeting(upper[lane], below).probability);
      if (hit) react(upper[lane], below);
      return hit;
    });
  }

  Bits flow_drawn(Bits reacts, std::uint8_t* row, int x, int y) const {
    return drawn(reacts, [&](int lane) {
      const bool hit = job_.draws.reacts(x + lane, y, rules_.meeting(row[lane], row[lane + 1]).probability);
      if (hit) react(row[lane], row[lane + 1]);
      return hit;
    });
  }

  void react(std::uint8_t& a, std::uint8_t& b) const {
    const std::uint8_t c = rules_.meeting(a, b).result, d = rules_.meeting(b, a).result;
    a = c;
    b = d;
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

  const StepJob& job_;
  const Rules& rules_;
  const Band& band_;
  const Tables<kFew> tables_;
  std::array<std::uint32_t, kWorldSideMax / StepDraws::kCoinColumns> coins_;
};

void step_here(const StepJob& job, const SmallTables& tables, const Band& band) {
  if (tables.few) {
    VectorRows<true> rows(job, tables, band);
    step_band(job, band, rows);
  } else {
    VectorRows<false> rows(job, tables, band);
    step_band(job, band, rows);
  }
}

// Whether a cell of these vectors, a b over c d, can meet another.
template <bool kFew>
bool quiet(const Tables<kFew>& tables, const std::uint8_t* upper, const std::uint8_t* lower) {
  const V a = load(upper), b = load(upper + 1), c = load(lower), d = load(lower + 1);
  const auto sinks_a = tables.sinks(a), sinks_b = tables.sinks(b);
  const auto reacts_a = tables.reacts_falling(a), reacts_b = tables.reacts_falling(b);
  const auto self_b = tables.self(b), self_c = tables.self(c), self_d = tables.self(d), self_a = tables.self(a);
  Bits acts = tables.meet(sinks_a, self_c) | tables.meet(reacts_a, self_c);
  acts |= tables.meet(tables.anywhere(a), self_d) | tables.meet(tables.anywhere(b), self_c);
  const Bits apart_ad = bits_of(hn::Eq(hn::And(tables.fixed(b), tables.fixed(c)), hn::Zero(D())));
  const Bits apart_bc = bits_of(hn::Eq(hn::And(tables.fixed(a), tables.fixed(d)), hn::Zero(D())));
  acts |= (tables.meet(sinks_a, self_d) | tables.meet(reacts_a, self_d)) & apart_ad;
  acts |= (tables.meet(sinks_b, self_c) | tables.meet(reacts_b, self_c)) & apart_bc;
  acts |= tables.meet(tables.runs(a), self_b) | tables.meet(tables.runs(b), self_a) |
          tables.meet(tables.anywhere(a), self_b);
  return (acts | tables.decays(a)) == 0;
}

template <bool kFew>
bool chunk_at_rest(const Tables<kFew>& tables, const RestRows& rows, int x_begin, int x_end) {
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

bool at_rest_here(const SmallTables& tables, const RestRows& rows, int x_begin, int x_end) {
  return tables.few ? chunk_at_rest(Tables<true>(tables), rows, x_begin, x_end)
                    : chunk_at_rest(Tables<false>(tables), rows, x_begin, x_end);
}

bool has_vectors_here() { return true; }

#endif

}  // namespace
}  // namespace repose::conserving::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace repose::conserving {
HWY_EXPORT(has_vectors_here);
HWY_EXPORT(step_here);
HWY_EXPORT(at_rest_here);

bool has_vectors() { return HWY_DYNAMIC_DISPATCH(has_vectors_here)(); }
void step_vectors(const StepJob& job, const SmallTables& tables, const Band& band) {
  HWY_DYNAMIC_DISPATCH(step_here)(job, tables, band);
}
bool vectors_at_rest(const SmallTables& tables, const RestRows& rows, int x_begin, int x_end) {
  return HWY_DYNAMIC_DISPATCH(at_rest_here)(tables, rows, x_begin, x_end);
}
}  // namespace repose::conserving
#endif

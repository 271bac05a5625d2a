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
void fall_here(const StepJob&, const SmallTables&, const FallArea&) {}
void step_here(const StepJob&, const SmallTables&, const Band&, int, int) {}
bool at_rest_here(const SmallTables&, const RestRows&, int, int) { return false; }

#else

// Two rows of cells that lie over one another.
struct Two {
  V upper, lower;
};

// What fall and the sub-steps after it share.
template <bool kFew>
class VectorCells {
 public:
  VectorCells(const StepJob& job, const SmallTables& tables) : job_(job), rules_(job.rules), tables_(tables) {}

 protected:
  using Sets = typename Tables<kFew>::Sets;

  // Calls visit(x) for vectors that cover these columns, from column `first` of each run on. visit returns a number
  // that is not 0 when something has changed.
  template <class Visit>
  static void for_each_vector(std::span<const ColumnRange> runs, std::uint8_t* changed, int first, Visit visit) {
    for (const ColumnRange& run : runs) {
      for (int x = run.begin; x < run.end; x += kLanes) {
        changed[static_cast<unsigned>(x) / kChunkWidth] |= static_cast<std::uint8_t>(visit(x + first) != 0);
      }
    }
  }

  // The cells that swapped, and, if no reaction needs a draw, those that reacted. `cells` may have marks, which go
  // where their cells go; `plain` are the same without them.
  static Two moved(const Tables<kFew>& tables, const Two& cells, const Two& plain, Bits swaps, Bits reacts) {
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
  const Tables<kFew> tables_;
};

template <bool kFew>
class VectorFall : VectorCells<kFew> {
  using Base = VectorCells<kFew>;
  using Base::drawn, Base::for_each_vector, Base::job_, Base::moved, Base::rules_, Base::tables_;

 public:
  VectorFall(const StepJob& job, const SmallTables& tables, const FallArea& area) : Base(job, tables), area_(area) {}

  void run() {
    for (int y = area_.end - 1; y >= area_.begin; --y) {
      if (rules_.has_decays()) decay(y);
      if (y + 1 < job_.height) fall(y);
    }
  }

 private:
  void decay(int y) {
    const auto tables = tables_;
    std::uint8_t* const row = area_.cells.row(y);
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
    std::uint8_t* const upper_row = area_.cells.row(y);
    std::uint8_t* const lower_row = area_.cells.row(y + 1);
    for_each_vector(area_.runs, area_.changed, 0, [&](int x) HWY_ATTR {
      const Two cells{load(upper_row + x), load(lower_row + x)};
      const auto self = tables.self(cells.lower);
      Bits falls = tables.meet(tables.sinks(cells.upper), self);
      Bits reacts = tables.has_reactions() ? tables.meet(tables.reacts_falling(cells.upper), self) : 0;
      Bits below = 0;  // pairs that have acted
      std::memcpy(&below, area_.moved + x / 8, kLanes / 8);
      if (below != 0) {
        falls &= ~below | bits_of(hn::Eq(cells.lower, hn::Zero(D()))) | tables.grainy(cells.upper);
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

template <bool kFew>
class VectorRows : VectorCells<kFew> {
  using Base = VectorCells<kFew>;
  using Base::drawn, Base::job_, Base::moved, Base::rules_, Base::tables_;
  using typename Base::Sets;

 public:
  VectorRows(const StepJob& job, const SmallTables& tables, const Band& band) : Base(job, tables), band_(band) {}

  // Lanes: a b over c d. Crossed: d c, so that a is over d and b over c.
  void slide(int y) {
    const auto tables = tables_;
    std::uint8_t* const upper_row = band_.row(y);
    std::uint8_t* const lower_row = band_.row(y + 1);
    for_each_vector(y, job_.draws.block_column(y), [&](int x) HWY_ATTR {
      const V upper = load(upper_row + x), lower = load(lower_row + x), below = plain(lower);
      const Two cells{plain(upper), swap_pairs(below)};
      const auto sinks = tables.sinks(cells.upper), self = tables.self(cells.lower);
      Bits slides = tables.meet(sinks, self), reacts = 0, anywhere = 0;
      if (tables.has_reactions()) reacts = tables.meet(tables.reacts_below(cells.upper), self);
      if (tables.has_anywhere()) anywhere = tables.meet(tables.anywhere(cells.upper), self);
      slides &= ~fell(upper);
      if ((slides | reacts | anywhere) == 0) return Bits{0};
      const Bits free = free_to_slide(tables, sinks, below, cells);
      slides &= free;
      reacts = (reacts & free) | anywhere;
      const Two after = moved(tables, {upper, swap_pairs(lower)}, cells, slides, reacts);
      store(after.upper, upper_row + x);
      store(swap_pairs(after.lower), lower_row + x);
      if (reacts != 0 && !tables.certain()) reacts = slide_drawn(reacts, upper_row + x, lower_row + x, x, y);
      return slides | reacts;
    });
  }

  void flow(int y, int i) {
    const auto tables = tables_;
    std::uint8_t* const row = band_.row(y);
    const std::uint8_t* const above_row = y > band_.begin ? band_.row(y - 1) : job_.nothing;
    std::uint8_t* const below_row =
        band_.kept_row(i, 0);  // the row below and, after the vector, this row, from before the pass
    if (y + 1 == band_.end) std::memset(below_row, kNothing, static_cast<std::size_t>(job_.padded_width));
    const int first = job_.draws.flow_column(y, i);
    if (first == 1) {
      for (const ColumnRange& run : runs_of(job_, y)) below_row[run.begin] = row[run.begin];
    }
    draw_coins(y, i);
    const bool reacting = i == 0 && tables.has_anywhere();
    for_each_vector(y, first, [&](int x) HWY_ATTR {
      const V marked_cells = load(row + x), cells = plain(marked_cells), below = plain(load(below_row + x));
      store(marked_cells, below_row + x);
      const auto self = tables.self(cells);
      const auto self_across = tables.swap_pairs_of(self);
      const Bits denser = tables.meet(tables.runs(cells), self_across) & ~fell(marked_cells);
      Bits reacts = 0;
      if (reacting) reacts = tables.meet(tables.anywhere(cells), self_across) & kEven;
      if ((denser | reacts) == 0) return Bits{0};
      const Bits falls = tables.meet(tables.sinks(cells), tables.self(below));
      const Bits rises = tables.meet(tables.sinks(plain(load(above_row + x))), self);
      // From here on one bit for each pair, at its left cell.
      const Bits free = denser & ~falls, damped = (rises & denser >> 1) | (rises >> 1 & denser);
      Bits runs = (free | free >> 1) & kEven & (~damped | coins(x));
      if (tables.has_viscous()) runs = fluid(runs, tables.viscous(cells), row + x, x, y, i);
      store(hn::IfThenElse(mask_of(runs * 3), swap_pairs(marked_cells), marked_cells), row + x);
      return reacts == 0 ? runs : runs | flow_drawn(reacts, row + x, x, y);
    });
  }

  // Removes the marks of cells that fell.
  void finish(int y) {
    std::uint8_t* const row = band_.row(y);
    for (const ColumnRange& run : runs_of(job_, y)) {
      for (int x = run.begin; x < run.end; x += kLanes) store(plain(load(row + x)), row + x);
    }
  }

  void wander(int y) {
    const int first = job_.draws.wander_from();
    if (job_.draws.wanders_sideways()) {
      const auto tables = tables_;
      std::uint8_t* const row = band_.row(y);
      for_each_vector(y, first, [&](int x) HWY_ATTR {
        const V cells = load(row + x);
        const Bits pairs = tables.meet(tables.wanders(cells), tables.self(swap_pairs(cells))) & kEven;
        return drawn(pairs, [&](int lane) { return wanders(row[x + lane], row[x + lane + 1], x + lane, y); });
      });
    } else if (y % 2 == first && y + 1 < band_.end) {
      wander_down(y);
    }
  }

 private:
  template <class Visit>
  void for_each_vector(int y, int first, Visit visit) const {
    Base::for_each_vector(runs_of(job_, y), band_.changed_in(y), first, visit);
  }

  void wander_down(int y) {
    const auto tables = tables_;
    std::uint8_t* const upper = band_.row(y);
    std::uint8_t* const lower = band_.row(y + 1);
    for_each_vector(y, 0, [&](int x) HWY_ATTR {
      const Bits pairs = tables.meet(tables.wanders(load(upper + x)), tables.self(load(lower + x)));
      return drawn(pairs, [&](int lane) { return wanders(upper[x + lane], lower[x + lane], x + lane, y); });
    });
  }

  bool wanders(std::uint8_t& a, std::uint8_t& b, int x, int y) const {
    const bool hit = job_.draws.wanders(x, y, rules_.wanders(a, b));
    if (hit) std::swap(a, b);
    return hit;
  }

  // Of the pairs that would run, those whose more viscous cell flows.
  Bits fluid(Bits runs, Bits viscous, const std::uint8_t* row, int x, int y, int i) const {
    const Bits slow = (viscous | viscous >> 1) & runs;
    return (runs & ~slow) | drawn(slow, [&](int lane) {
             const std::uint8_t a = Base::element_of(row[lane]), b = Base::element_of(row[lane + 1]);
             return job_.draws.runs(x + lane, y, i, rules_.fluidity(a, b));
           });
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
    return drawn(reacts, [&](int lane) {
      const bool hit = job_.draws.reacts(x + lane, y, this->meeting(row[lane], row[lane + 1]).probability);
      if (hit) this->react(row[lane], row[lane + 1]);
      return hit;
    });
  }

  const Band& band_;
  std::array<std::uint32_t, kWorldSideMax / StepDraws::kCoinColumns> coins_;
};

void fall_here(const StepJob& job, const SmallTables& tables, const FallArea& area) {
  if (tables.few) {
    VectorFall<true>(job, tables, area).run();
  } else {
    VectorFall<false>(job, tables, area).run();
  }
}

void step_here(const StepJob& job, const SmallTables& tables, const Band& band, int from, int to) {
  if (tables.few) {
    VectorRows<true> rows(job, tables, band);
    step_rows(job, band, rows, from, to);
  } else {
    VectorRows<false> rows(job, tables, band);
    step_rows(job, band, rows, from, to);
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
  const auto wanders = tables.wanders(a);
  acts |= tables.meet(wanders, self_b) | tables.meet(wanders, self_c);
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

// Method: all cells of a vector are tested at once for what they may do with their partners (cpu_vectors.hpp). The
// results of the two cells of a pair are neighbouring bits of an integer.
#include "automata/conserving/cpu_kernel.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <span>

// Vectors are members of classes here. Vectors without a fixed size cannot be members.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/conserving/cpu_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/cache_control.h>
#include "automata/conserving/cpu_flow.hpp"
#include "automata/conserving/cpu_vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace repose::conserving::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR

bool has_vectors_here() { return false; }
void fall_here(const StepJob&, const SmallTables&, const FallArea&) {}
void step_here(const StepJob&, const SmallTables&, const Band&, int, int) {}
bool at_rest_here(const SmallTables&, const RestRows&, int, int) { return false; }

#else

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

  // Removes the marks of cells that fell.
  void finish(int y) {
    if (flow_.is_needed() && job_.flow_passes > 0) return;  // flow has done it
    std::uint8_t* const row = band_.row(y);
    for (const ColumnRange& run : runs_of(job_, band_, y)) {
      for (int x = run.begin; x < run.end; x += kLanes) store(plain(load(row + x)), row + x);
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
      if (pairs.over_seam && has_awake_seam(job_, band_, y)) wander_pair(job_, *this, {job_.width - 1, y}, {0, y});
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
      return drawn(pairs, [&](int lane) { return wanders(row[x + lane], row[x + lane + 1], draws(lane)); });
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
      return drawn(pairs, [&](int lane) { return wanders(upper[x + lane], lower[x + lane], draws(lane)); });
    });
  }

  bool wanders(std::uint8_t& a, std::uint8_t& b, std::uint32_t draw) const {
    const bool hit = StepDraws::hits(draw, rules_.wanders(a, b));
    if (hit) std::swap(a, b);
    return hit;
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

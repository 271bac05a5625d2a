// The sub-steps before the slump, for rules of any size. Which pairs act is found out for 64 columns at once, from
// facts about their cells (PairTables), and most of them act in vectors. Pairs that flow or wander act one by one. Rows
// in which no pair can act are passed over until a cell in them changes (StillRows).
//
// Compiled anew for every kind of vector (Highway's foreach_target.h).
#include "automata/conserving/cpu_step.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/chunks.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/conserving/cpu_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace repose::conserving::HWY_NAMESPACE {
namespace {

// ---- vectors of cells ----

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<std::uint8_t, kChunkWidth>;

#define REPOSE_LANES static_cast<int>(hn::Lanes(D()))

hn::Vec<D> load(const std::uint8_t* at) { return hn::LoadU(D(), at); }
hn::Vec<D> set(int byte) { return hn::Set(D(), static_cast<std::uint8_t>(byte)); }

// 64 columns: `test(x)` is the mask of the columns from x on.
template <class Test>
HWY_ATTR ColumnBits bits_of(const Test& test) {
  ColumnBits columns = 0;
  for (int x = 0; x < kChunkWidth; x += REPOSE_LANES) {
    ColumnBits bits = 0;
    hn::StoreMaskBits(D(), test(x), reinterpret_cast<std::uint8_t*>(&bits));
    columns |= bits << x;
  }
  return columns;
}

// ---- rows of cells as bits: where two rows differ, and which cells are in a set of elements ----

void differences_here(const std::uint8_t* a, const std::uint8_t* b, int chunks, ColumnBits* columns) {
  for (int i = 0; i < chunks; ++i, a += kChunkWidth, b += kChunkWidth)
    columns[i] = bits_of([&](int x) HWY_ATTR { return hn::Ne(load(a + x), load(b + x)); });
}

// The columns of a chunk whose cells are in each of some sets.
template <int kSets>
HWY_ATTR void members_of_chunk(const std::uint8_t* cells, const ElementBits* const* sets, ColumnBits* columns) {
  std::fill_n(columns, kSets, ColumnBits{0});
#if HWY_TARGET == HWY_SCALAR
  for (int x = 0; x < kChunkWidth; ++x) {
    for (int i = 0; i < kSets; ++i) columns[i] |= ColumnBits{sets[i]->has(cells[x])} << x;
  }
#else
  const D tag;
  alignas(16) static constexpr std::array<std::uint8_t, 16> kBits = {1, 2, 4, 8, 16, 32, 64, 128,
                                                                     1, 2, 4, 8, 16, 32, 64, 128};
  const auto bits = hn::LoadDup128(tag, kBits.data()), fifteen = hn::Set(tag, 15), half = hn::Set(tag, 128);
  for (int x = 0; x < kChunkWidth; x += REPOSE_LANES) {
    const auto here = hn::LoadU(tag, cells + x), column = hn::And(here, fifteen);
    const auto bit = hn::TableLookupBytes(bits, hn::And(hn::ShiftRight<4>(here), fifteen));
    const auto is_low = hn::Lt(here, half);
    for (int i = 0; i < kSets; ++i) {
      const auto low = hn::TableLookupBytes(hn::LoadDup128(tag, sets[i]->low.data()), column),
                 high = hn::TableLookupBytes(hn::LoadDup128(tag, sets[i]->high.data()), column);
      ColumnBits mask = 0;
      hn::StoreMaskBits(tag, hn::TestBit(hn::IfThenElse(is_low, low, high), bit),
                        reinterpret_cast<std::uint8_t*>(&mask));
      columns[i] |= mask << x;
    }
  }
#endif
}

void members_here(const std::uint8_t* cells, int chunks, const ElementBits& set, ColumnBits* columns) {
  const ElementBits* const sets[] = {&set};
  for (int i = 0; i < chunks; ++i) members_of_chunk<1>(cells + i * kChunkWidth, sets, columns + i);
}

void members_of_rows_here(std::span<const std::uint8_t* const> rows, std::span<const ElementBits* const> sets,
                          ColumnBits* columns) {
  for (const std::uint8_t* const row : rows) {
    sets.size() == 2 ? members_of_chunk<2>(row, sets.data(), columns) : members_of_chunk<3>(row, sets.data(), columns);
    columns += sets.size();
  }
}

// What the cells of 64 columns can do.
using Facts = PairFacts;

// The facts of 64 cells.
void describe(const std::uint8_t* cells, const PairTables& tables, const Facts& facts) {
#if HWY_TARGET == HWY_SCALAR
  std::uint8_t* const to[] = {facts.density, facts.traits, facts.agents, facts.partners};
  for (std::size_t i = 0; i < 4; ++i) {
    for (int x = 0; x < kChunkWidth; ++x) to[i][x] = tables.bytes[i][cells[x]];
  }
#else
  for (int x = 0; x < kChunkWidth; x += REPOSE_LANES) {
    const auto here = load(cells + x);
    auto density = hn::Zero(D()), traits = density, agents = density, partners = density;
    // Most worlds are of the first elements of their rules, and most of their cells of the very first.
    const auto are_first = [&](int count) HWY_ATTR { return hn::AllTrue(D(), hn::Lt(here, set(count))); };
    constexpr int kFirst = 16, kUsual = 64;
    const int end = are_first(kFirst)   ? kFirst
                    : are_first(kUsual) ? std::min(kUsual, tables.element_count)
                                        : tables.element_count;
    // Look-ups give 0 for bytes from 128 on, so only those of one block of 16 elements give something. On x86 they take
    // the low four bits of the others, elsewhere only numbers below 16.
    for (int block = 0; block < end; block += 16) {
      auto at = hn::SaturatedAdd(hn::Sub(here, set(block)), set(0x70));
      if constexpr (HWY_ARCH_X86 == 0) at = hn::And(at, set(0x8f));
      const auto look_up = [&](int i) HWY_ATTR {
        return hn::TableLookupBytesOr0(hn::LoadDup128(D(), &tables.bytes[static_cast<std::size_t>(i)][block]), at);
      };
      density = hn::Or(density, look_up(0));
      traits = hn::Or(traits, look_up(1));
      agents = hn::Or(agents, look_up(2));
      partners = hn::Or(partners, look_up(3));
    }
    hn::StoreU(density, D(), facts.density + x);
    hn::StoreU(traits, D(), facts.traits + x);
    hn::StoreU(agents, D(), facts.agents + x);
    hn::StoreU(partners, D(), facts.partners + x);
  }
#endif
}

// The columns in which a sinks into b if it is above, unless the pair is special.
ColumnBits find_sinking(const Facts& a, const Facts& b) {
  return bits_of([&](int x) HWY_ATTR {
    const auto shared = hn::And(load(a.traits + x), load(b.traits + x));
    const auto apart = hn::Eq(hn::And(shared, set(PairTables::kLoose | PairTables::kApart)), set(PairTables::kLoose));
    return hn::And(apart, hn::Gt(load(a.density + x), load(b.density + x)));
  });
}

// The columns in which one of the two runs into the other, which lies beside it, unless the pair is special.
ColumnBits find_running(const Facts& a, const Facts& b) {
  return bits_of([&](int x) HWY_ATTR {
    const auto density = load(a.density + x), other_density = load(b.density + x);
    const auto traits = load(a.traits + x), other_traits = load(b.traits + x);
    const auto denser = hn::IfThenElse(hn::Gt(density, other_density), traits, other_traits);
    static_assert(PairTables::kRuns == PairTables::kFlows << 1);
    const auto runs = hn::And(hn::And(traits, other_traits), hn::ShiftRight<1>(denser));
    return hn::And(hn::TestBit(runs, set(PairTables::kFlows)), hn::Ne(density, other_density));
  });
}

// The columns in which the pair may be special. `first`, `second`: the cells.
ColumnBits find_special(const Facts& a, const Facts& b, const std::uint8_t* first, const std::uint8_t* second) {
  return bits_of([&](int x) HWY_ATTR {
    const auto one = hn::And(load(a.agents + x), load(b.partners + x)),
               other = hn::And(load(a.partners + x), load(b.agents + x));
    const auto differ = hn::Ne(load(first + x), load(second + x));
    return hn::And(differ, hn::Ne(hn::Or(one, other), hn::Zero(D())));
  });
}

ColumnBits find_trait(const Facts& facts, int trait) {
  return bits_of([&](int x) HWY_ATTR { return hn::TestBit(load(facts.traits + x), set(trait)); });
}

ColumnBits find_background(const std::uint8_t* cells) {
  return bits_of([&](int x) HWY_ATTR { return hn::Eq(load(cells + x), hn::Zero(D())); });
}

bool are_equal(const std::uint8_t* a, const std::uint8_t* b) {
  for (int x = 0; x < kChunkWidth; x += REPOSE_LANES) {
    if (!hn::AllTrue(D(), hn::Eq(load(a + x), load(b + x)))) return false;
  }
  return true;
}

// Swaps the bytes of these columns.
void swap_bytes(std::uint8_t* a, std::uint8_t* b, ColumnBits columns) {
  for (int x = 0; x < kChunkWidth; x += REPOSE_LANES) {
    const ColumnBits bits = columns >> x;
    const auto swaps = hn::LoadMaskBits(D(), reinterpret_cast<const std::uint8_t*>(&bits));
    const auto first = load(a + x), second = load(b + x);
    hn::StoreU(hn::IfThenElse(swaps, second, first), D(), a + x);
    hn::StoreU(hn::IfThenElse(swaps, first, second), D(), b + x);
  }
}

// Takes over the bytes of these columns.
void take_bytes(std::uint8_t* to, const std::uint8_t* from, ColumnBits columns) {
  for (int x = 0; x < kChunkWidth; x += REPOSE_LANES) {
    const ColumnBits bits = columns >> x;
    const auto taken = hn::LoadMaskBits(D(), reinterpret_cast<const std::uint8_t*>(&bits));
    hn::StoreU(hn::IfThenElse(taken, load(from + x), load(to + x)), D(), to + x);
  }
}

void swap_facts(const Facts& a, const Facts& b, ColumnBits columns) {
  swap_bytes(a.density, b.density, columns);
  swap_bytes(a.traits, b.traits, columns);
  swap_bytes(a.agents, b.agents, columns);
  swap_bytes(a.partners, b.partners, columns);
}

void take_facts(const Facts& to, const Facts& from, ColumnBits columns) {
  take_bytes(to.density, from.density, columns);
  take_bytes(to.traits, from.traits, columns);
  take_bytes(to.agents, from.agents, columns);
  take_bytes(to.partners, from.partners, columns);
}

ColumnBits load_bits(const std::uint8_t* bits) {
  ColumnBits columns = 0;
  std::memcpy(&columns, bits, sizeof columns);
  return columns;
}
void store_bits(ColumnBits columns, std::uint8_t* bits) { std::memcpy(bits, &columns, sizeof columns); }

// ---- special pairs ----

using Word = std::uint32_t;
using DWords = hn::CappedTag<Word, kChunkWidth / 4>;

// mix32 (rng.hpp) of many numbers.
hn::Vec<DWords> mix(hn::Vec<DWords> x) {
  x = hn::Xor(x, hn::ShiftRight<16>(x));
  x = hn::Mul(x, hn::Set(DWords(), kMixFactor1));
  x = hn::Xor(x, hn::ShiftRight<15>(x));
  x = hn::Mul(x, hn::Set(DWords(), kMixFactor2));
  return hn::Xor(x, hn::ShiftRight<16>(x));
}

// What is known of 64 pairs: bits, one for each; and what their two cells become by a reaction.
struct SpecialPairs {
  ColumnBits acts = 0, follows = 0, anywhere = 0, swaps = 0, sinks = 0;
  ColumnBits hits = 0;  // the draw allows it
  alignas(64) std::uint8_t first[kChunkWidth], second[kChunkWidth];
};

// The draws of a row from column `x` on: StepDraws::draw(), shifted to the left.
struct RowDraws {
  Word base;
  int x, y;
  int shift = 0;
};

// Looks up the pairs of these columns.
void look_up(const PairTables& tables, const std::uint8_t* a, const std::uint8_t* b, ColumnBits columns,
             const RowDraws& draws, SpecialPairs& found) {
  const DWords d;
  const hn::Rebind<std::uint8_t, DWords> bytes;
  const hn::RebindToSigned<DWords> ints;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const ColumnBits group = ~ColumnBits{0} >> (kChunkWidth - lanes);
  for (int x = 0; x < kChunkWidth; x += lanes) {
    if ((columns >> x & group) == 0) continue;
    const auto first = hn::PromoteTo(d, hn::LoadU(bytes, a + x)), second = hn::PromoteTo(d, hn::LoadU(bytes, b + x));
    const auto index = hn::BitCast(ints, hn::Or(hn::ShiftLeft<8>(first), second));
    const auto words = hn::GatherIndex(d, tables.words.data(), index);
    const auto put = [&](ColumnBits& to, const hn::Mask<DWords>& mask) HWY_ATTR {
      ColumnBits bits = 0;
      hn::StoreMaskBits(d, mask, reinterpret_cast<std::uint8_t*>(&bits));
      to |= (bits & group) << x;
    };
    const auto test = [&](Word bit) HWY_ATTR { return hn::TestBit(words, hn::Set(d, bit)); };
    put(found.acts, test(PairTables::kActs));
    put(found.follows, test(PairTables::kFollows));
    put(found.anywhere, test(PairTables::kAnywhere));
    put(found.swaps, test(PairTables::kSwaps));
    put(found.sinks, test(PairTables::kSinks));
    const auto low = hn::Set(d, 255);
    hn::StoreU(hn::DemoteTo(bytes, hn::BitCast(ints, hn::And(words, low))), bytes, found.first + x);
    hn::StoreU(hn::DemoteTo(bytes, hn::BitCast(ints, hn::And(hn::ShiftRight<8>(words), low))), bytes, found.second + x);
    auto hits = test(PairTables::kAlways);
    if (!hn::AllTrue(d, hits)) {
      alignas(64) static constexpr Word kLanes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
      const auto column = hn::Add(hn::LoadU(d, kLanes), hn::Set(d, static_cast<Word>(draws.x + x)));
      const auto drawn =
          mix(hn::Xor(mix(hn::Xor(column, hn::Set(d, draws.base))), hn::Set(d, static_cast<Word>(draws.y))));
      const auto high = hn::ShiftRight<16>(draws.shift == 0 ? drawn : hn::ShiftLeft<16>(drawn));
      hits = hn::Or(hits, hn::Lt(high, hn::GatherIndex(d, tables.chances.data(), index)));
    }
    put(found.hits, hits);
  }
}

// ---- what all sub-steps share ----

// The acts of two cells, or of one, and what is written down about them: the band that owns the upper cell counts and
// notes the pair, the one that owns a cell records its activity.
class PairActs {
 public:
  // `events`: null unless the ledger or the activity is kept.
  PairActs(const StepJob& job, const Band& band, LedgerEvents* events)
      : rules_(job.rules), band_(band), activity_(job.activity), events_(events) {}

  void meet(std::uint8_t& a, std::uint8_t& b, CellPoint at_a, CellPoint at_b) const {
    meet(a, b, rules_.meeting(a, b).result, rules_.meeting(b, a).result, at_a, at_b);
  }
  // They become c and d.
  void meet(std::uint8_t& a, std::uint8_t& b, std::uint8_t c, std::uint8_t d, CellPoint at_a, CellPoint at_b) const {
    if (is_noting()) note(a, b, c, d, at_a, at_b);
    a = c;
    b = d;
  }
  // Writes down that pairs act, before they do: a[x] and b[x] for all x of `swaps` and of `reacts`. `at_a`, `at_b`: for
  // x = 0.
  void note(const std::uint8_t* a, const std::uint8_t* b, ColumnBits swaps, ColumnBits reacts, CellPoint at_a,
            CellPoint at_b) const {
    if (!is_noting()) return;
    for_each_column(0, events_ != nullptr ? swaps | reacts : reacts, [&](int x) {
      note(a[x], b[x], rules_.meeting(a[x], b[x]).result, rules_.meeting(b[x], a[x]).result, {at_a.x + x, at_a.y},
           {at_b.x + x, at_b.y});
    });
  }

  void become(std::uint8_t& cell, CellPoint at, std::uint8_t into) const {
    if (is_noting() && band_.owns(at.y)) {
      if (events_ != nullptr) events_->become(cell, into);
      if (band_.notes != nullptr) band_.notes->become(at, cell, into);
      if (activity_ != nullptr) activity_->become(at, cell, into);
    }
    cell = into;
  }

 private:
  bool is_noting() const { return events_ != nullptr || band_.notes != nullptr; }
  void note(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d, CellPoint at_a, CellPoint at_b) const {
    if (events_ != nullptr && band_.owns(at_a.y)) events_->meet(a, b, c, d);
    if (band_.notes != nullptr && band_.owns(at_a.y)) band_.notes->meet(at_a, at_b, a, b, c, d);
    if (activity_ == nullptr) return;
    if (band_.owns(at_a.y)) activity_->change(at_a, a, c, LedgerEvents::change_of(a, b, c, d));
    if (band_.owns(at_b.y)) activity_->change(at_b, b, d, LedgerEvents::change_of(b, a, d, c));
  }

  const Rules& rules_;
  const Band& band_;
  ActivityMap* activity_;
  LedgerEvents* events_;
};

// ---- decay and fall ----

class PairFall {
 public:
  PairFall(const StepJob& job, const FallArea& area)
      : job_(job), rules_(job.rules), area_(area), acts_(job, area.band, area.events) {}

  void run() {
    for (const ColumnRange run : area_.runs) {
      for (int chunk = run.begin; chunk < run.end; chunk += kChunkWidth) known(chunk) = PairRowFacts::kNone;
    }
    for (int y = area_.end - 1; y >= area_.begin; --y) {
      for (const ColumnRange run : area_.runs) {
        for (int chunk = run.begin; chunk < run.end; chunk += kChunkWidth) {
          if (rules_.has_decays()) decay(chunk, y);
          if (y + 1 < job_.height) fall(chunk, y);
        }
      }
    }
  }

 private:
  // The last row of the world whose facts are known there.
  int& known(int chunk) { return area_.band.facts->described(chunk, 0); }

  void decay(int chunk, int y) {
    if (area_.band.is_still(StillRows::kDecay, chunk, y)) return;
    std::uint8_t* const row = area_.band.row(y);
    ColumnBits columns = 0;
    members_here(row + chunk, 1, job_.tables.decaying, &columns);
    columns &= columns_between(chunk, 0, job_.width);
    if (columns == 0) return area_.band.put_still(StillRows::kDecay, chunk, y);
    for_each_column(chunk, columns, [&](int x) {
      const Decaying& decay = rules_.decay(row[x]);
      if (!job_.draws.decays(x, y, decay.probability)) return;
      acts_.become(row[x], {x, y}, decay.into);
      area_.changed[chunk / kChunkWidth] = 1;
      area_.band.stir(chunk, y, ColumnBits{1} << (x - chunk));
    });
  }

  // The facts of a row of a chunk. Rows take turns in two places.
  Facts facts(int chunk, int y) { return area_.band.facts->row(y & 1).from(chunk); }
  Facts described(int chunk, int y, bool is_known) {
    const Facts found = facts(chunk, y);
    if (!is_known) describe(area_.band.row(y) + chunk, job_.tables, found);
    return found;
  }

  void fall(int chunk, int y) {
    std::uint8_t* const upper = area_.band.row(y) + chunk;
    std::uint8_t* const lower = area_.band.row(y + 1) + chunk;
    int& last = known(chunk);
    std::uint8_t* const moved_bits = area_.moved + chunk / 8;
    const ColumnBits moved = load_bits(moved_bits);
    const Band& band = area_.band;
    const bool still = band.is_still(StillRows::kFall, chunk, y);
    if (still || are_equal(upper, lower)) {
      if (moved != 0) store_bits(0, moved_bits);
      if (!still) band.put_still(StillRows::kFall, chunk, y);
      return;
    }
    const Facts below = described(chunk, y + 1, last == y + 1), above = described(chunk, y, false);
    last = y;
    const ColumnBits inside = columns_between(chunk, 0, job_.width);
    const ColumnBits special = find_special(above, below, upper, lower) & inside;
    ColumnBits falls = find_sinking(above, below) & ~special & inside;
    SpecialPairs pairs;
    if (special != 0) look_up(job_.tables, upper, lower, special, {job_.draws.bases().fall, chunk, y}, pairs);
    if ((falls | (special & pairs.acts)) == 0) band.put_still(StillRows::kFall, chunk, y);
    if (moved != 0 && falls != 0) falls &= ~moved | find_background(lower) | ~find_trait(above, PairTables::kFlows);
    const ColumnBits may = special & pairs.hits & ((pairs.acts & ~moved) | (pairs.follows & moved));
    falls |= may & pairs.swaps;
    const ColumnBits reacts = may & ~pairs.swaps;
    acts_.note(upper, lower, falls, reacts, {chunk, y}, {chunk, y + 1});
    if (falls != 0) fall_together(chunk, y, falls, above, below);
    if (reacts != 0) {
      take_bytes(upper, pairs.first, reacts);
      take_bytes(lower, pairs.second, reacts);
      describe(upper, job_.tables, above);
    }
    stir(chunk, y, falls | reacts);
    if ((falls | reacts) != moved) store_bits(falls | reacts, moved_bits);
  }

  // The pairs of these columns have acted.
  void stir(int chunk, int y, ColumnBits columns) {
    if (columns == 0) return;
    area_.changed[chunk / kChunkWidth] = 1;
    for (const int row : {y, y + kFallRows}) area_.band.stir(chunk, row, columns);  // each with the row above
  }

  void fall_together(int chunk, int y, ColumnBits falls, const Facts& above, const Facts& below) {
    std::uint8_t* const lower = area_.band.row(y + 1) + chunk;
    swap_bytes(area_.band.row(y) + chunk, lower, falls);
    std::uint8_t* const fell = area_.band.fell_row(y + 1) + chunk / 8;
    ColumnBits fallen = load_bits(fell) | falls;
    if (y + 2 < job_.height) {
      std::uint8_t* const next = area_.band.row(y + 2) + chunk;
      std::uint8_t* const next_fell = area_.band.fell_row(y + 2) + chunk / 8;
      const ColumnBits again =
          falls & find_background(next) & ~load_bits(next_fell) & find_trait(above, PairTables::kDrops);
      if (again != 0) {
        acts_.note(lower, next, again, 0, {chunk, y + 1}, {chunk, y + 2});
        swap_bytes(lower, next, again);
        fallen &= ~again;
        store_bits(load_bits(next_fell) | again, next_fell);
        if (y + 1 == area_.end) area_.changed_below[chunk / kChunkWidth] = 1;
      }
    }
    store_bits(fallen, fell);
    take_facts(above, below, falls);
  }

  const StepJob& job_;
  const Rules& rules_;
  const FallArea& area_;
  PairActs acts_;
};

// ---- the sub-steps after fall ----

class PairRows {
 public:
  PairRows(const StepJob& job, const Band& band)
      : job_(job), rules_(job.rules), band_(band), acts_(job, band, band.events) {
    band_.facts->forget();
  }

  void slide(int y) {
    if (!job_.wraps && !band_.has_stirred(StillRows::kSlide, runs_of(job_, band_, y), y)) return;
    const int first = job_.draws.block_column(y);
    const SidePairs pairs = job_.pairs(first, job_.draws.turns());
    for (const ColumnRange& run : runs_of(job_, band_, y)) {
      band_.for_each_stirred(StillRows::kSlide, run, y,
                             [&](int chunk) HWY_ATTR { slide_chunk(chunk, y, columns_of(pairs, first, chunk)); });
    }
    if (pairs.over_seam && has_awake_seam(job_, band_, y)) slide_block(job_, *this, job_.width - 1, 0, y);
  }

  void flow(int y, int i) {
    band_.facts->is_kept(i, y) = false;
    if (!job_.wraps && !band_.has_stirred(StillRows::kFlow, runs_of(job_, band_, y), y)) return;
    std::uint8_t* const row = band_.row(y);
    const int first = job_.draws.flow_column(y, i);
    const SidePairs pairs = job_.pairs(first, job_.draws.flow_turns(i));
    const int acts = i == 0 ? Rules::kRuns | Rules::kActsAnywhere : Rules::kRuns;
    const auto flow_pair = [&](int x, int next) {
      if ((rules_.abilities(row[x], row[next]) & acts) == 0 || !flows(job_, *this, x, next, y, i)) return;
      keep(i, y);
      meet({x, y}, {next, y});
      mark(x, y);
    };
    for (const ColumnRange& run : runs_of(job_, band_, y)) {
      band_.for_each_stirred(StillRows::kFlow, run, y, [&](int chunk) HWY_ATTR {
        if (are_equal(row + chunk, row + chunk + 1)) {
          band_.put_still(StillRows::kFlow, chunk, y);
          return;
        }
        need(chunk, y);
        const Facts left = facts(y).from(chunk), right = facts(y).from(chunk + 1);
        const ColumnBits inside = columns_between(chunk, 0, job_.width - 1);
        ColumnBits may = find_running(left, right) & inside;
        const bool may_react = i == 0 && job_.tables.has_anywhere;
        if (may_react || job_.tables.has_special_runs) {
          const ColumnBits special = find_special(left, right, row + chunk, row + chunk + 1) & inside;
          if (job_.tables.has_special_runs) may |= special;
          SpecialPairs found;
          if (may_react && special != 0)
            look_up(job_.tables, row + chunk, row + chunk + 1, special, {job_.draws.bases().react, chunk, y}, found);
          may |= special & found.anywhere;
          if (i == 0 && may == 0) band_.put_still(StillRows::kFlow, chunk, y);
          may &= ~(special & found.anywhere) | found.hits;
        } else if (i == 0 && may == 0) {
          band_.put_still(StillRows::kFlow, chunk, y);
        }
        for_each_column(chunk, may & columns_of(pairs, first, chunk), [&](int x) { flow_pair(x, x + 1); });
      });
    }
    if (pairs.over_seam && has_awake_seam(job_, band_, y)) flow_pair(job_.width - 1, 0);
  }

  // Removes the marks of cells that fell, unless the slump and strides need them.
  void finish(int y) {
    if (job_.keeps_fell()) return;
    for (const ColumnRange& run : runs_of(job_, band_, y))
      std::memset(band_.fell_row(y) + run.begin / 8, 0, static_cast<std::size_t>(run.end - run.begin) / 8);
  }

  void wander(int y) {
    const int first = job_.draws.wander_from(), dx = job_.draws.wanders_sideways() ? 1 : 0;
    if (dx == 0 && (y % 2 != first || y + 1 >= band_.end)) return;
    const SidePairs pairs = dx == 0 ? SidePairs{} : job_.pairs(first, job_.draws.turns());
    const std::uint8_t* const row = band_.row(y);
    const std::uint8_t* const other = band_.row(y + 1 - dx) + dx;
    for (const ColumnRange& run : runs_of(job_, band_, y)) {
      const auto next = [&](int chunk) {
        const int stirred = band_.next_stirred(StillRows::kWander, chunk, run.end, y);
        return dx == 0 ? std::min(stirred, band_.next_stirred(StillRows::kWander, chunk, run.end, y + 1)) : stirred;
      };
      for (int chunk = next(run.begin); chunk < run.end; chunk = next(chunk + kChunkWidth)) {
        ColumnBits roaming = find_roaming(chunk, y, dx);
        if (dx == 0) roaming |= find_roaming(chunk, y + 1, dx);
        const ColumnBits columns = dx == 0 ? columns_between(chunk, 0, job_.width) : columns_of(pairs, first, chunk);
        if ((roaming & columns) == 0) continue;
        if (job_.flow_passes > 0) keep(job_.flow_passes - 1, y);
        for_each_column(chunk, roaming & columns, [&](int x) {
          if ((rules_.abilities(row[x], other[x]) & Rules::kWanders) != 0)
            wander_pair(job_, *this, {x, y}, {x + dx, y + 1 - dx});
        });
      }
    }
    if (!pairs.over_seam || !has_awake_seam(job_, band_, y)) return;
    if (job_.flow_passes > 0) keep(job_.flow_passes - 1, y);
    wander_pair(job_, *this, {job_.width - 1, y}, {0, y});
  }

  // ---- for slide_block(), flows(), wander_pair() ----

  std::uint8_t element(CellPoint at) const { return band_.row(at.y)[at.x]; }
  bool has_fallen(CellPoint at) const { return bit_at(band_.fell_row(at.y), at.x); }
  std::optional<std::uint8_t> above(CellPoint at) const {
    return at.y > band_.begin ? std::optional(band_.row(at.y - 1)[at.x]) : std::nullopt;
  }
  std::optional<std::uint8_t> below(CellPoint at, int i) const {
    if (at.y + 1 >= band_.end) return std::nullopt;
    return (band_.facts->is_kept(i, at.y + 1) ? band_.kept_row(i, at.y + 1) : band_.row(at.y + 1))[at.x];
  }
  // A cell that swaps keeps its mark; a cell that reacts loses it.
  void meet(CellPoint at_a, CellPoint at_b) {
    std::uint8_t &a = band_.row(at_a.y)[at_a.x], &b = band_.row(at_b.y)[at_b.x];
    const bool a_fell = has_fallen(at_a), b_fell = has_fallen(at_b);
    if (a_fell || b_fell) {
      const bool swaps = rules_.meeting(a, b).kind == Meeting::Kind::swap;
      set_bit(band_.fell_row(at_a.y), at_a.x, swaps && b_fell);
      set_bit(band_.fell_row(at_b.y), at_b.x, swaps && a_fell);
    }
    acts_.meet(a, b, at_a, at_b);
    changed(at_a);
    changed(at_b);
  }
  void become(CellPoint at_a, CellPoint at_b, const Directed& directed) {
    set_bit(band_.fell_row(at_a.y), at_a.x, false);
    set_bit(band_.fell_row(at_b.y), at_b.x, false);
    acts_.meet(band_.row(at_a.y)[at_a.x], band_.row(at_b.y)[at_b.x], directed.first, directed.second, at_a, at_b);
    changed(at_a);
    changed(at_b);
  }
  void mark(int x, int y) { band_.changed_in(y)[x / kChunkWidth] = 1; }

 private:
  void changed(CellPoint at) const {
    job_.tables.put(facts(at.y), at.x, band_.row(at.y)[at.x]);
    const int chunk = at.x / kChunkWidth * kChunkWidth;
    band_.stir(chunk, at.y, ColumnBits{1} << (at.x - chunk));
  }
  // The columns of a chunk in which a pair of a row begins.
  static ColumnBits columns_of(const SidePairs& pairs, int first, int chunk) {
    return kEvenColumns << first & columns_between(chunk, pairs.begin, pairs.end - 1);
  }

  const Facts& facts(int y) const { return band_.facts->row(y % PairRowFacts::kRows); }
  // Keeps a row as it was before flow pass i, unless that has been done: the row above asks for it.
  void keep(int i, int y) const {
    if (!std::exchange(band_.facts->is_kept(i, y), true))
      std::memcpy(band_.kept_row(i, y), band_.row(y), static_cast<std::size_t>(job_.width));
  }

  // The columns of a row of a chunk in which the cell roams or, if dx is 1, the one to the right.
  ColumnBits find_roaming(int chunk, int y, int dx) const {
    if (band_.is_still(StillRows::kWander, chunk, y)) return 0;
    const ElementBits& roaming = job_.tables.roaming;
    ColumnBits self = 0;
    members_here(band_.row(y) + chunk, 1, roaming, &self);
    const ColumnBits right = self >> 1 | ColumnBits{roaming.has(band_.row(y)[chunk + kChunkWidth])}
                                             << (kChunkWidth - 1);
    if ((self | right) == 0) band_.put_still(StillRows::kWander, chunk, y);
    return dx == 0 ? self : self | right;
  }

  // Describes a row of a chunk, and the column to the right of it, unless that has been done.
  void need(int chunk, int y) {
    int& described = band_.facts->described(chunk, y % PairRowFacts::kRows);
    if (std::exchange(described, y) == y) return;
    describe(band_.row(y) + chunk, job_.tables, facts(y).from(chunk));
    job_.tables.put(facts(y), chunk + kChunkWidth, band_.row(y)[chunk + kChunkWidth]);
  }

  // Lanes: a b over c d.
  void slide_chunk(int chunk, int y, ColumnBits columns) {
    std::uint8_t* const upper = band_.row(y) + chunk;
    std::uint8_t* const lower = band_.row(y + 1) + chunk;
    if (are_equal(upper, lower) && are_equal(upper, upper + 1) && are_equal(lower, lower + 1))
      return band_.put_still(StillRows::kSlide, chunk, y);
    need(chunk, y);
    need(chunk, y + 1);
    const Facts a = facts(y).from(chunk), b = a.from(1), c = facts(y + 1).from(chunk), d = c.from(1);
    const ColumnBits inside = columns_between(chunk, 0, job_.width - 1);
    ColumnBits right = find_sinking(a, d) & inside, left = find_sinking(b, c) & inside;
    ColumnBits special_right = find_special(a, d, upper, lower + 1) & inside,
               special_left = find_special(b, c, upper + 1, lower) & inside;
    SpecialPairs to_right, to_left;
    const RowDraws draws{job_.draws.bases().slide, chunk, y};
    if (special_right != 0) look_up(job_.tables, upper, lower + 1, special_right, {draws.base, chunk, y, 16}, to_right);
    if (special_left != 0) look_up(job_.tables, upper + 1, lower, special_left, draws, to_left);
    if ((right | left | (special_right & to_right.acts) | (special_left & to_left.acts)) == 0)
      return band_.put_still(StillRows::kSlide, chunk, y);
    for (ColumnBits* const bits : {&right, &left, &special_right, &special_left}) *bits &= columns;
    if ((right | left | special_right | special_left) == 0) return;
    ColumnBits falls = find_falls(a, c, upper, lower) | find_falls(b, d, upper + 1, lower + 1);
    std::uint8_t* const fell = band_.fell_row(y) + chunk / 8;
    const ColumnBits a_fell = load_bits(fell),
                     b_fell = a_fell >> 1 | ColumnBits{fell[sizeof(ColumnBits)]} << (kChunkWidth - 1);
    const ColumnBits free_right = ~falls & (find_trait(b, PairTables::kLoose) | find_trait(c, PairTables::kLoose)),
                     free_left = ~falls & (find_trait(a, PairTables::kLoose) | find_trait(d, PairTables::kLoose));
    const auto may = [](const SpecialPairs& pairs, ColumnBits asked, ColumnBits free, ColumnBits fell_before) {
      return asked & pairs.acts & pairs.hits & (pairs.anywhere | (free & ~(pairs.swaps & fell_before)));
    };
    const ColumnBits acts_right = may(to_right, special_right, free_right, a_fell),
                     acts_left = may(to_left, special_left, free_left, b_fell);
    right = (right & ~special_right & free_right & ~a_fell) | (acts_right & to_right.swaps);
    left = (left & ~special_left & free_left & ~b_fell) | (acts_left & to_left.swaps);
    const ColumnBits reacts_right = acts_right & ~to_right.swaps, reacts_left = acts_left & ~to_left.swaps;
    acts_.note(upper, lower + 1, right, reacts_right, {chunk, y}, {chunk + 1, y + 1});
    acts_.note(upper + 1, lower, left, reacts_left, {chunk + 1, y}, {chunk, y + 1});
    if (right != 0) slide_together(chunk, y, 0, right);
    if (left != 0) slide_together(chunk, y, 1, left);
    if (reacts_right != 0) react_together(chunk, y, 0, reacts_right, to_right);
    if (reacts_left != 0) react_together(chunk, y, 1, reacts_left, to_left);
    const ColumnBits acted = right | left | reacts_right | reacts_left;
    if (acted == 0) return;
    mark(chunk, y);
    for (const int row : {y, y + 1}) band_.stir(chunk, row, acted, acted >> (kChunkWidth - 1) != 0);
  }

  // The columns in which a sinks into c.
  ColumnBits find_falls(const Facts& a, const Facts& c, const std::uint8_t* upper, const std::uint8_t* lower) const {
    const ColumnBits special = find_special(a, c, upper, lower), sinks = find_sinking(a, c) & ~special;
    if (special == 0) return sinks;
    SpecialPairs pairs;
    look_up(job_.tables, upper, lower, special, {}, pairs);
    return sinks | (pairs.sinks & special);
  }

  // The reactions of blocks, as slide_together().
  void react_together(int chunk, int y, int from, ColumnBits columns, const SpecialPairs& pairs) {
    const int above = chunk + from, below = chunk + 1 - from;
    std::uint8_t *const upper = band_.row(y), *const lower = band_.row(y + 1);
    take_bytes(upper + above, pairs.first, columns);
    take_bytes(lower + below, pairs.second, columns);
    for_each_column(0, columns, [&](int x) {
      set_bit(band_.fell_row(y), above + x, false);
      set_bit(band_.fell_row(y + 1), below + x, false);
      job_.tables.put(facts(y), above + x, upper[above + x]);
      job_.tables.put(facts(y + 1), below + x, lower[below + x]);
    });
  }

  // Swaps the upper cells beginning in column chunk + from with the lower ones beginning in chunk + 1 - from.
  // `columns`: the left columns of the blocks.
  void slide_together(int chunk, int y, int from, ColumnBits columns) {
    const int above = chunk + from, below = chunk + 1 - from;
    swap_bytes(band_.row(y) + above, band_.row(y + 1) + below, columns);
    swap_facts(facts(y).from(above), facts(y + 1).from(below), columns);
    std::uint8_t *const upper = band_.fell_row(y), *const lower = band_.fell_row(y + 1);
    ColumnBits fell = load_bits(lower + chunk / 8);
    if (from == 0) fell = fell >> 1 | ColumnBits{lower[chunk / 8 + static_cast<int>(sizeof fell)]} << (kChunkWidth - 1);
    for_each_column(chunk, fell & columns, [&](int x) {
      set_bit(upper, x + from, true);
      set_bit(lower, x + 1 - from, false);
    });
  }

  const StepJob& job_;
  const Rules& rules_;
  const Band& band_;
  PairActs acts_;
};

// ---- rest ----

// Whether no pair with a cell of these columns acts, whatever the draws: 64 columns, and the facts of two rows from
// their first column on.
bool are_at_rest(const Rules& rules, const Facts& upper, const Facts& lower, const std::uint8_t* a,
                 const std::uint8_t* c, ColumnBits columns, ColumnBits last) {
  const Facts right = upper.from(1), lower_right = lower.from(1);
  // Pairs of which one roams, side by side or over one another.
  const auto wanders = [&](const Facts& other, const std::uint8_t* b, ColumnBits bits) {
    const ColumnBits roaming = find_trait(upper, PairTables::kRoams) | find_trait(other, PairTables::kRoams);
    bool any = false;
    for_each_column(0, roaming & bits,
                    [&](int x) { any = any || (rules.abilities(a[x], b[x]) & Rules::kWanders) != 0; });
    return any;
  };
  const auto exact = [&](ColumnBits bits, const auto& acts) {
    bool any = false;
    for_each_column(0, bits, [&](int x) { any = any || acts(x); });
    return any;
  };
  const ColumnBits beside = columns & ~last;
  const ColumnBits special_beside = find_special(upper, right, a, a + 1) & beside;
  if ((find_running(upper, right) & beside & ~special_beside) != 0) return false;
  if (exact(special_beside,
            [&](int x) { return rules.runs(a[x], a[x + 1]) || rules.meeting(a[x], a[x + 1]).anywhere; }))
    return false;
  if (rules.has_wanderers() && wanders(right, a + 1, beside)) return false;
  if (c == nullptr) return true;
  if (rules.has_wanderers() && wanders(lower, c, columns)) return false;
  const ColumnBits special_below = find_special(upper, lower, a, c) & columns;
  if ((find_sinking(upper, lower) & columns & ~special_below) != 0) return false;
  if (exact(special_below, [&](int x) { return rules.acts_above(a[x], c[x]); })) return false;
  const auto slides = [&](int from, int to, int p, int q) {
    return rules.acts_above(a[from], c[to]) &&
           (rules.meeting(a[from], c[to]).anywhere || !(rules.is_fixed(a[p]) && rules.is_fixed(c[q])));
  };
  const ColumnBits to_right = (find_sinking(upper, lower_right) | find_special(upper, lower_right, a, c + 1)) & beside;
  const ColumnBits to_left = (find_sinking(right, lower) | find_special(right, lower, a + 1, c)) & beside;
  return !exact(to_right, [&](int x) { return slides(x, x + 1, x + 1, x); }) &&
         !exact(to_left, [&](int x) { return slides(x + 1, x, x, x + 1); });
}

bool at_rest_here(const Rules& rules, const PairTables& tables, const RestRows& rows, int x_begin, int x_end) {
  // Columns x_begin - 1..x_end, and one more: two times 64. The facts of two rows, with margins that look-ups beside
  // their columns may read.
  constexpr int kChunks = 2, kStride = (kChunks + 1) * kChunkWidth;
  // Kept by each thread. Without a destructor: MinGW runs those of threads after it has freed their memory.
  alignas(64) static thread_local std::array<std::uint8_t, std::size_t{8} * kStride + kChunkWidth> kept;
  const auto facts_of = [memory = kept.data() + kChunkWidth](int y) {
    std::uint8_t* const row = memory + (y & 1) * 4 * kStride;
    return Facts{row, row + kStride, row + 2 * kStride, row + 3 * kStride};
  };
  const int from = std::max(x_begin - 1, 0);
  const std::uint8_t* known = nullptr;
  for (int y = -1; y <= rows.count; ++y) {
    const std::uint8_t *const upper = rows.row(y), *const lower = rows.row(y + 1);
    if (upper == nullptr) continue;
    for (const std::uint8_t* const row : {upper, lower}) {
      if (row == nullptr || row == known) continue;
      const Facts place = facts_of(row == upper ? y : y + 1);
      for (int k = 0; k < kChunks; ++k) describe(row + from + k * kChunkWidth, tables, place.from(k * kChunkWidth));
    }
    known = lower;
    for (int k = 0; k < kChunks; ++k) {
      const int chunk = from + k * kChunkWidth;
      const ColumnBits columns = columns_between(chunk, from, std::min(x_end + 1, rows.width));
      if (columns == 0) continue;
      const ColumnBits last = columns_between(chunk, rows.width - 1, rows.width);
      const std::uint8_t *const a = upper + chunk, *const c = lower != nullptr ? lower + chunk : nullptr;
      const Facts above = facts_of(y).from(k * kChunkWidth), below = facts_of(y + 1).from(k * kChunkWidth);
      if ((find_trait(above, PairTables::kRestless) & columns) != 0) return false;
      if (!are_at_rest(rules, above, below, a, c, columns, last)) return false;
    }
  }
  return true;
}

void fall_here(const StepJob& job, const FallArea& area) { PairFall(job, area).run(); }

void step_here(const StepJob& job, const Band& band, int from, int to) {
  PairRows rows(job, band);
  step_rows(job, band, rows, from, to);
}

#undef REPOSE_LANES

}  // namespace
}  // namespace repose::conserving::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace repose::conserving {
HWY_EXPORT(fall_here);
HWY_EXPORT(step_here);
HWY_EXPORT(at_rest_here);
HWY_EXPORT(differences_here);
HWY_EXPORT(members_here);
HWY_EXPORT(members_of_rows_here);

void fall_in_pairs(const StepJob& job, const FallArea& area) { HWY_DYNAMIC_DISPATCH(fall_here)(job, area); }
void step_pairs(const StepJob& job, const Band& band, int from, int to) {
  HWY_DYNAMIC_DISPATCH(step_here)(job, band, from, to);
}
bool pairs_at_rest(const Rules& rules, const PairTables& tables, const RestRows& rows, int x_begin, int x_end) {
  return HWY_DYNAMIC_DISPATCH(at_rest_here)(rules, tables, rows, x_begin, x_end);
}
void find_differences(const std::uint8_t* a, const std::uint8_t* b, int chunks, ColumnBits* columns) {
  HWY_DYNAMIC_DISPATCH(differences_here)(a, b, chunks, columns);
}
void find_members(const std::uint8_t* cells, int chunks, const ElementBits& set, ColumnBits* columns) {
  HWY_DYNAMIC_DISPATCH(members_here)(cells, chunks, set, columns);
}
void find_members(std::span<const std::uint8_t* const> rows, std::span<const ElementBits* const> sets,
                  ColumnBits* columns) {
  HWY_DYNAMIC_DISPATCH(members_of_rows_here)(rows, sets, columns);
}
}  // namespace repose::conserving
#endif

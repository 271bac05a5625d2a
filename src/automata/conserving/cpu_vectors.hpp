// What two cells may do with each other, a vector of cells at a time. What an element may do with others is a set of
// elements, one bit each; each cell looks up the set of its own element and tests whether its partner's element is in
// it. Cells beyond the world do nothing.
// Compiled anew for every kind of vector (Highway's foreach_target.h).
#include <array>
#include <bit>
#include <cstdint>

#include "automata/conserving/cpu_kernel.hpp"
#include "repose/rng.hpp"

#if defined(REPOSE_CONSERVING_CPU_VECTORS) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_CONSERVING_CPU_VECTORS
#undef REPOSE_CONSERVING_CPU_VECTORS
#else
#define REPOSE_CONSERVING_CPU_VECTORS
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace repose::conserving::HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

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

#endif

}  // namespace
}  // namespace repose::conserving::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

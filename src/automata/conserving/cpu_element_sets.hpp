// What an element may do with others is a set of elements, one bit each. Each cell looks up the set of its own element
// and tests whether its partner's element is in it, a vector of cells at a time. Cells beyond the world are in no set.
// Compiled anew for every kind of vector (Highway's foreach_target.h).
#include <array>
#include <cstdint>

#include "automata/conserving/band.hpp"
#include "automata/conserving/cpu_tables.hpp"

#if defined(REPOSE_CONSERVING_CPU_ELEMENT_SETS) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_CONSERVING_CPU_ELEMENT_SETS
#undef REPOSE_CONSERVING_CPU_ELEMENT_SETS
#else
#define REPOSE_CONSERVING_CPU_ELEMENT_SETS
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

M is_set(V cells) {
#if HWY_TARGET <= HWY_AVX3  // one instruction, together with the And before it
  return hn::TestBit(cells, cells);
#else
  return hn::Ne(cells, hn::Zero(D()));
#endif
}

// Cells without the mark of those that fell, and the lanes of those that have it. Cells beyond the world stay cells
// beyond the world.
V plain(V cells) { return hn::And(cells, hn::Set(D(), static_cast<std::uint8_t>(~kFell))); }
V marked(V cells, Bits fell) { return hn::Or(cells, hn::IfThenElseZero(mask_of(fell), hn::Set(D(), kFell))); }
Bits fell(V cells) {
#if HWY_TARGET <= HWY_AVX3
  return bits_of(hn::TestBit(cells, hn::Set(D(), kFell)));
#else
  return bits_of(is_set(hn::And(cells, hn::Set(D(), kFell))));
#endif
}

// Swaps the two cells of each pair.
V swap_pairs(V cells) {
  alignas(16) static constexpr std::array<std::uint8_t, 16> kPartners = {1, 0, 3,  2,  5,  4,  7,  6,
                                                                         9, 8, 11, 10, 13, 12, 15, 14};
  return hn::TableLookupBytes(cells, dup(kPartners));
}
Bits swap_pairs(Bits bits) { return (bits >> 1 & kEven) | (bits << 1 & kOdd); }

// Moves bit i to bit 2 * i.
Bits spread(std::uint32_t bits) {
#if HWY_ARCH_X86_64 && HWY_TARGET <= HWY_AVX2
  return _pdep_u64(bits, kEven);
#else
  Bits spread = bits;
  spread = (spread | spread << 16) & 0x0000'ffff'0000'ffffu;
  spread = (spread | spread << 8) & 0x00ff'00ff'00ff'00ffu;
  spread = (spread | spread << 4) & 0x0f0f'0f0f'0f0f'0f0fu;
  spread = (spread | spread << 2) & 0x3333'3333'3333'3333u;
  return (spread | spread << 1) & kEven;
#endif
}

// kFew: at most 8 elements, so that a set is one byte.
template <bool kFew>
class Tables {
 public:
  struct Sets {
    V low, high;
  };

  explicit Tables(const SmallTables& t)
      : self_(sets(t.self)),
        sinks_(sets(t.sinks)),
        runs_(sets(t.runs)),
        reacts_below_(sets(t.reacts_below)),
        anywhere_(sets(t.anywhere)),
        reacts_falling_(sets(t.reacts_falling)),
        wanders_(sets(t.wanders)),
        fixed_(dup(t.fixed)),
        grainy_(dup(t.grainy)),
        viscous_(dup(t.viscous)),
        decays_(dup(t.decays)),
        tables_(t) {}

  Sets self(V cells) const { return look(self_, cells); }
  Sets sinks(V cells) const { return look(sinks_, cells); }
  Sets runs(V cells) const { return look(runs_, cells); }
  Sets reacts_below(V cells) const { return look(reacts_below_, cells); }
  Sets anywhere(V cells) const { return look(anywhere_, cells); }
  Sets reacts_falling(V cells) const { return look(reacts_falling_, cells); }
  Sets wanders(V cells) const { return look(wanders_, cells); }
  V fixed(V cells) const { return look_up(fixed_, cells); }
  Bits grainy(V cells) const { return bits_of(is_set(look_up(grainy_, cells))); }
  Bits viscous(V cells) const { return bits_of(is_set(look_up(viscous_, cells))); }
  Bits decays(V cells) const { return bits_of(is_set(look_up(decays_, cells))); }

  // The lanes whose two sets have an element in common.
  static Bits meet(const Sets& a, const Sets& b) {
    V shared = hn::And(a.low, b.low);
    if constexpr (!kFew) shared = hn::Or(shared, hn::And(a.high, b.high));
    return bits_of(is_set(shared));
  }

  static Sets swap_pairs_of(const Sets& sets) {
    Sets swapped{swap_pairs(sets.low), sets.low};
    if constexpr (!kFew) swapped.high = swap_pairs(sets.high);
    return swapped;
  }

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

  bool certain() const { return tables_.certain; }
  bool has_reactions() const { return tables_.has_reactions; }
  bool has_anywhere() const { return tables_.has_anywhere; }
  bool has_viscous() const { return tables_.has_viscous; }

 private:
  static Sets sets(const ElementSets& sets) { return {dup(sets.low), dup(sets.high)}; }
  static Sets look(const Sets& table, V cells) {
    Sets found{look_up(table.low, cells), table.high};
    if constexpr (!kFew) found.high = look_up(table.high, cells);
    return found;
  }

  Sets self_, sinks_, runs_, reacts_below_, anywhere_, reacts_falling_, wanders_;
  V fixed_, grainy_, viscous_, decays_;
  const SmallTables& tables_;
};

#endif

}  // namespace
}  // namespace repose::conserving::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

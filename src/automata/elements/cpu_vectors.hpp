// Short names for the vectors of the cpu backend: 16 words of 32 bits, or as many as the processor has in one vector.
// Compiled anew for every kind of vector.
#include <cstdint>
#include <vector>

#include "automata/elements/cpu_bundle.hpp"
#include "automata/elements/elements.hpp"

#if defined(REPOSE_ELEMENTS_CPU_VECTORS) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_ELEMENTS_CPU_VECTORS
#undef REPOSE_ELEMENTS_CPU_VECTORS
#else
#define REPOSE_ELEMENTS_CPU_VECTORS
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace repose::elements::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<std::uint32_t, Bundle::kLanes>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;
using D8 = hn::Rebind<std::uint8_t, D>;
using DI = hn::RebindToSigned<D>;

HWY_INLINE V word(std::uint32_t value) { return hn::Set(D(), value); }
HWY_INLINE V zero() { return hn::Zero(D()); }
HWY_INLINE M none() { return hn::Ne(zero(), zero()); }
HWY_INLINE bool any(M mask) { return !hn::AllFalse(D(), mask); }
// Values are below 2^31.
HWY_INLINE M less(V a, V b) { return hn::RebindMask(D(), hn::Lt(hn::BitCast(DI(), a), hn::BitCast(DI(), b))); }
HWY_INLINE M has(V words, std::uint32_t bit) { return hn::TestBit(words, word(bit)); }
HWY_INLINE V choose(M mask, V yes, V no) { return hn::IfThenElse(mask, yes, no); }
HWY_INLINE M both(M a, M b) { return hn::And(a, b); }
HWY_INLINE M either(M a, M b) { return hn::Or(a, b); }
HWY_INLINE M without(M a, M b) { return hn::AndNot(b, a); }
HWY_INLINE V look_up(const std::vector<std::uint32_t>& table, V index) {
  return hn::GatherIndex(D(), table.data(), hn::BitCast(DI(), index));
}
HWY_INLINE V load(const std::uint8_t* bytes) { return hn::PromoteTo(D(), hn::LoadU(D8(), bytes)); }
HWY_INLINE void store(V words, std::uint8_t* bytes) { hn::StoreU(hn::U8FromU32(words), D8(), bytes); }

// mix32 of every lane.
HWY_INLINE V mix(V v) {
  v = hn::Mul(hn::Xor(v, hn::ShiftRight<16>(v)), word(kMixFactor1));
  v = hn::Mul(hn::Xor(v, hn::ShiftRight<15>(v)), word(kMixFactor2));
  return hn::Xor(v, hn::ShiftRight<16>(v));
}
HWY_INLINE M happens(V bits, V chance) { return less(hn::ShiftRight<32 - kChanceBits>(bits), chance); }
HWY_INLINE M coin(V bits) { return has(bits, std::uint32_t{1} << 31); }

}  // namespace
}  // namespace repose::elements::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

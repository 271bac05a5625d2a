// Vectors of words, and a block's words on the stack.
// Compiled anew for every kind of vector (Highway's foreach_target.h).
#include <cstdint>

#include "automata/fastsab/bit_grid.hpp"
#include "automata/fastsab/element_sets.hpp"

#if defined(REPOSE_FASTSAB_KERNEL_WORDS) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_FASTSAB_KERNEL_WORDS
#undef REPOSE_FASTSAB_KERNEL_WORDS
#else
#define REPOSE_FASTSAB_KERNEL_WORDS
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace repose::fastsab::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<std::uint64_t, kBlockWords>;
using Words = hn::Vec<D>;

constexpr int kLanes = hn::MaxLanes(D());

HWY_INLINE Words any(Words a, Words b, Words c) { return hn::Or(hn::Or(a, b), c); }
HWY_INLINE Words any(Words a, Words b, Words c, Words d) { return hn::Or(hn::Or(a, b), hn::Or(c, d)); }
HWY_INLINE Words all_of(Words a, Words b, Words c) { return hn::And(hn::And(a, b), c); }
HWY_INLINE Words without(Words a, Words b) { return hn::AndNot(b, a); }
// Each bit from `yes` where the mask's bit is set, otherwise from `no`.
HWY_INLINE Words choose(Words mask, Words yes, Words no) {
#if HWY_TARGET <= HWY_AVX3
  return hn::IfVecThenElse(mask, yes, no);  // one instruction; other targets read one bit of each byte only
#else
  return hn::Or(hn::And(mask, yes), hn::AndNot(mask, no));
#endif
}
HWY_INLINE bool is_zero(Words a) { return hn::AllTrue(D(), hn::Eq(a, hn::Zero(D()))); }

// One bit for each lane that is not 0.
HWY_INLINE unsigned used_lanes(Words a) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(D(), hn::Ne(a, hn::Zero(D())), bits);
  return bits[0];
}

// The bits of the cells themselves, of those one row down and of those one or two rows up.
HWY_INLINE Words here(const std::uint64_t* word) { return hn::Load(D(), word); }
HWY_INLINE Words below(const std::uint64_t* word) {
  return hn::Or(hn::ShiftRight<1>(hn::Load(D(), word)), hn::ShiftLeft<63>(hn::LoadU(D(), word + 1)));
}
HWY_INLINE Words above(const std::uint64_t* word) {
  return hn::Or(hn::ShiftLeft<1>(hn::Load(D(), word)), hn::ShiftRight<63>(hn::LoadU(D(), word - 1)));
}
HWY_INLINE Words two_above(const std::uint64_t* word) {
  return hn::Or(hn::ShiftLeft<2>(hn::Load(D(), word)), hn::ShiftRight<62>(hn::LoadU(D(), word - 1)));
}

// The cells whose element is in the set; `At` is one of the functions above. Never void, never beyond the world.
template <int P, Words (*At)(const std::uint64_t*)>
HWY_INLINE Words find_among(const std::uint64_t* set, const std::uint64_t* cells, int stride) {
  if constexpr (P == 1) {
    return hn::Xor(hn::Set(D(), set[0]), hn::And(At(cells), hn::Set(D(), set[1])));
  } else {
    const Words low = find_among<P - 1, At>(set, cells, stride);
    const Words high = find_among<P - 1, At>(set + (1 << (P - 1)), cells, stride);
    return choose(At(cells + (P - 1) * stride), high, low);
  }
}
template <int P, Words (*At)(const std::uint64_t*)>
HWY_NOINLINE Words find_in_many(const std::uint64_t* set, const std::uint64_t* cells, int stride) {
  return find_among<P, At>(set, cells, stride);
}
template <int P, Words (*At)(const std::uint64_t*)>
HWY_INLINE Words find(const ElementSet& set, const std::uint64_t* cells, int stride) {
  if constexpr (P <= 3) return find_among<P, At>(set.data(), cells, stride);
  return find_in_many<P, At>(set.data(), cells, stride);
}

// The most words that are processed together. More hide the latency of one phase behind another word's, but need more
// of the cache.
constexpr int kRowsWords = 4 * kBlockWords;

// Words of some blocks, arbitrary at first, with zeros above.
class alignas(64) Rows {
 public:
  Rows() { words_[kBlockWords - 1] = 0; }
  std::uint64_t& operator[](int word) { return words_[kBlockWords + word]; }
  std::uint64_t operator[](int word) const { return words_[kBlockWords + word]; }
  void store(int word, Words bits) { hn::Store(bits, D(), words_ + kBlockWords + word); }
  Words at(int word) const { return here(words_ + kBlockWords + word); }
  Words above(int word) const { return HWY_NAMESPACE::above(words_ + kBlockWords + word); }
  Words two_above(int word) const { return HWY_NAMESPACE::two_above(words_ + kBlockWords + word); }

 private:
  std::uint64_t words_[kBlockWords + kRowsWords];
};

}  // namespace
}  // namespace repose::fastsab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

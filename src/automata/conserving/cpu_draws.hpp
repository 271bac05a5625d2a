// Random numbers of many cells at once. Compiled anew for every kind of vector.
#include <bit>
#include <cstdint>

#include "repose/rng.hpp"

#if defined(REPOSE_CONSERVING_CPU_DRAWS) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_CONSERVING_CPU_DRAWS
#undef REPOSE_CONSERVING_CPU_DRAWS
#else
#define REPOSE_CONSERVING_CPU_DRAWS
#endif

#include <hwy/highway.h>

#include "automata/conserving/cpu_element_sets.hpp"

HWY_BEFORE_NAMESPACE();
namespace repose::conserving::HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR

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

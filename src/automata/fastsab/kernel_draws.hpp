// The random draws of some blocks: only for the cells that need one, a vector of cells at a time.
// Compiled anew for every kind of vector (Highway's foreach_target.h).
#include <bit>
#include <cstdint>
#include <cstring>

#if defined(REPOSE_FASTSAB_KERNEL_DRAWS) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_FASTSAB_KERNEL_DRAWS
#undef REPOSE_FASTSAB_KERNEL_DRAWS
#else
#define REPOSE_FASTSAB_KERNEL_DRAWS
#endif

#include "automata/fastsab/kernel_words.hpp"

#if HWY_ARCH_X86_64 && HWY_TARGET <= HWY_AVX2
#include <immintrin.h>
#endif

HWY_BEFORE_NAMESPACE();
namespace repose::fastsab::HWY_NAMESPACE {
namespace {

// Puts the lowest bits, in their order, where `mask` has bits.
std::uint64_t deposit(std::uint64_t bits, std::uint64_t mask) {
#if HWY_ARCH_X86_64 && HWY_TARGET <= HWY_AVX2
  return _pdep_u64(bits, mask);
#else
  std::uint64_t deposited = 0;
  for (; mask != 0; mask &= mask - 1, bits >>= 1) deposited |= (bits & 1) != 0 ? mask & -mask : 0;
  return deposited;
#endif
}

using D32 = hn::CappedTag<std::uint32_t, 16>;
using Numbers = hn::Vec<D32>;
constexpr int kNumbers = hn::MaxLanes(D32());

Numbers mix(Numbers v) {
  const D32 d;
  v = hn::Xor(v, hn::ShiftRight<16>(v));
  v = hn::Mul(v, hn::Set(d, kMixFactor1));
  v = hn::Xor(v, hn::ShiftRight<15>(v));
  v = hn::Mul(v, hn::Set(d, kMixFactor2));
  return hn::Xor(v, hn::ShiftRight<16>(v));
}

// The highest draw for which below(draw, n) is less than i.
constexpr std::uint32_t last_below(std::uint64_t i, std::uint64_t n) {
  return static_cast<std::uint32_t>(((i << 32) + n - 1) / n - 1);
}
static_assert(repose::below(last_below(1, 5), 5) == 0 && repose::below(last_below(1, 5) + 1, 5) == 1);
static_assert(repose::below(last_below(2, 3), 3) == 1 && repose::below(last_below(2, 3) + 1, 3) == 2);

class Draws {
 public:
  struct Wanted {
    bool slides, sinks, looks;
  };

  // The draws of `cells`, so many words of which the first bit is in the row `y`. Draws of other cells are arbitrary. A
  // check is lucky if the draw of one of its four directions is at most last_hit.
  void draw(const Rows& cells, int words, int y, std::uint32_t word_of_column, Wanted wanted, std::uint32_t last_hit) {
    const int count = list_rows(cells, words, y);
    for (int i = 0; i < count; i += kNumbers) {
      const Numbers rows = hn::Load(D32(), rows_ + i);
      draw_some(i, mix(hn::Xor(hn::Set(D32(), word_of_column), rows)), wanted, last_hit);
    }
    if (wanted.slides) spread(kLeft, kSink, cells, words, count);
    if (wanted.sinks) spread(kSink, kLook, cells, words, count);
    if (wanted.looks) spread(kLook, kKinds, cells, words, count);
  }

  // Where the draw was: left, right (neither: stay), a shorter slide, the edges; sink; lucky.
  const Rows& left() const { return drawn_[kLeft]; }
  const Rows& right() const { return drawn_[kRight]; }
  const Rows& shorter() const { return drawn_[kShorter]; }
  const Rows& left_edge() const { return drawn_[kLeftEdge]; }
  const Rows& right_edge() const { return drawn_[kRightEdge]; }
  const Rows& sinks() const { return drawn_[kSink]; }
  const Rows& lucky() const { return drawn_[kLook]; }

 private:
  enum Kind { kLeft, kRight, kShorter, kLeftEdge, kRightEdge, kSink, kLook, kKinds };

  int list_rows(const Rows& cells, int words, int y) {
    int count = 0;
    for (int w = 0; w < words; ++w) {
      std::uint64_t bits = cells[w];
      const int end = count + std::popcount(bits);
      const auto row = static_cast<std::uint32_t>(y + w * kWordCells);
      begins_[w] = count;
      do {  // eight at once, whether there are as many or not: cheaper than a branch that cannot be foreseen
        for (int k = 0; k < 8; ++k, bits &= bits - 1)
          rows_[count + k] = row + static_cast<std::uint32_t>(std::countr_zero(bits));
        count += 8;
      } while (count < end);
      count = end;
    }
    return count;
  }

  void draw_some(int i, Numbers visit, Wanted wanted, std::uint32_t last_hit) {
    const D32 d;
    if (wanted.slides) {
      keep(kLeft, i, at_most(visit, last_below(1, 3)));
      keep(kRight, i, hn::Not(at_most(visit, last_below(2, 3))));
      keep(kShorter, i, hn::TestBit(visit, hn::Set(d, 1)));
      keep(kLeftEdge, i, hn::TestBit(visit, hn::Set(d, 2)));
      keep(kRightEdge, i, hn::TestBit(visit, hn::Set(d, 4)));
    }
    if (wanted.sinks) keep(kSink, i, at_most(mix(hn::Xor(visit, hn::Set(d, kGoldenRatio))), last_below(1, kSinkOneIn)));
    if (wanted.looks) {
      const Numbers look = mix(hn::Xor(visit, hn::Set(d, 0x3c6ef372u)));
      const Numbers one = hn::Or(hn::ShiftLeft<8>(look), hn::ShiftRight<24>(look));
      const Numbers two = hn::Or(hn::ShiftLeft<16>(look), hn::ShiftRight<16>(look));
      const Numbers three = hn::Or(hn::ShiftLeft<24>(look), hn::ShiftRight<8>(look));
      keep(kLook, i, at_most(hn::Min(hn::Min(look, one), hn::Min(two, three)), last_hit));
    }
  }

  static hn::Mask<D32> at_most(Numbers draws, std::uint32_t last) {
    return hn::Eq(hn::Min(draws, hn::Set(D32(), last)), draws);
  }

  void keep(int kind, int i, hn::Mask<D32> drawn) {
    std::uint8_t* const bytes = listed_[kind] + i / 8;
    if constexpr (kNumbers >= 8) {
      hn::StoreMaskBits(D32(), drawn, bytes);
    } else {
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(D32(), drawn, bits);
      *bytes = static_cast<std::uint8_t>((i % 8 == 0 ? 0 : *bytes) | bits[0] << (i % 8));
    }
  }

  void spread(int kind, int kind_end, const Rows& cells, int words, int count) {
    for (; kind < kind_end; ++kind) {
      std::uint64_t bits, next;
      std::memcpy(&bits, listed_[kind], 8);
      if (count <= 64) {
        for (int w = 0; w < words; ++w) drawn_[kind][w] = deposit(begins_[w] < 64 ? bits >> begins_[w] : 0, cells[w]);
        continue;
      }
      for (int w = 0; w < words; ++w) {
        const int begin = begins_[w];
        std::memcpy(&bits, listed_[kind] + begin / 64 * 8, 8);
        std::memcpy(&next, listed_[kind] + begin / 64 * 8 + 8, 8);
        drawn_[kind][w] = deposit(bits >> (begin % 64) | next << 1 << (63 - begin % 64), cells[w]);
      }
    }
  }

  alignas(64) std::uint32_t rows_[kRowsWords * kWordCells + 16];
  std::uint8_t listed_[kKinds][kRowsWords * kWordCells / 8 + 16];  // in the order of rows_
  int begins_[kRowsWords];                                         // of each word, in rows_
  Rows drawn_[kKinds];
};

}  // namespace
}  // namespace repose::fastsab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

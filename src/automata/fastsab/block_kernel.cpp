// The hot loops of the fast fastsab solver: Refresh says which cells are active, Sweep what they do. Flags are
// refreshed in the same pass as visits, kRefreshAhead columns before the scan.
#include "automata/fastsab/block_kernel.hpp"

#include <algorithm>

#include <bit>
#include <cstdint>
#include <cstring>

#include "automata/fastsab/bit_grid.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/fastsab/block_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#if HWY_ARCH_X86_64 && HWY_TARGET <= HWY_AVX2
#include <immintrin.h>
#endif

HWY_BEFORE_NAMESPACE();
namespace repose::fastsab::HWY_NAMESPACE {
namespace {

// ---- vectors of words, and a block's words on the stack ----

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

// ---- which cells are active ----

// A block at a time. The definition is is_active() in scalar.cpp.
template <int P>
class Refresh {
 public:
  Refresh(BitGrid& grid, const StepRules& rules, const Parameters& parameters)
      : grid_(grid), rules_(rules), parameters_(parameters), stride_(grid.stride()) {}

  // Columns must come one after another; then x - toward is refreshed already. The column after the last one must come
  // too.
  void column(int x, int toward) {
    const unsigned marks = grid_.column_marks(x - 1) | grid_.column_marks(x) | grid_.column_marks(x + 1);
    if ((marks & BitGrid::kRestless) == 0) return;
    if (x >= 0 && x < grid_.width()) {
      for (int b = 0; b < grid_.blocks(); ++b) {
        if (is_stale(x, b)) {
          refresh(x, b);
        } else if (grid_.awake(x, b) != 0) {
          calm(x, b);
        }
      }
    }
    const int before = x - toward;
    for (int b = 0; b < grid_.blocks(); ++b) {
      grid_.unpainted(before, b) |= grid_.dirty(before, b);
      grid_.dirty(before, b) = 0;
    }
    if (!grid_.is_awake(before)) grid_.column_marks(before) &= static_cast<std::uint8_t>(~BitGrid::kRestless);
  }

 private:
  bool is_stale(int x, int b) {
    unsigned marks = grid_.dirty(x - 1, b) | grid_.dirty(x, b) | grid_.dirty(x + 1, b);
    if (b > 0) marks |= grid_.dirty(x, b - 1);
    if (b + 1 < grid_.blocks()) marks |= grid_.dirty(x, b + 1);
    return marks != 0;
  }

  void refresh(int x, int b) {
    std::uint64_t* const cells = grid_.column(x) + b * kBlockWords;
    const auto left = grid_.column(x - 1) - grid_.column(x), right = -left;
    unsigned awake = 0;
    for (int i = 0; i < kBlockWords; i += kLanes) {
      const Words active = active_in(cells + i, left, right);
      hn::Store(active, D(), cells + (P + 2) * stride_ + i);
      hn::Store(hn::Zero(D()), D(), cells + (P + 1) * stride_ + i);
      awake |= used_lanes(active) << i;
    }
    grid_.awake(x, b) = 0;
    grid_.mark_awake(x, b, static_cast<std::uint8_t>(awake));
  }

  // Where no cell has changed, the same ones are active as before.
  void calm(int x, int b) {
    std::uint64_t* const processed = grid_.processed(x) + b * kBlockWords;
    unsigned awake = 0;
    for (int i = 0; i < kBlockWords; i += kLanes) {
      hn::Store(hn::Zero(D()), D(), processed + i);
      awake |= used_lanes(here(processed + stride_ + i)) << i;
    }
    grid_.awake(x, b) = static_cast<std::uint8_t>(awake);
  }

  Words active_in(const std::uint64_t* cells, std::ptrdiff_t left, std::ptrdiff_t right) const {
    const std::uint64_t* const voids = cells + P * stride_;
    const Words beside_void = any(here(voids + left), here(voids + right), above(voids), below(voids));
    Words active = hn::Zero(D());
    if (parameters_.voids_active) {
      const Words among_voids =
          hn::And(hn::And(here(voids + left), here(voids + right)), hn::And(above(voids), below(voids)));
      active = without(hn::And(here(voids), beside_void), among_voids);
    }
    Words unlike = hn::Zero(D()), all = hn::Zero(D());
    for (int p = 0; p < P; ++p) {
      const std::uint64_t* const plane = cells + p * stride_;
      const Words own = here(plane);
      all = hn::Or(all, own);
      unlike = any(unlike, hn::Or(hn::Xor(own, here(plane + left)), hn::Xor(own, here(plane + right))),
                   hn::Xor(own, above(plane)), hn::Xor(own, below(plane)));
    }
    if (is_zero(hn::And(all, unlike))) return active;
    const Words candidates = all_of(unlike, all, find<P, here>(rules_.grains, cells, stride_));
    Words has_way_out = beside_void;
    if (parameters_.sinkers_active) {
      for (const StepRules::Sinking& sinking : rules_.sinkings) {
        const Words lower = find<P, below>(sinking.lower, cells, stride_);
        if (is_zero(lower)) continue;
        has_way_out = hn::Or(has_way_out, hn::And(find<P, here>(sinking.upper, cells, stride_), lower));
      }
    }
    if (parameters_.dissolving) {
      for (const StepRules::Dissolving& dissolving : rules_.dissolvings) {
        const Words self =
            without(hn::And(candidates, find<P, here>(dissolving.dissolvers, cells, stride_)), has_way_out);
        if (is_zero(self)) continue;
        const Words victims =
            any(find<P, here>(dissolving.victims, cells + left, stride_),
                find<P, here>(dissolving.victims, cells + right, stride_),
                find<P, above>(dissolving.victims, cells, stride_), find<P, below>(dissolving.victims, cells, stride_));
        has_way_out = hn::Or(has_way_out, hn::And(self, victims));
      }
    }
    return hn::Or(active, hn::And(candidates, has_way_out));
  }

  BitGrid& grid_;
  const StepRules& rules_;
  const Parameters& parameters_;
  int stride_;
};

// ---- random draws ----

// Draws are made only for the cells that need one, a vector of cells at a time.

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

// ---- what active cells do ----

// Method: cells are bits (bit_grid.hpp), and a column is worked off in blocks of 8 words, 512 cells. For a whole block
// at once it is decided which grains fall, sink, can slide and can dissolve something; then random numbers are drawn
// for those that need one, 16 at a time; then all moves are made as operations on words. The result is the same as that
// of visiting the cells one after another, because
// - a grain that does not sink or dissolve changes nothing in its own column but its own cell and the void below it;
//   its slide depends on other columns only, in its own row and the next, and changes only its own row. So slides of a
//   column that are decided together see what they would see one after another, from top to bottom;
// - a grain that dissolves reaches one cell further, from its cell after it fell or sank.
// So a visit can depend on an earlier visit in its own column only if its grain is one or two cells below a grain that
// sinks or dissolves. These few, the events, are visited one by one after all others of the block (Visits).
// Its own slide must see what was in the next row before, so grains below it that may slide are visited alone too.
// A column in which nothing could move or dissolve is not searched again until a column in reach changes.
template <int P>
class Sweep {
 public:
  explicit Sweep(const SweepJob& job)
      : grid_(job.grid),
        rules_(job.rules),
        parameters_(job.parameters),
        visit_words_(job.seed, job.step),
        visits_(job.grid, job.substances, job.parameters),
        stride_(job.grid.stride()) {}

  void column(int x) {
    if ((grid_.column_marks(x) & BitGrid::kRestless) == 0) return;
    word_of_column_ = visit_words_.column(x);
    visits_.begin_column(word_of_column_);
    if (parameters_.voids_active) return visits_.visit_column(x);
    if (grid_.is_calm(x)) return grid_.process_active(x, 0, grid_.blocks());
    x_ = x;
    calm_ = true;
    for (int b = 0; b < grid_.blocks();) {
      const int begin = b++;
      if (grid_.awake(x, begin) == 0) continue;
      while (b < std::min(grid_.blocks(), begin + kRowsWords / kBlockWords) && grid_.awake(x, b) != 0) ++b;
      blocks(begin, b);
    }
    grid_.set_calm(x, calm_);
  }

 private:
  // The slides of one class of friction: of a block's cells, those that may have space, then those that go. Columns to
  // which they go: by the friction, or, if the draw shortens the slide, by one less.
  struct Slides {
    Rows room, left, right, left_shorter, right_shorter;
  };

  // The blocks `begin` to `end` - 1 of the column, at most kRowsWords words.
  void blocks(int begin, int end) {
    first_word_ = begin * kBlockWords;
    words_ = (end - begin) * kBlockWords;
    used_words_ = std::min(words_, grid_.words() - first_word_);
    cells_ = grid_.column(x_) + first_word_;
    if (!plan_down()) return;
    plan_slides();
    looks_ = parameters_.dissolving && plan_looks();
    if (!falls_any_ && !sinks_any_ && !slides_ && !looks_) return grid_.process_active(x_, begin, end);
    calm_ = false;
    draws_.draw(candidates_, used_words_, first_word_ * kWordCells, word_of_column_,
                {.slides = slides_, .sinks = sinks_any_, .looks = looks_}, last_hit_);
    find_events();
    slide();
    if (falls_any_) fall();
    for (int w = 0; has_events_ && w < used_words_; ++w) {
      for (std::uint64_t bits = events_[w]; bits != 0; bits &= bits - 1)
        visits_.visit(x_, (first_word_ + w) * kWordCells + std::countr_zero(bits));
    }
  }

  // Finds the grains that fall, and those that may sink. False if there is nothing to do.
  bool plan_down() {
    const std::uint64_t *voids = cells_ + P * stride_, *processed = voids + stride_, *active = processed + stride_;
    Words all_falls = hn::Zero(D()), all_sinks = hn::Zero(D()), some = hn::Zero(D());
    for (int i = 0; i < words_; i += kLanes) {
      Words grain = here(cells_ + i);
      for (int p = 1; p < P; ++p) grain = hn::Or(grain, here(cells_ + p * stride_ + i));
      const Words open = without(hn::And(grain, here(active + i)), here(processed + i));
      const Words able =
          without(hn::And(open, find<P, here>(rules_.falling, cells_ + i, stride_)), below(processed + i));
      const Words falls = hn::And(able, below(voids + i));
      Words sinks = hn::Zero(D());
      for (const StepRules::Sinking& sinking : rules_.sinkings) {
        const Words over = hn::And(able, find<P, below>(sinking.lower, cells_ + i, stride_));
        if (!is_zero(over)) sinks = hn::Or(sinks, hn::And(over, find<P, here>(sinking.upper, cells_ + i, stride_)));
      }
      open_.store(i, open);
      falls_.store(i, falls);
      sinks_.store(i, sinks);
      candidates_.store(i, sinks);
      all_falls = hn::Or(all_falls, falls);
      all_sinks = hn::Or(all_sinks, sinks);
      some = any(some, open, hn::And(grain, here(processed + i)));
    }
    falls_any_ = !is_zero(all_falls);
    sinks_any_ = !is_zero(all_sinks);
    return !is_zero(some);
  }

  // Finds the grains that may have a free cell to slide to.
  void plan_slides() {
    Words all = hn::Zero(D());
    for (std::size_t k = 0; k < rules_.sliders.size(); ++k) {
      const int columns = rules_.sliders[k].friction;
      Words some = hn::Zero(D());
      for (int i = 0; i < words_; i += kLanes) {
        Words room = hn::Or(free_at(-columns, i), free_at(columns, i));
        if (columns >= kShortenedFriction) room = any(room, free_at(1 - columns, i), free_at(columns - 1, i));
        room = hn::And(without(open_.at(i), falls_.at(i)),
                       hn::And(room, find<P, here>(rules_.sliders[k].elements, cells_ + i, stride_)));
        classes_[k].room.store(i, room);
        candidates_.store(i, hn::Or(candidates_.at(i), room));
        some = hn::Or(some, room);
      }
      sliding_[k] = !is_zero(some);
      all = hn::Or(all, some);
    }
    slides_ = !is_zero(all);
  }

  // Finds the cells from which a dissolver checks something that it dissolves, by the direction of the victim. That is
  // the cell below if the grain falls. A dissolver that something may have sunk past is taken for each direction.
  bool plan_looks() {
    bool found = false;
    last_hit_ = 0;
    for (const StepRules::Dissolving& dissolving : rules_.dissolvings) {
      Words all = hn::Zero(D());
      for (int i = 0; i < words_; i += kLanes) {
        const Words landing = falls_.above(i);
        const std::uint64_t* const processed = cells_ + (P + 1) * stride_ + i;
        const Words stays = hn::Or(without(here(processed + stride_), falls_.at(i)), here(processed));
        const Words self = hn::Or(hn::And(find<P, here>(dissolving.dissolvers, cells_ + i, stride_), stays),
                                  hn::And(find<P, above>(dissolving.dissolvers, cells_ + i, stride_), landing));
        self_.store(i, self);
        all = hn::Or(all, self);
      }
      if (is_zero(all)) continue;
      last_hit_ = std::max(last_hit_, dissolving.last_hit);
      for (int i = 0; i < words_; i += kLanes) look_around(dissolving.victims, i, !found);
      found = true;
    }
    if (!found) return false;
    Words all = hn::Zero(D());
    for (int i = 0; i < words_; i += kLanes) {
      const Words looks = any_look(i);
      candidates_.store(i, hn::Or(candidates_.at(i), looks));
      all = hn::Or(all, looks);
    }
    return !is_zero(all);
  }

  void look_around(const ElementSet& victims, int i, bool first) {
    const std::uint64_t* const cells = cells_ + i;
    const Words self = self_.at(i), unsure = hn::Or(sinks_.above(i), sinks_.two_above(i));
    // What is above has fallen away, or something has fallen there.
    const Words over = hn::Or(without(find<P, above>(victims, cells, stride_), falls_.above(i)), falls_.two_above(i));
    const Words dirs[] = {find<P, below>(victims, cells, stride_), over,
                          find<P, here>(victims, cells + (grid_.column(1) - grid_.column(0)), stride_),
                          find<P, here>(victims, cells - (grid_.column(1) - grid_.column(0)), stride_)};
    for (int k = 0; k < 4; ++k) {
      const Words found = hn::And(self, hn::Or(dirs[k], unsure));
      look_[k].store(i, first ? found : hn::Or(found, look_[k].at(i)));
    }
  }

  // Takes the events and what depends on them out of the other plans.
  void find_events() {
    has_events_ = false;
    Words some = hn::Zero(D());
    for (int i = 0; i < words_; i += kLanes) {
      const Words hits = looks_ ? hn::And(any_look(i), draws_.lucky().at(i)) : hn::Zero(D());
      hits_.store(i, hits);
      const Words sunk = sinks_any_ ? hn::And(sinks_.at(i), draws_.sinks().at(i)) : hn::Zero(D());
      sunk_.store(i, sunk);
      some = any(some, hits, sunk);
    }
    if (is_zero(some) && falls_[words_ - 1] >> 63 == 0) return;  // that one falls into the next block
    has_events_ = true;
    if (looks_) keep_true_hits();
    std::uint64_t before = 0, down_before = 0;  // of the word above
    for (int w = 0; w < used_words_; ++w) {
      const std::uint64_t sunk = sunk_[w], hits = hits_[w], falls = falls_[w];
      const std::uint64_t landing = falls << 1 | (w > 0 ? falls_[w - 1] >> 63 : 0);
      std::uint64_t own = sunk | (hits & ~landing) | (hits & landing) >> 1;
      // One that falls into the word below looks from there.
      if (w + 1 < words_ && falls >> 63 != 0) own |= hits_[w + 1] << 63;
      if (w + 1 == words_) own |= falls & std::uint64_t{1} << 63;
      const std::uint64_t down = own & (falls | sunk);
      events_[w] = own | (open_[w] & (own << 1 | before >> 63 | down << 2 | down_before >> 62));
      before = own;
      down_before = down;
    }
    if (slides_) add_followers();
    for (int w = 0; w < used_words_; ++w) {
      falls_[w] &= ~events_[w];
      open_[w] &= ~events_[w];
    }
  }

  // Keeps the hits that are lucky in the direction of a victim.
  void keep_true_hits() {
    for (int w = 0; w < used_words_; ++w) {
      for (std::uint64_t bits = hits_[w]; bits != 0; bits &= bits - 1) {
        const int i = std::countr_zero(bits);
        const std::uint32_t draws = look_word(VisitWords::of_row(word_of_column_, (first_word_ + w) * kWordCells + i));
        bool hits = false;
        for (int k = 0; k < 4; ++k) hits |= look_draw(draws, k) <= last_hit_ && (look_[k][w] >> i & 1) != 0;
        if (!hits) hits_[w] &= ~(std::uint64_t{1} << i);
      }
    }
  }

  Words any_look(int i) const { return any(look_[0].at(i), look_[1].at(i), look_[2].at(i), look_[3].at(i)); }

  // The grains that may slide below one that is visited alone.
  void add_followers() {
    std::uint64_t before = 0;  // of the word above
    for (int w = 0; w < used_words_; ++w) {
      std::uint64_t room = 0;
      for (std::size_t k = 0; k < rules_.sliders.size(); ++k) room |= sliding_[k] ? classes_[k].room[w] : 0;
      const std::uint64_t first = room & (events_[w] << 1 | before >> 63);
      events_[w] |= first | (room & (room ^ (room + first)));  // the carry goes through all grains that follow
      before = events_[w];
    }
  }

  // Decides all slides before it makes one, and marks the grains that cannot move.
  void slide() {
    for (int i = 0; i < words_; i += kLanes) {
      stuck_.store(i, without(open_.at(i), falls_.at(i)));
      moved_.store(i, hn::Zero(D()));
    }
    if (slides_) {
      for (std::size_t k = 0; k < rules_.sliders.size(); ++k) {
        for (int i = 0; sliding_[k] && i < words_; i += kLanes) decide(rules_.sliders[k].friction, classes_[k], i);
      }
      for (std::size_t k = 0; k < rules_.sliders.size(); ++k) {
        if (!sliding_[k]) continue;
        const int columns = rules_.sliders[k].friction;
        move(-columns, classes_[k].left);
        move(columns, classes_[k].right);
        if (columns < kShortenedFriction) continue;
        move(1 - columns, classes_[k].left_shorter);
        move(columns - 1, classes_[k].right_shorter);
      }
    }
    std::uint64_t *voids = cells_ + P * stride_, *processed = voids + stride_;
    for (int i = 0; i < words_; i += kLanes) {
      const Words moved = moved_.at(i);
      for (int p = 0; slides_ && p < P; ++p) {
        std::uint64_t* const plane = cells_ + p * stride_ + i;
        hn::Store(without(here(plane), moved), D(), plane);
      }
      hn::Store(hn::Or(here(voids + i), moved), D(), voids + i);
      hn::Store(any(here(processed + i), moved, stuck_.at(i)), D(), processed + i);
      mark_dirty(x_, i, moved);
    }
  }

  void decide(int columns, Slides& slides, int i) {
    const bool may_shorten = columns >= kShortenedFriction;
    const Words shorter = may_shorten ? draws_.shorter().at(i) : hn::Zero(D());
    const auto by_way = [&](auto at) HWY_ATTR {
      const Words full = at(columns);
      return may_shorten ? choose(shorter, at(columns - 1), full) : full;
    };
    const Words cells = hn::And(slides.room.at(i), open_.at(i));
    const Words way_left = by_way([&](int c) HWY_ATTR { return way(-1, c, i); });
    const Words way_right = by_way([&](int c) HWY_ATTR { return way(+1, c, i); });
    const Words left = hn::And(way_left, by_way([&](int c) HWY_ATTR { return free_at(-c, i); }));
    const Words right = hn::And(way_right, by_way([&](int c) HWY_ATTR { return free_at(c, i); }));
    const Words edge_left = by_way([&](int c) HWY_ATTR { return free_below(-c, i); });
    const Words edge_right = by_way([&](int c) HWY_ATTR { return free_below(c, i); });
    const Words drawn_left = draws_.left().at(i), drawn_right = draws_.right().at(i);
    const Words drawn = hn::Or(drawn_left, drawn_right);
    Words to_left = hn::And(left, hn::Or(drawn_left, without(drawn, right)));
    Words to_right = hn::And(right, hn::Or(drawn_right, without(drawn, left)));
    const Words edges_left = all_of(draws_.left_edge().at(i), right, edge_left);
    to_left = hn::Or(to_left, edges_left);
    to_right = without(to_right, edges_left);
    const Words edges_right = all_of(draws_.right_edge().at(i), left, edge_right);
    to_right = hn::Or(to_right, edges_right);
    to_left = without(to_left, edges_right);

    const Words able = hn::And(cells, hn::Or(left, right));
    stuck_.store(i, without(stuck_.at(i), able));
    to_left = all_of(to_left, able, hn::And(way_left, by_way([&](int c) HWY_ATTR { return void_at(-c, i); })));
    to_right = all_of(to_right, able, hn::And(way_right, by_way([&](int c) HWY_ATTR { return void_at(c, i); })));
    slides.left.store(i, without(to_left, shorter));
    slides.right.store(i, without(to_right, shorter));
    slides.left_shorter.store(i, hn::And(to_left, shorter));
    slides.right_shorter.store(i, hn::And(to_right, shorter));
  }

  const std::uint64_t* voids_at(int columns, int i) const { return grid_.voids(x_ + columns) + first_word_ + i; }
  Words void_at(int columns, int i) const { return here(voids_at(columns, i)); }
  Words free_at(int columns, int i) const {
    const std::uint64_t* const voids = voids_at(columns, i);
    return without(here(voids), here(voids + stride_));
  }
  Words free_below(int columns, int i) const {
    const std::uint64_t* const voids = voids_at(columns, i);
    return without(below(voids), below(voids + stride_));
  }
  // Where nothing is between a slide and its end.
  Words way(int side, int columns, int i) const {
    Words open = hn::Not(hn::Zero(D()));
    for (int c = 1; parameters_.free_way && c < columns; ++c) {
      const std::uint64_t* const cells = grid_.column(x_ + side * c) + first_word_ + i;
      open = hn::And(open, hn::Or(void_at(side * c, i), find<P, here>(rules_.liquids, cells, stride_)));
    }
    return open;
  }

  // Copies the grains to another column. They are removed from this one later.
  void move(int columns, const Rows& grains) {
    std::uint64_t* const target = grid_.column(x_ + columns) + first_word_;
    for (int i = 0; i < words_; i += kLanes) {
      const Words moved = grains.at(i);
      if (is_zero(moved)) continue;
      for (int p = 0; p < P; ++p) {
        std::uint64_t* const plane = target + p * stride_ + i;
        hn::Store(hn::Or(here(plane), hn::And(here(cells_ + p * stride_ + i), moved)), D(), plane);
      }
      std::uint64_t *const voids = target + P * stride_ + i, *const processed = voids + stride_;
      hn::Store(without(here(voids), moved), D(), voids);
      hn::Store(hn::Or(here(processed), moved), D(), processed);
      moved_.store(i, hn::Or(moved_.at(i), moved));
      grid_.mark_awake(x_ + columns, (first_word_ + i) / kBlockWords, mark_dirty(x_ + columns, i, moved));
    }
  }

  void fall() {
    std::uint64_t *voids = cells_ + P * stride_, *processed = voids + stride_;
    for (std::uint64_t* plane = cells_; plane != voids; plane += stride_) {
      for (int i = words_ - kLanes; i >= 0; i -= kLanes) {  // upwards, because a word gets bits of the one above
        const Words fallen = hn::And(above(plane + i), falls_.above(i));
        hn::Store(hn::Or(without(here(plane + i), falls_.at(i)), fallen), D(), plane + i);
      }
    }
    for (int i = 0; i < words_; i += kLanes) {
      const Words falls = falls_.at(i), landing = falls_.above(i);
      hn::Store(without(hn::Or(here(voids + i), falls), landing), D(), voids + i);
      hn::Store(any(here(processed + i), falls, landing), D(), processed + i);
      mark_dirty(x_, i, hn::Or(falls, landing));
    }
  }

  std::uint8_t mark_dirty(int x, int i, Words changed) {
    const auto lanes = static_cast<std::uint8_t>(used_lanes(changed) << (i % kBlockWords));
    grid_.mark_dirty(x, (first_word_ + i) / kBlockWords, lanes);
    return lanes;
  }

  BitGrid& grid_;
  const StepRules& rules_;
  const Parameters& parameters_;
  VisitWords visit_words_;
  Visits visits_;
  int stride_;

  int x_ = 0;
  int first_word_ = 0, words_ = 0;  // of whole blocks
  int used_words_ = 0;              // without those below the world
  std::uint32_t word_of_column_ = 0, last_hit_ = 0;
  std::uint64_t* cells_ = nullptr;
  bool calm_ = true, falls_any_ = false, sinks_any_ = false, slides_ = false, looks_ = false, has_events_ = false;
  // Active grains that have not moved; of these, those that fall and those that may sink, events included or not.
  Rows open_, falls_, sinks_;
  Rows candidates_, self_, hits_, sunk_, events_, stuck_, moved_;
  Rows look_[4];  // by the direction of kNeighbours
  Slides classes_[kLiquidFriction];
  bool sliding_[kLiquidFriction] = {};
  Draws draws_;
};

template <int P>
void sweep(const SweepJob& job, int begin, int end) {
  const int width = job.grid.width(), toward = job.from_right ? -1 : 1, first = job.from_right ? width - 1 : 0;
  // All columns that are read here.
  const int ahead = std::min(end + kRefreshAhead + 1, width);
  const int x_begin = job.from_right ? width - ahead : begin, x_end = job.from_right ? width - begin : ahead;
  constexpr std::uint8_t kMarks = BitGrid::kRestless | BitGrid::kMoved | BitGrid::kMovedBefore;
  if (job.grid.find_column(kMarks, x_begin, x_end) == x_end) return;
  Refresh<P> refresh(job.grid, job.rules, job.parameters);
  const auto refresh_column = [&](int i) {
    if (i > width || job.flags_are_fresh) return;
    refresh.column(first + toward * i, toward);
    job.grid.begin_step(first + toward * (i - 1));
  };
  Sweep<P> sweep(job);
  for (int i = 0; begin == 0 && i < kRefreshAhead; ++i) refresh_column(i);
  for (int i = begin; i < end; ++i) {
    refresh_column(i + kRefreshAhead);
    sweep.column(first + toward * i);
  }
}

void sweep_here(const SweepJob& job, int begin, int end) {
  job.rules.planes == 3   ? sweep<3>(job, begin, end)
  : job.rules.planes == 5 ? sweep<5>(job, begin, end)
                          : sweep<8>(job, begin, end);
}

template <int P>
void refresh_columns(BitGrid& grid, const StepRules& rules, const Parameters& parameters) {
  Refresh<P> refresh(grid, rules, parameters);
  for (int x = 0; x <= grid.width(); ++x) refresh.column(x, 1);
}

#if HWY_TARGET == HWY_SCALAR

void read_rows_here(const BitGrid& grid, int x, int columns, int word, std::uint8_t* rows) {
  for (int y = 0; y < kWordCells; ++y) {
    for (int i = 0; i < columns; ++i) rows[y * kReadColumns + i] = grid.element(x + i, word * kWordCells + y);
  }
}

#else

// Turns the bytes of 16 rows and 16 columns from order by columns into order by rows.
template <class V>
void transpose(V (&bytes)[kReadColumns]) {
  constexpr hn::Full128<std::uint8_t> d;
  V next[kReadColumns];
  for (int pass = 0; pass < 4; ++pass) {
    for (int i = 0; i < kReadColumns / 2; ++i) {
      next[2 * i] = hn::InterleaveLower(d, bytes[i], bytes[i + kReadColumns / 2]);
      next[2 * i + 1] = hn::InterleaveUpper(d, bytes[i], bytes[i + kReadColumns / 2]);
    }
    for (int i = 0; i < kReadColumns; ++i) bytes[i] = next[i];
  }
}

void read_rows_here(const BitGrid& grid, int x, int columns, int word, std::uint8_t* rows) {
  constexpr hn::Full128<std::uint8_t> d;
  using V = hn::Vec<decltype(d)>;
  for (int part = 0; part < kWordCells / 16; ++part) {
    V bytes[kReadColumns];
    for (int i = 0; i < kReadColumns; ++i) {
      bytes[i] = hn::Zero(d);
      const std::uint64_t* const column = grid.column(x + std::min(i, columns - 1)) + word;
      for (int p = 0; p < grid.planes(); ++p) {
        const std::uint64_t bits = column[p * grid.stride()] >> (16 * part);
        const auto mask = hn::LoadMaskBits(d, reinterpret_cast<const std::uint8_t*>(&bits));
        bytes[i] = hn::Or(bytes[i], hn::IfThenElseZero(mask, hn::Set(d, static_cast<std::uint8_t>(1 << p))));
      }
    }
    transpose(bytes);
    for (int i = 0; i < kReadColumns; ++i) hn::StoreU(bytes[i], d, rows + (part * 16 + i) * kReadColumns);
  }
}

#endif

void refresh_here(BitGrid& grid, const StepRules& rules, const Parameters& parameters) {
  rules.planes == 3   ? refresh_columns<3>(grid, rules, parameters)
  : rules.planes == 5 ? refresh_columns<5>(grid, rules, parameters)
                      : refresh_columns<8>(grid, rules, parameters);
}

}  // namespace
}  // namespace repose::fastsab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace repose::fastsab {
HWY_EXPORT(sweep_here);
HWY_EXPORT(refresh_here);
HWY_EXPORT(read_rows_here);

void sweep_columns(const SweepJob& job, int begin, int end) { HWY_DYNAMIC_DISPATCH(sweep_here)(job, begin, end); }

void refresh_all(BitGrid& grid, const StepRules& rules, const Parameters& parameters) {
  HWY_DYNAMIC_DISPATCH(refresh_here)(grid, rules, parameters);
}

void read_rows(const BitGrid& grid, int x, int columns, int word, std::uint8_t* rows) {
  HWY_DYNAMIC_DISPATCH(read_rows_here)(grid, x, columns, word, rows);
}
}  // namespace repose::fastsab
#endif

// How it goes: what a cell does follows from comparing densities, and nearly all of these comparisons are of a cell with the one
// below it or with the one diagonally below it. So for each row a few *bit rows* are made, a bit for each cell, 64 to a word:
//
//   lighter   the cell below is lighter
//   diagonal  the cell diagonally below, on the side of the bias, is lighter
//   lifted    the cell two below is lighter
//   slides    diagonal, but not lighter, and the cell is no wall
//
// Whom the cells of a row meet is then a matter of a dozen bit operations on whole words, shifted by a column where a rule looks
// aside, and what becomes of them of four masked loads and a look-up.
//
// An area is worked down row by row. Steps follow each other two rows apart: a *stage* for each step, with a ring of the rows that
// the stage before it has made. What is in flight stays in the caches, so a pass reads and writes the world once for all of them.
// An area has a margin: cells around it that are computed on the way but not written. What is wrong at the far end of a margin
// comes two cells nearer with each step and never arrives.
#define HWY_WANT_AVX3_DL  // bytes looked up in tables of 128
#include "automata/density/cpu_kernel.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/density/cpu_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef REPOSE_DENSITY_CPU_KERNEL_ONCE
#define REPOSE_DENSITY_CPU_KERNEL_ONCE
namespace repose::density {

using Word = std::uint64_t;  // of bits, for 64 cells
inline constexpr int kWordCells = 64;
static_assert(kWordCells == kChunkWidth);
static_assert(std::endian::native == std::endian::little, "bits are stored as bytes");

inline constexpr int kWordsMax = kAreaColumnsMax + 2;
inline constexpr int kWordMargin = 8;  // for shifts by a column, and for vectors of words that overrun
inline constexpr int kRing = 4;        // rows; a power of two

struct alignas(64) BitRow {
  std::array<Word, kWordMargin + (kWordsMax + 7) / 8 * 8 + kWordMargin> words{};
  Word* begin() { return words.data() + kWordMargin; }
};

struct alignas(64) ByteRow {
  std::array<std::uint8_t, (kWordsMax + 2) * kWordCells> bytes;
  std::uint8_t* begin() { return bytes.data() + kWordCells; }
};

// A row as a stage reads it. Cell i of the window is byte i; of densities, biased, two on either side are there too.
struct InputRow {
  const std::uint8_t* cells = nullptr;
  const std::uint8_t* densities = nullptr;
};

struct OutputRow {
  std::uint8_t* cells = nullptr;
  std::uint8_t* densities = nullptr;  // null where nobody will ask
};

// Columns x_begin..x_begin + 64 * words - 1: those of an area and its margins.
struct Window {
  int x_begin = 0, words = 0;
  int first_real = 0, last_real = 0;  // words in which there is any cell of the world
};

// Whom the cells of a row meet: at most one of the four bits of a cell is set.
struct Meetings {
  BitRow falls, slides, from_above, from_diagonal;
};

// The cells around a row for apply().
struct Neighbourhood {
  const std::uint8_t *above, *self, *below;  // cells
  const std::uint8_t* densities;             // of the row itself
  int side;
};

struct MeetingWords {
  Word falls, slides, from_above, from_diagonal;

  bool none() const { return (falls | slides | from_above | from_diagonal) == 0; }
  void keep(Word cells) {
    falls &= cells;
    slides &= cells;
    from_above &= cells;
    from_diagonal &= cells;
  }
  // Calls visit(i, partner) for every cell x + i that meets another one.
  template <class Visit>
  void for_each(const Neighbourhood& from, int x, const Visit& visit) const {
    const auto visit_all = [&](Word cells, const std::uint8_t* partners) {
      for (; cells != 0; cells &= cells - 1) {
        const int i = std::countr_zero(cells);
        visit(i, partners[i]);
      }
    };
    visit_all(falls, from.below + x);
    visit_all(slides, from.below + x + from.side);
    visit_all(from_above, from.above + x);
    visit_all(from_diagonal, from.above + x - from.side);
  }
};

inline void keep_word(const Neighbourhood& from, int x, const OutputRow& to) {
  std::memcpy(to.cells + x, from.self + x, kWordCells);
  if (to.densities != nullptr) std::memcpy(to.densities + x, from.densities + x, kWordCells);
}

// The bits begin..end-1, cut off at the ends of a word.
inline Word bits_between(int begin, int end) {
  begin = std::clamp(begin, 0, kWordCells);
  end = std::clamp(end, 0, kWordCells);
  if (begin >= end) return 0;
  return (~Word{0} << begin) & (~Word{0} >> (kWordCells - end));
}

// Wide areas are computed by the words in which the world lies in memory, narrow ones by as few words as will do.
inline Window window_of(const PassJob& job, const CellArea& area) {
  constexpr int kNarrow = 4 * kWordCells;
  const int reach = kStepReach * job.step_count;
  const auto words_up_to = [](int cells) { return (cells + kWordCells - 1) / kWordCells; };
  Window window;
  if (area.x_end - area.x_begin <= kNarrow) {
    window.words = words_up_to(area.x_end - area.x_begin + 2 * reach);
    // What stands up to a word beyond the last one of a row may be read, but not more.
    window.x_begin = std::min(area.x_begin - reach, (words_up_to(job.width) + 1 - window.words) * kWordCells);
  } else {
    window.x_begin = area.x_begin / kWordCells * kWordCells - kWordCells;
    window.words = words_up_to(area.x_end) - window.x_begin / kWordCells + 1;
  }
  window.first_real = std::max(-window.x_begin, 0) / kWordCells;
  window.last_real = std::min(window.words, words_up_to(job.width - window.x_begin));
  return window;
}

// What a stage knows of the rows it has seen, by row modulo kRing.
struct StageRows {
  std::array<BitRow, kRing> lighter, slides;
  BitRow diagonal, lifted;  // of the newest row for which they can be known
  std::array<ByteRow, kRing> densities;
  std::array<InputRow, kRing> input;
};

inline std::size_t ring(int y) { return static_cast<std::size_t>(y) % kRing; }

}  // namespace repose::density
#endif

HWY_BEFORE_NAMESPACE();
namespace repose::density::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Words = hn::CappedTag<Word, 8>;

#if HWY_TARGET == HWY_SCALAR
// Bits of 64 cells at once are no vectors here.
void compare_word(const std::uint8_t* above, const std::uint8_t* self, const std::uint8_t* below, int side, Word& lighter,
                  Word& diagonal, Word& lifted, Word& slides) {
  const auto at = [](const std::uint8_t* densities, int i) { return static_cast<std::int8_t>(densities[i]); };
  lighter = diagonal = lifted = slides = 0;
  for (int i = 0; i < kWordCells; ++i) {
    const Word bit = Word{1} << i;
    const auto c = at(self, i), d = at(below, i);
    if (d < c) lighter |= bit;
    if (at(below, i + side) < c) diagonal |= bit;
    if (d < at(above, i)) lifted |= bit;
    if (at(below, i + side) < c && d >= c && c != static_cast<std::int8_t>(biased(kWallDensity))) slides |= bit;
  }
}
#else
using Cells = hn::CappedTag<std::uint8_t, kWordCells>;
using Densities = hn::RebindToSigned<Cells>;
using Bytes = hn::Vec<Cells>;
constexpr int kLanes = hn::MaxLanes(Cells());

void store_bits(hn::Mask<Densities> mask, Word& word, int part) {
  hn::StoreMaskBits(Densities(), mask, reinterpret_cast<std::uint8_t*>(&word) + part / 8);
}

void compare_word(const std::uint8_t* above, const std::uint8_t* self, const std::uint8_t* below, int side, Word& lighter,
                  Word& diagonal, Word& lifted, Word& slides) {
  const auto load = [](const std::uint8_t* at) { return hn::LoadU(Densities(), reinterpret_cast<const std::int8_t*>(at)); };
  const auto wall = hn::Set(Densities(), static_cast<std::int8_t>(biased(kWallDensity)));
  for (int part = 0; part < kWordCells; part += kLanes) {
    const auto c = load(self + part), d = load(below + part);
    const auto is_lighter = hn::Lt(d, c), is_diagonal = hn::Lt(load(below + part + side), c);
    store_bits(is_lighter, lighter, part);
    store_bits(is_diagonal, diagonal, part);
    store_bits(hn::Lt(d, load(above + part)), lifted, part);
    store_bits(hn::AndNot(hn::Or(is_lighter, hn::Eq(c, wall)), is_diagonal), slides, part);
  }
}

// What stands in a table of up to 256 bytes.
#if HWY_TARGET == HWY_AVX3_DL
class ByteTable {
 public:
  explicit ByteTable(const std::uint8_t* table) {
    for (int i = 0; i < 4; ++i) quarters_[i] = _mm512_loadu_si512(table + i * 64);
  }
  Bytes at(Bytes index) const {
    const __m512i low = _mm512_permutex2var_epi8(quarters_[0], index.raw, quarters_[1]);
    const __m512i high = _mm512_permutex2var_epi8(quarters_[2], index.raw, quarters_[3]);
    return Bytes{_mm512_mask_blend_epi8(_mm512_movepi8_mask(index.raw), low, high)};
  }

 private:
  __m512i quarters_[4];
};
#endif

// Look-ups for few states.
class FewStates {
 public:
  explicit FewStates(const CellStates& states)
      : states_(states),
        densities_(hn::LoadDup128(Cells(), states.biased_densities()))
#if HWY_TARGET == HWY_AVX3_DL
        ,
        next_(states.next_of_few())
#endif
  {
  }

  Bytes densities(Bytes cells) const { return hn::TableLookupBytes(densities_, cells); }

#if HWY_TARGET == HWY_AVX3_DL
  Bytes next(Bytes self, Bytes partner) const {
    const hn::Repartition<std::uint16_t, Cells> pairs;
    const Bytes high = hn::And(hn::BitCast(Cells(), hn::ShiftLeft<4>(hn::BitCast(pairs, self))), hn::Set(Cells(), 0xf0));
    return next_.at(hn::Or(high, partner));
  }
#else
  Bytes next(Bytes self, Bytes partner) const {
    Bytes result = self;
    for (int state = 0; state < states_.state_count(); ++state) {
      const Bytes row = hn::LoadDup128(Cells(), states_.next_of_few() + state * CellStates::kFew);
      const auto is_state = hn::Eq(self, hn::Set(Cells(), static_cast<std::uint8_t>(state)));
      result = hn::IfThenElse(is_state, hn::TableLookupBytes(row, partner), result);
    }
    return result;
  }
#endif

 private:
  [[maybe_unused]] const CellStates& states_;
  Bytes densities_;
#if HWY_TARGET == HWY_AVX3_DL
  ByteTable next_;
#endif
};
#endif  // HWY_SCALAR

// The word of bits whose bit i says what bit i + by says, `by` columns towards the bias.
template <int kSide, int kBy>
hn::Vec<Words> aside(const Word* word) {
  constexpr int kShift = kSide * kBy;
  const Words d;
  if constexpr (kShift > 0) {
    return hn::Or(hn::ShiftRight<kShift>(hn::LoadU(d, word)), hn::ShiftLeft<64 - kShift>(hn::LoadU(d, word + 1)));
  } else {
    return hn::Or(hn::ShiftLeft<-kShift>(hn::LoadU(d, word)), hn::ShiftRight<64 + kShift>(hn::LoadU(d, word - 1)));
  }
}

// Whom the cells of row y meet; kSide is -1 with left bias, +1 with right. Reads like partner.hpp, later choices without the
// cells that have chosen.
template <int kSide>
void choose(StageRows& rows, int y, int words, Meetings& meetings) {
  const Words d;
  Word* const lighter_up2 = rows.lighter[ring(y - 2)].begin();
  Word* const lighter_up = rows.lighter[ring(y - 1)].begin();
  Word* const lighter = rows.lighter[ring(y)].begin();
  Word* const lighter_down = rows.lighter[ring(y + 1)].begin();
  Word* const slides_up = rows.slides[ring(y - 1)].begin();
  Word* const slides = rows.slides[ring(y)].begin();
  Word* const diagonal_down = rows.diagonal.begin();
  Word* const lifted = rows.lifted.begin();
  const auto ones = hn::Set(d, ~Word{0});
  for (int w = 0; w < words; w += static_cast<int>(hn::Lanes(d))) {
    const auto up = hn::LoadU(d, lighter_up + w), down = hn::LoadU(d, lighter_down + w);
    const auto down_aside = aside<kSide, 1>(lighter_down + w);
    const auto level_below = hn::Xor(hn::LoadU(d, diagonal_down + w), ones);
    const auto falls =
        hn::And(hn::AndNot(up, hn::LoadU(d, lighter + w)), hn::Or(hn::Or(down, down_aside), level_below));
    const auto landing = hn::Or(hn::Xor(down_aside, ones), aside<kSide, 1>(lifted + w));
    const auto beyond = hn::Or(hn::Xor(aside<kSide, 1>(diagonal_down + w), ones), aside<kSide, 2>(lighter_down + w));
    const auto slides_down = hn::And(hn::AndNot(aside<kSide, 1>(lighter + w), hn::LoadU(d, slides + w)), hn::And(landing, beyond));
    const auto from_above = hn::AndNot(slides_down, hn::AndNot(hn::LoadU(d, lighter_up2 + w), up));
    const auto taken = hn::Or(hn::Or(falls, slides_down), from_above);
    hn::StoreU(falls, d, meetings.falls.begin() + w);
    hn::StoreU(slides_down, d, meetings.slides.begin() + w);
    hn::StoreU(from_above, d, meetings.from_above.begin() + w);
    hn::StoreU(hn::AndNot(taken, aside<-kSide, 1>(slides_up + w)), d, meetings.from_diagonal.begin() + w);
  }
}

// How cells are looked up and replaced: few states, many states, or densities carried beside them. replace() computes 64 cells from
// x on, with `to` as wide as the window, and returns a bit for each that has changed.
#if HWY_TARGET != HWY_SCALAR
class FewCells {
 public:
  explicit FewCells(const PassJob& job) : states_(job.states), from_(job.from) {}

  void read_densities(int y, int x_begin, int count, std::uint8_t* out) const {
    const std::uint8_t* const cells = from_.cells.row(y) + x_begin;
    for (int x = 0; x < count; x += kLanes) hn::StoreU(states_.densities(hn::LoadU(Cells(), cells + x)), Cells(), out + x);
  }

  Word replace(const Neighbourhood& from, const MeetingWords& meet, int x, const OutputRow& to) const {
    Word changed = 0;
    for (int part = 0; part < kWordCells; part += kLanes) {
      const std::uint8_t* const below = from.below + x + part;
      const std::uint8_t* const above = from.above + x + part;
      const Bytes self = hn::LoadU(Cells(), from.self + x + part);
      Bytes partner = hn::IfThenElse(bits(meet.from_diagonal, part), hn::LoadU(Cells(), above - from.side), self);
      partner = hn::IfThenElse(bits(meet.from_above, part), hn::LoadU(Cells(), above), partner);
      partner = hn::IfThenElse(bits(meet.slides, part), hn::LoadU(Cells(), below + from.side), partner);
      partner = hn::IfThenElse(bits(meet.falls, part), hn::LoadU(Cells(), below), partner);
      const Bytes next = states_.next(self, partner);
      hn::StoreU(next, Cells(), to.cells + x + part);
      if (to.densities != nullptr) hn::StoreU(states_.densities(next), Cells(), to.densities + x + part);
      hn::StoreMaskBits(Cells(), hn::Ne(next, self), reinterpret_cast<std::uint8_t*>(&changed) + part / 8);
    }
    return changed;
  }

 private:
  static hn::Mask<Cells> bits(const Word& word, int part) {
    return hn::LoadMaskBits(Cells(), reinterpret_cast<const std::uint8_t*>(&word) + part / 8);
  }

  FewStates states_;
  const CellPlanes& from_;
};
#endif

class ManyCells {
 public:
  explicit ManyCells(const PassJob& job) : states_(job.states), from_(job.from) {}

  void read_densities(int y, int x_begin, int count, std::uint8_t* out) const {
    const std::uint8_t* const cells = from_.cells.row(y) + x_begin;
    const std::uint8_t* const densities = states_.biased_densities();
#if HWY_TARGET == HWY_AVX3_DL
    const ByteTable table(densities);
    for (int x = 0; x < count; x += kLanes) hn::StoreU(table.at(hn::LoadU(Cells(), cells + x)), Cells(), out + x);
#else
    for (int x = 0; x < count; ++x) out[x] = densities[cells[x]];
#endif
  }

  Word replace(const Neighbourhood& from, const MeetingWords& meet, int x, const OutputRow& to) const {
    Word changed = 0;
    keep_word(from, x, to);
    meet.for_each(from, x, [&](int i, std::uint8_t partner) {
      const std::uint8_t self = from.self[x + i], next = states_.next()[self * 256 + partner];
      to.cells[x + i] = next;
      if (to.densities != nullptr) to.densities[x + i] = states_.biased_densities()[next];
      changed |= Word{next != self} << i;
    });
    return changed;
  }

 private:
  const CellStates& states_;
  const CellPlanes& from_;
};

class CarriedCells {
 public:
  explicit CarriedCells(const PassJob& job) : rules_(job.states.rules()), from_(job.from) {}

  void read_densities(int y, int x_begin, int count, std::uint8_t* out) const {
    const std::uint8_t* const densities = from_.density.row(y) + x_begin;
    for (int x = 0; x < count; ++x) out[x] = biased(densities[x]);
  }

  Word replace(const Neighbourhood& from, const MeetingWords& meet, int x, const OutputRow& to) const {
    Word changed = 0;
    keep_word(from, x, to);
    meet.for_each(from, x, [&](int i, std::uint8_t partner) {
      const Outcome next = rules_.at(from.self[x + i], partner);
      to.cells[x + i] = next.index;
      to.densities[x + i] = biased(next.density);
      const bool differs = next.index != from.self[x + i] || biased(next.density) != from.densities[x + i];
      changed |= Word{differs} << i;
    });
    return changed;
  }

 private:
  const RuleTable& rules_;
  const CellPlanes& from_;
};

template <class How>
class AreaStepper {
 public:
  AreaStepper(const PassJob& job, const CellArea& area, DirtyChunks& dirty)
      : job_(job), area_(area), dirty_(dirty), how_(job), window_(window_of(job, area)) {
    for (int w = 0; w < window_.words; ++w) {
      const int x = window_.x_begin + w * kWordCells;
      real_[w] = bits_between(-x, job.width - x);
      own_[w] = bits_between(area.x_begin - x, area.x_end - x);
    }
  }

  bool run() {
    const int reach = kStepReach * job_.step_count;
    for (int y = area_.y_begin - reach; y < area_.y_end + reach; ++y) {
      for (int s = 0; s < job_.step_count; ++s) advance(s, y - kStepReach * s);
    }
    return changed_;
  }

 private:
  struct Stage {
    StageRows rows;
    std::array<ByteRow, kRing> cells;  // of the input, but for the first stage
    std::array<Word, kWordsMax> changed_columns{};  // of the present row of chunks
    std::array<std::uint32_t, kWordsMax> changed_rows{};
  };

  bool is_last(int s) const { return s + 1 == job_.step_count; }
  int side(int s) const { return (job_.first_bias == Bias::left) == (s % 2 == 0) ? -1 : +1; }
  // Rows beyond the area that stage s computes, above and below.
  int rows_beyond(int s) const { return kStepReach * (job_.step_count - 1 - s); }

  // Row y of its input is ready, or would be if it were in the world: computes row y - 2.
  void advance(int s, int y) {
    const int input_begin = std::max(area_.y_begin - rows_beyond(s) - kStepReach, 0);
    if (y < input_begin || y > job_.height + 1) return;
    if (y < job_.height) take(s, y);
    if (y > input_begin && y <= job_.height) compare(s, y, input_begin);
    const int out = y - kStepReach;
    if (out >= std::max(area_.y_begin - rows_beyond(s), 0) && out < area_.y_end + rows_beyond(s)) compute(s, out);
  }

  void take(int s, int y) {
    Stage& stage = stages_[s];
    std::uint8_t* const densities = stage.rows.densities[ring(y)].begin();
    if (s == 0) how_.read_densities(y, window_.x_begin, window_.words * kWordCells, densities);
    const std::uint8_t* const cells =
        s == 0 ? job_.from.cells.row(y) + window_.x_begin : stage.cells[ring(y)].begin();
    stage.rows.input[ring(y)] = {cells, densities};
    copy_edges(densities);
  }

  // Beyond the edges of the world lies a copy of the edge.
  void copy_edges(std::uint8_t* densities) const {
    const int left = -window_.x_begin, right = left + job_.width;
    if (left > 0) densities[left - 1] = densities[left - 2] = densities[left];
    if (right < window_.words * kWordCells) densities[right] = densities[right + 1] = densities[right - 1];
  }

  // The bit rows that row y completes.
  void compare(int s, int y, int input_begin) {
    StageRows& rows = stages_[s].rows;
    const std::uint8_t* const self = rows.densities[ring(y - 1)].begin();
    const std::uint8_t* const above = y - 2 >= input_begin ? rows.densities[ring(y - 2)].begin() : self;
    const std::uint8_t* const below = y < job_.height ? rows.densities[ring(y)].begin() : self;
    Word* const lighter = rows.lighter[ring(y - 1)].begin();
    Word* const slides = rows.slides[ring(y - 1)].begin();
    for (int w = 0, x = 0; w < window_.words; ++w, x += kWordCells) {
      compare_word(above + x, self + x, below + x, side(s), lighter[w], rows.diagonal.begin()[w], rows.lifted.begin()[w],
                   slides[w]);
    }
    if (y == job_.height) std::fill_n(slides, window_.words, Word{0});  // the bottom row has nowhere to slide to
  }

  void compute(int s, int y) {
    Stage& stage = stages_[s];
    (side(s) < 0 ? choose<-1> : choose<+1>)(stage.rows, y, window_.words, meetings_);
    const std::uint8_t* const self = stage.rows.input[ring(y)].cells;
    const Neighbourhood from{y > 0 ? stage.rows.input[ring(y - 1)].cells : self, self,
                             y + 1 < job_.height ? stage.rows.input[ring(y + 1)].cells : self,
                             stage.rows.input[ring(y)].densities, side(s)};
    if (is_last(s)) {
      write_row(stage, from, y);
    } else {
      hand_on(stage, from, y, stages_[s + 1]);
    }
    const bool ends_chunk = (y + 1) % kChunkHeight == 0 || y + 1 == area_.y_end;
    if (ends_chunk && y >= area_.y_begin && y < area_.y_end) report_changes(stage, y / kChunkHeight);
  }

  void hand_on(Stage& stage, const Neighbourhood& from, int y, Stage& next) {
    const OutputRow to{next.cells[ring(y)].begin(), next.rows.densities[ring(y)].begin()};
    const bool own_row = y >= area_.y_begin && y < area_.y_end;
    for (int w = window_.first_real; w < window_.last_real; ++w) {
      const Word changed = step_word(from, w, to);
      if (own_row) note(stage, w, y, changed);
    }
  }

  void write_row(Stage& stage, const Neighbourhood& from, int y) {
    const bool with_densities = job_.states.carries_density();
    const OutputRow to{job_.to.cells.row(y) + window_.x_begin,
                       with_densities ? spare_densities_.begin() : nullptr};
    for (int w = window_.first_real; w < window_.last_real; ++w) {
      if (own_[w] == 0) continue;
      note(stage, w, y, own_[w] == ~Word{0} ? step_word(from, w, to) : step_part_of_word(from, w, to));
      if (with_densities) write_densities(w, y);
    }
  }

  // What else lies in the word is another area's to write.
  Word step_part_of_word(const Neighbourhood& from, int w, const OutputRow& to) {
    const Word changed = step_word(from, w, {spare_cells_.begin(), to.densities});
    const int begin = w * kWordCells + std::countr_zero(own_[w]), end = (w + 1) * kWordCells - std::countl_zero(own_[w]);
    std::copy(spare_cells_.begin() + begin, spare_cells_.begin() + end, to.cells + begin);
    return changed;
  }

  void write_densities(int w, int y) {
    std::uint8_t* const to = job_.to.density.row(y) + window_.x_begin;
    const int begin = w * kWordCells + std::countr_zero(own_[w]), end = (w + 1) * kWordCells - std::countl_zero(own_[w]);
    std::transform(spare_densities_.begin() + begin, spare_densities_.begin() + end, to + begin, biased);
  }

  Word step_word(const Neighbourhood& from, int w, const OutputRow& to) {
    MeetingWords meet{meetings_.falls.begin()[w], meetings_.slides.begin()[w], meetings_.from_above.begin()[w],
                      meetings_.from_diagonal.begin()[w]};
    if (real_[w] != ~Word{0}) meet.keep(real_[w]);
    if (!meet.none()) return how_.replace(from, meet, w * kWordCells, to);
    keep_word(from, w * kWordCells, to);
    return 0;
  }

  void note(Stage& stage, int w, int y, Word changed) {
    changed &= own_[w];
    stage.changed_columns[w] |= changed;
    stage.changed_rows[w] |= std::uint32_t{changed != 0} << (y % kChunkHeight);
  }

  void report_changes(Stage& stage, int row) {
    for (int w = window_.first_real; w < window_.last_real; ++w) {
      const Word columns = std::exchange(stage.changed_columns[w], 0);
      const std::uint32_t rows = std::exchange(stage.changed_rows[w], 0);
      if (columns == 0) continue;
      changed_ = true;
      const int x = window_.x_begin + w * kWordCells + kChunkWidth;  // one chunk to the right: not negative
      const int column = x / kChunkWidth - 1, offset = x % kChunkWidth;
      if (const Word left = columns << offset; left != 0) dirty_.record(column, row, left, rows);
      if (const Word right = offset == 0 ? 0 : columns >> (kWordCells - offset); right != 0) {
        dirty_.record(column + 1, row, right, rows);
      }
    }
  }

  const PassJob& job_;
  const CellArea area_;
  DirtyChunks& dirty_;
  const How how_;
  const Window window_;
  bool changed_ = false;
  std::array<Word, kWordsMax> real_{}, own_{};  // bits of the cells in the world, in the area
  Meetings meetings_;
  ByteRow spare_cells_, spare_densities_;
  std::array<Stage, kPassStepsMax> stages_;
};

bool step_area(const PassJob& job, const CellArea& area, DirtyChunks& dirty) {
  if (job.states.carries_density()) return AreaStepper<CarriedCells>(job, area, dirty).run();
#if HWY_TARGET != HWY_SCALAR
  if (job.states.few()) return AreaStepper<FewCells>(job, area, dirty).run();
#endif
  return AreaStepper<ManyCells>(job, area, dirty).run();
}

}  // namespace
}  // namespace repose::density::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace repose::density {
HWY_EXPORT(step_area);
bool step_area(const PassJob& job, const CellArea& area, DirtyChunks& dirty) {
  return HWY_DYNAMIC_DISPATCH(step_area)(job, area, dirty);
}
}  // namespace repose::density
#endif

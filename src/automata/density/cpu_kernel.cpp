// An area is computed row by row from the top. Steps follow each other three rows apart. Each step is a *stage* with a
// ring of the rows that the stage before it has made. Two rows would be enough, but bytes that were just written are
// slow to read in words of another size. Rows between two stages stay in the caches, so a pass reads and writes the
// world once for all its steps. The work on one row comes first.
//
// An area has a margin: cells around it that are computed but not written. Errors at the far end of a margin move two
// cells inwards with each step and never reach the area.
#include "automata/density/cpu_kernel.hpp"

#include <algorithm>
#include <array>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/density/cpu_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace repose::density::HWY_NAMESPACE {
namespace {

// The work on whole rows: the hottest loops of the density automaton's cpu backend, compiled for every kind of vector
// (Highway's foreach_target.h).
//
// Method: what a cell does follows from comparing densities, and nearly all of these comparisons are of a cell with the
// one below it or with the one diagonally below it. So for each row a few *bit rows* are made, one bit for each cell,
// 64 in a word:
//
//   lighter   the cell below is lighter
//   diagonal  the cell diagonally below, on the side of the bias, is lighter
//   lifted    the cell two below is lighter
//   slides    diagonal, but not lighter, and the cell is no wall
//
// A dozen bit operations on whole words, shifted by a column where a rule looks sideways, then give the partner of each
// cell; four masked loads and a look-up give what the cells become.

namespace hn = hwy::HWY_NAMESPACE;
using Words = hn::CappedTag<Word, 8>;
using OneWord = hn::CappedTag<Word, 1>;

// The bit rows of a row and the one below it, and the densities from which they are computed; `above` is the row above.
struct Comparison {
  const std::uint8_t *above, *self, *below;
  int side;
  Word *lighter, *diagonal, *lifted, *slides;
};

#if HWY_TARGET == HWY_SCALAR
// Without vectors: bits of 64 cells at once.
void compare_row(const Comparison& rows, int words) {
  const auto at = [](const std::uint8_t* densities, int i) { return static_cast<std::int8_t>(densities[i]); };
  for (int w = 0; w < words; ++w) {
    Word lighter = 0, diagonal = 0, lifted = 0, walls = 0;
    for (int i = 0, x = w * kWordCells; i < kWordCells; ++i, ++x) {
      const auto c = at(rows.self, x), d = at(rows.below, x);
      lighter |= Word{d < c} << i;
      diagonal |= Word{at(rows.below, x + rows.side) < c} << i;
      lifted |= Word{d < at(rows.above, x)} << i;
      walls |= Word{c == kBiasedWall} << i;
    }
    rows.lighter[w] = lighter;
    rows.diagonal[w] = diagonal;
    rows.lifted[w] = lifted;
    rows.slides[w] = diagonal & ~lighter & ~walls;
  }
}
#else
using Cells = hn::CappedTag<std::uint8_t, kWordCells>;
using Densities = hn::RebindToSigned<Cells>;
using Bytes = hn::Vec<Cells>;
constexpr int kLanes = hn::MaxLanes(Cells());

Bytes load(const std::uint8_t* bytes) { return hn::LoadU(Cells(), bytes); }
void store(Bytes bytes, std::uint8_t* to) { hn::StoreU(bytes, Cells(), to); }

// Bits of the cells from x on.
template <class D>
void store_bits(D d, hn::Mask<D> mask, Word* row, int x) {
  hn::StoreMaskBits(d, mask, reinterpret_cast<std::uint8_t*>(row) + x / 8);
}
hn::Mask<Cells> load_bits(const Word* row, int x) {
  return hn::LoadMaskBits(Cells(), reinterpret_cast<const std::uint8_t*>(row) + x / 8);
}

void compare_row(const Comparison& given, int words) {
  const Comparison rows = given;
  const Densities d;
  const auto load_densities = [d](const std::uint8_t* at) {
    return hn::LoadU(d, reinterpret_cast<const std::int8_t*>(at));
  };
  const auto wall = hn::Set(d, kBiasedWall);
  for (int x = 0; x < words * kWordCells; x += kLanes) {
    const auto self = load_densities(rows.self + x), below = load_densities(rows.below + x);
    const auto is_lighter = hn::Lt(below, self), is_diagonal = hn::Lt(load_densities(rows.below + x + rows.side), self);
    store_bits(d, is_lighter, rows.lighter, x);
    store_bits(d, is_diagonal, rows.diagonal, x);
    store_bits(d, hn::Lt(below, load_densities(rows.above + x)), rows.lifted, x);
    store_bits(d, hn::AndNot(hn::Or(is_lighter, hn::Eq(self, wall)), is_diagonal), rows.slides, x);
  }
}

// Look-ups in the tables of few states, which stay in registers.
class FewStates {
 public:
  explicit FewStates(const CellStates& states)
      : densities_(hn::LoadDup128(Cells(), states.biased_densities())),
        next_(states.next_of_few()),
        state_count_(states.state_count()) {}

  Bytes densities(Bytes cells) const { return hn::TableLookupBytes(densities_, cells); }

  Bytes next(Bytes self, Bytes partner) const {
    Bytes result = self;
    for (int state = 0; state < state_count_; ++state) {
      const Bytes row = hn::LoadDup128(Cells(), next_ + state * CellStates::kFew);
      const auto is_state = hn::Eq(self, hn::Set(Cells(), static_cast<std::uint8_t>(state)));
      result = hn::IfThenElse(is_state, hn::TableLookupBytes(row, partner), result);
    }
    return result;
  }

 private:
  Bytes densities_;
  const std::uint8_t* next_;
  int state_count_;
};
#endif  // HWY_SCALAR

// The word whose bit i is bit i + by of the row, `by` columns towards the bias.
template <int kSide, int kBy, class D>
hn::Vec<D> aside(D d, const Word* word) {
  constexpr int kShift = kSide * kBy;
  if constexpr (kShift > 0) {
    return hn::Or(hn::ShiftRight<kShift>(hn::LoadU(d, word)), hn::ShiftLeft<64 - kShift>(hn::LoadU(d, word + 1)));
  } else {
    return hn::Or(hn::ShiftLeft<-kShift>(hn::LoadU(d, word)), hn::ShiftRight<64 + kShift>(hn::LoadU(d, word - 1)));
  }
}

// The partners of the cells of row y; kSide is -1 with left bias, +1 with right. In the order of partner(); a cell
// that has a partner is left out of later cases.
template <int kSide, class D>
void choose(D d, StageRows& rows, int y, int words, Meetings& meetings) {
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
    const auto down_aside = aside<kSide, 1>(d, lighter_down + w);
    const auto level_below = hn::Xor(hn::LoadU(d, diagonal_down + w), ones);
    const auto falls =
        hn::And(hn::AndNot(up, hn::LoadU(d, lighter + w)), hn::Or(hn::Or(down, down_aside), level_below));
    const auto landing = hn::Or(hn::Xor(down_aside, ones), aside<kSide, 1>(d, lifted + w));
    const auto beyond =
        hn::Or(hn::Xor(aside<kSide, 1>(d, diagonal_down + w), ones), aside<kSide, 2>(d, lighter_down + w));
    const auto free_to_slide = hn::AndNot(aside<kSide, 1>(d, lighter + w), hn::LoadU(d, slides + w));
    const auto slides_down = hn::And(free_to_slide, hn::And(landing, beyond));
    const auto from_above = hn::AndNot(slides_down, hn::AndNot(hn::LoadU(d, lighter_up2 + w), up));
    const auto taken = hn::Or(hn::Or(falls, slides_down), from_above);
    hn::StoreU(falls, d, meetings.falls.begin() + w);
    hn::StoreU(slides_down, d, meetings.slides.begin() + w);
    hn::StoreU(from_above, d, meetings.from_above.begin() + w);
    hn::StoreU(hn::AndNot(taken, aside<-kSide, 1>(d, slides_up + w)), d, meetings.from_diagonal.begin() + w);
  }
}

#if HWY_TARGET != HWY_SCALAR
// For each of the cells from x on: the cell that it meets, or itself.
Bytes partners(const Neighbourhood& from, const Bytes& self, const MeetingRows& meet, int x) {
  Bytes partner = hn::IfThenElse(load_bits(meet.from_diagonal, x), load(from.above + x - from.side), self);
  partner = hn::IfThenElse(load_bits(meet.from_above, x), load(from.above + x), partner);
  partner = hn::IfThenElse(load_bits(meet.slides, x), load(from.below + x + from.side), partner);
  return hn::IfThenElse(load_bits(meet.falls, x), load(from.below + x), partner);
}
#endif

// How cells are looked up and replaced: few states, many states, or carried densities. replace_row() computes the cells
// of words begin..end-1 and one bit for each that has changed.
#if HWY_TARGET != HWY_SCALAR
class FewCells {
 public:
  explicit FewCells(const PassJob& job) : states_(job.states), from_(job.from) {}

  void read_densities(int y, int x_begin, int count, std::uint8_t* out) const {
    const FewStates states = states_;
    const std::uint8_t* const cells = from_.cells.row(y) + x_begin;
    for (int x = 0; x < count; x += kLanes) store(states.densities(load(cells + x)), out + x);
  }

  void replace_row(const Neighbourhood& from, Meetings& meetings, int begin, int end, const OutputRow& to,
                   Word* changed) const {
    to.densities != nullptr ? replace<true>(from, meetings, begin, end, to, changed)
                            : replace<false>(from, meetings, begin, end, to, changed);
  }

 private:
  template <bool kDensities>
  void replace(const Neighbourhood& around, Meetings& meetings, int begin, int end, const OutputRow& out,
               Word* changed) const {
    const FewStates states = states_;
    const Neighbourhood from = around;
    const OutputRow to = out;
    const MeetingRows meet = meetings.rows();
    for (int x = begin * kWordCells; x < end * kWordCells; x += kLanes) {
      const Bytes self = load(from.self + x);
      const Bytes next = states.next(self, partners(from, self, meet, x));
      store(next, to.cells + x);
      if constexpr (kDensities) store(states.densities(next), to.densities + x);
      store_bits(Cells(), hn::Ne(next, self), changed, x);
    }
  }

  FewStates states_;
  const CellPlanes& from_;
};
#endif

class ManyCells {
 public:
  explicit ManyCells(const PassJob& job) : states_(job.states), from_(job.from) {}

  void read_densities(int y, int x_begin, int count, std::uint8_t* out) const {
    look_up_densities(from_.cells.row(y) + x_begin, count, out);
  }

#if HWY_TARGET == HWY_SCALAR
  void replace_row(const Neighbourhood& from, Meetings& meetings, int begin, int end, const OutputRow& to,
                   Word* changed) const {
    const std::uint8_t* const next_states = states_.next();
    keep_words(from, begin, end, {to.cells, nullptr});
    meetings.for_each(from, begin, end, changed, [=](int x, std::uint8_t partner) {
      to.cells[x] = next_states[from.self[x] * 256 + partner];
      return to.cells[x] != from.self[x];
    });
    const int x = begin * kWordCells;
    if (to.densities != nullptr) look_up_densities(to.cells + x, end * kWordCells - x, to.densities + x);
  }
#else
  void replace_row(const Neighbourhood& from, Meetings& meetings, int begin, int end, const OutputRow& to,
                   Word* changed) const {
    const int x_begin = begin * kWordCells, x_end = end * kWordCells;
    const MeetingRows meet = meetings.rows();
    for (int x = x_begin; x < x_end; x += kLanes) replace(from, meet, x, to.cells + x);
    for (int x = x_begin; x < x_end; x += kLanes) {
      store_bits(Cells(), hn::Ne(load(to.cells + x), load(from.self + x)), changed, x);
    }
    if (to.densities != nullptr) look_up_densities(to.cells + x_begin, x_end - x_begin, to.densities + x_begin);
  }
#endif

 private:
#if HWY_TARGET != HWY_SCALAR
  // One by one: on most processors a gather of bytes is not faster.
  void replace(const Neighbourhood& from, const MeetingRows& meet, int x, std::uint8_t* to) const {
    alignas(64) std::array<std::uint8_t, kLanes> partner;
    const Bytes self = load(from.self + x);
    store(partners(from, self, meet, x), partner.data());
    const std::uint8_t* const next = states_.next();
    for (int i = 0; i < kLanes; ++i) to[i] = next[from.self[x + i] * 256 + partner[static_cast<std::size_t>(i)]];
  }
#endif

  void look_up_densities(const std::uint8_t* cells, int count, std::uint8_t* out) const {
    const std::uint8_t* const densities = states_.biased_densities();
    for (int x = 0; x < count; ++x) out[x] = densities[cells[x]];
  }

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

  void replace_row(const Neighbourhood& from, Meetings& meetings, int begin, int end, const OutputRow& to,
                   Word* changed) const {
    keep_words(from, begin, end, to);
    meetings.for_each(from, begin, end, changed, [this, from, to](int x, std::uint8_t partner) {
      const Outcome next = rules_.at(from.self[x], partner);
      to.cells[x] = next.index;
      to.densities[x] = biased(next.density);
      return next.index != from.self[x] || to.densities[x] != from.densities[x];
    });
  }

 private:
  const RuleTable& rules_;
  const CellPlanes& from_;
};

// Areas, row by row.
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
    for (int s = 0; s < job.step_count; ++s) stages_[s].clear(window_.words);
  }

  bool run() {
    const int reach = kStepReach * job_.step_count, last = job_.step_count - 1;
    const int begin = std::max(area_.y_begin - reach, 0), end = std::min(area_.y_end + reach, job_.height);
    take(0, begin);
    for (int y = begin; y < area_.y_end + reach + last; ++y) {
      for (int s = last; s >= 0; --s) advance(s, y - kStageLag * s);
      if (y + 1 < end) take(0, y + 1);
    }
    return any_changed_;
  }

 private:
  struct Stage {
    StageRows rows;
    std::array<ByteRow, kRing> cells;             // of the input; unused in the first stage
    std::array<Word, kWordsMax> changed_columns;  // of the present row of chunks
    std::array<std::uint32_t, kWordsMax> changed_rows;

    void clear(int words) {
      rows.clear(words);
      std::fill_n(changed_columns.begin(), words, Word{0});
      std::fill_n(changed_rows.begin(), words, 0u);
    }
  };

  bool is_last(int s) const { return s + 1 == job_.step_count; }
  int side(int s) const { return (job_.first_bias == Bias::left) == (s % 2 == 0) ? -1 : +1; }
  // Rows beyond the area that stage s computes, above and below.
  int rows_beyond(int s) const { return kStepReach * (job_.step_count - 1 - s); }

  // Row y of the stage's input is ready, or would be if it were in the world: computes row y - 2.
  void advance(int s, int y) {
    const int input_begin = std::max(area_.y_begin - rows_beyond(s) - kStepReach, 0);
    if (y < input_begin || y > job_.height + 1) return;
    if (y > input_begin && y <= job_.height) compare(s, y, input_begin);
    const int out = y - kStepReach;
    if (out >= std::max(area_.y_begin - rows_beyond(s), 0) && out < area_.y_end + rows_beyond(s)) compute(s, out);
  }

  // Row y of the stage's input is ready.
  void take(int s, int y) {
    Stage& stage = stages_[s];
    std::uint8_t* const densities = stage.rows.densities[ring(y)].begin();
    if (s == 0) how_.read_densities(y, window_.x_begin, window_.words * kWordCells, densities);
    const std::uint8_t* const cells = s == 0 ? job_.from.cells.row(y) + window_.x_begin : stage.cells[ring(y)].begin();
    stage.rows.input[ring(y)] = {cells, densities};
    copy_edges(densities);
  }

  // Beyond the edges of the world the densities are a copy of the edge.
  void copy_edges(std::uint8_t* densities) const {
    const int left = -window_.x_begin, right = left + job_.width;
    if (left > 0) densities[left - 1] = densities[left - 2] = densities[left];
    if (right < window_.words * kWordCells) densities[right] = densities[right + 1] = densities[right - 1];
  }

  // Computes the bit rows that need row y.
  void compare(int s, int y, int input_begin) {
    StageRows& rows = stages_[s].rows;
    const std::uint8_t* const self = rows.densities[ring(y - 1)].begin();
    const std::uint8_t* const above = y - 2 >= input_begin ? rows.densities[ring(y - 2)].begin() : self;
    const std::uint8_t* const below = y < job_.height ? rows.densities[ring(y)].begin() : self;
    Word* const lighter = rows.lighter[ring(y - 1)].begin();
    Word* const slides = rows.slides[ring(y - 1)].begin();
    compare_row({above, self, below, side(s), lighter, rows.diagonal.begin(), rows.lifted.begin(), slides},
                window_.words);
    if (y == job_.height) std::fill_n(slides, window_.words, Word{0});  // the bottom row has nowhere to slide to
  }

  void compute(int s, int y) {
    Stage& stage = stages_[s];
    choose_meetings(stage.rows, y, side(s));
    clear_beyond_edges();
    const std::uint8_t* const self = stage.rows.input[ring(y)].cells;
    const Neighbourhood from{y > 0 ? stage.rows.input[ring(y - 1)].cells : self, self,
                             y + 1 < job_.height ? stage.rows.input[ring(y + 1)].cells : self,
                             stage.rows.input[ring(y)].densities, side(s)};
    if (is_last(s)) {
      write_row(stage, from, y);
    } else {
      hand_on(s, from, y);
    }
    const bool ends_chunk = (y + 1) % kChunkHeight == 0 || y + 1 == area_.y_end;
    if (ends_chunk && y >= area_.y_begin && y < area_.y_end) report_changes(stage, y / kChunkHeight);
  }

  // A few words that have just been written one by one are slow to read as a vector.
  void choose_meetings(StageRows& rows, int y, int side) {
    const int words = window_.words;
    if (words <= kFewWords) {
      side < 0 ? choose<-1>(OneWord(), rows, y, words, meetings_) : choose<+1>(OneWord(), rows, y, words, meetings_);
    } else {
      side < 0 ? choose<-1>(Words(), rows, y, words, meetings_) : choose<+1>(Words(), rows, y, words, meetings_);
    }
  }

  // Cells beyond the world have no partner.
  void clear_beyond_edges() {
    for (const int w : {window_.first_real, window_.last_real - 1}) {
      for (BitRow* row : {&meetings_.falls, &meetings_.slides, &meetings_.from_above, &meetings_.from_diagonal}) {
        row->begin()[w] &= real_[w];
      }
    }
  }

  void hand_on(int s, const Neighbourhood& from, int y) {
    Stage& stage = stages_[s];
    Stage& next = stages_[s + 1];
    const OutputRow to{next.cells[ring(y)].begin(), next.rows.densities[ring(y)].begin()};
    how_.replace_row(from, meetings_, window_.first_real, window_.last_real, to, changed_.begin());
    if (y >= area_.y_begin && y < area_.y_end) note_changes(stage, y);
    take(s + 1, y);
  }

  void write_row(Stage& stage, const Neighbourhood& from, int y) {
    const bool with_densities = job_.states.carries_density();
    std::uint8_t* const cells = job_.to.cells.row(y);
    const OutputRow to{window_.own_is_whole ? cells + window_.x_begin : spare_cells_.begin(),
                       with_densities ? spare_densities_.begin() : nullptr};
    how_.replace_row(from, meetings_, window_.first_own, window_.last_own, to, changed_.begin());
    note_changes(stage, y);
    const int begin = area_.x_begin - window_.x_begin, end = area_.x_end - window_.x_begin;
    if (!window_.own_is_whole) std::copy(to.cells + begin, to.cells + end, cells + area_.x_begin);
    if (!with_densities) return;
    std::transform(to.densities + begin, to.densities + end, job_.to.density.row(y) + area_.x_begin, biased);
  }

  void note_changes(Stage& stage, int y) {
    const std::uint32_t bit = std::uint32_t{1} << (y % kChunkHeight);
    const Word* const changed = changed_.begin();
    for (int w = window_.first_own; w < window_.last_own; ++w) {
      const Word own = changed[w] & own_[w];
      stage.changed_columns[w] |= own;
      stage.changed_rows[w] |= own != 0 ? bit : 0;
    }
  }

  void report_changes(Stage& stage, int row) {
    for (int w = window_.first_own; w < window_.last_own; ++w) {
      const Word columns = std::exchange(stage.changed_columns[w], 0);
      const std::uint32_t rows = std::exchange(stage.changed_rows[w], 0);
      if (columns == 0) continue;
      any_changed_ = true;
      const int x =
          window_.x_begin + w * kWordCells + kChunkWidth;  // one chunk to the right, so that it is not negative
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
  bool any_changed_ = false;
  BitRow changed_;                          // of the row that is computed
  std::array<Word, kWordsMax> real_, own_;  // bits of the cells in the world, in the area
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

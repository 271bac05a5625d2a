// An area is computed row by row from the top. Steps follow each other three rows apart. Each step is a *stage* with a
// ring of the rows that the stage before it has made. Two rows would be enough, but bytes that were just written are
// slow to read in words of another size. Rows between two stages stay in the caches, so a pass reads and writes the
// world once for all its steps. cpu_row_steps.hpp has the work on one row.
//
// An area has a margin: cells around it that are computed but not written. Errors at the far end of a margin move two
// cells inwards with each step and never reach the area.
#define HWY_WANT_AVX3_DL  // bytes looked up in tables of 128
#include "automata/density/cpu_kernel.hpp"

#include <utility>

#include "automata/density/cpu_rows.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "automata/density/cpu_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "automata/density/cpu_narrow.hpp"
#include "automata/density/cpu_row_steps.hpp"

HWY_BEFORE_NAMESPACE();
namespace repose::density::HWY_NAMESPACE {
namespace {

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
#if HWY_TARGET <= HWY_AVX3 && HWY_TARGET != HWY_SCALAR
  if (NarrowStepper::suits(job, area)) return NarrowStepper(job, area, dirty).run();
#endif
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

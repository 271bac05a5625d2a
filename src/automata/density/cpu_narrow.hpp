// Steps of an area that is so narrow that a row with its margins is one vector, and is not near the edges of the world:
// a patch that moves in a world at rest. Row by row such an area would wait for each result: a row is too little work.
// So each part of a step goes over all rows before the next part begins, and the partners of eight rows are chosen in
// one operation. The cells stay in a small buffer from the first step of a pass to the last.
//
// As in cpu_kernel.cpp an area has margins, in which errors move two cells inwards with each step.
// Compiled anew for every kind of vector.
#include <algorithm>
#include <array>

#include "automata/density/cpu_rows.hpp"

#if defined(REPOSE_DENSITY_CPU_NARROW) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_DENSITY_CPU_NARROW
#undef REPOSE_DENSITY_CPU_NARROW
#else
#define REPOSE_DENSITY_CPU_NARROW
#endif

#include <hwy/highway.h>

#include "automata/density/cpu_row_steps.hpp"

HWY_BEFORE_NAMESPACE();
namespace repose::density::HWY_NAMESPACE {
namespace {

#if HWY_TARGET <= HWY_AVX3 && HWY_TARGET != HWY_SCALAR

class NarrowStepper {
 public:
  NarrowStepper(const PassJob& job, const CellArea& area, DirtyChunks& dirty)
      : job_(job),
        area_(area),
        dirty_(dirty),
        states_(job.states),
        reach_(kStepReach * job.step_count),
        rows_(area.y_end - area.y_begin + 2 * reach_),
        own_(bits_between(reach_, reach_ + area.x_end - area.x_begin)) {}

  static bool suits(const PassJob& job, const CellArea& area) {
    const int reach = kStepReach * job.step_count;
    return job.states.few() && area.x_end - area.x_begin + 2 * reach <= kWordCells &&
           area.y_end - area.y_begin + 2 * reach <= kRowsMax && area.x_begin >= reach && area.y_begin >= reach &&
           area.x_end + reach <= job.width && area.y_end + reach <= job.height;
  }

  bool run() {
    for (int y = 0; y < rows_; ++y) store(load(job_.from.cells.row(area_.y_begin - reach_ + y) + x()), cells_[0][y]);
    changed_.fill(0);
    for (int s = 0; s < job_.step_count; ++s) {
      (job_.first_bias == Bias::left) == (s % 2 == 0) ? step<-1>(s) : step<+1>(s);
    }
    const auto own = mask_of(own_);
    for (int y = reach_; y < rows_ - reach_; ++y) {
      hn::BlendedStore(load(cells_[job_.step_count % 2][y]), own, Cells(),
                       job_.to.cells.row(area_.y_begin - reach_ + y) + x());
    }
    return report();
  }

 private:
  static constexpr int kRowsMax = 96;
  using Rows = std::array<Word, kRowsMax + 16>;  // bits; and what vectors overrun
  using RowsOfCells = std::uint8_t[kRowsMax][kWordCells];

  int x() const { return area_.x_begin - reach_; }
  static hn::Mask<Cells> mask_of(const Word& bits) { return load_bits(&bits, 0); }

  // In the step with number s the rows 2 * s .. rows_ - 2 * s - 1 are right.
  template <int kSide>
  void step(int s) {
    const int begin = kStepReach * s, end = rows_ - kStepReach * s;
    compare<kSide>(cells_[s % 2], begin, end);
    choose<kSide>(begin + kStepReach, end - kStepReach);
    replace<kSide>(cells_[s % 2], cells_[(s + 1) % 2], begin + kStepReach, end - kStepReach);
  }

  // The bit rows of cpu_row_steps.hpp.
  template <int kSide>
  void compare(const RowsOfCells& cells, int begin, int end) {
    const Densities d;
    const FewStates states = states_;
    const auto wall = hn::Set(d, kBiasedWall);
    const auto densities = [&](int y) HWY_ATTR { return hn::BitCast(d, states.densities(load(cells[y]))); };
    auto above = densities(begin), self = above;
    for (int y = begin; y + 1 < end; ++y) {
      const auto below = densities(y + 1);
      const auto is_lighter = hn::Lt(below, self), is_diagonal = hn::Lt(aside<kSide>(below), self);
      store_bits(d, is_lighter, lighter_.data(), y * kWordCells);
      store_bits(d, is_diagonal, diagonal_.data(), y * kWordCells);
      store_bits(d, hn::Lt(below, above), lifted_.data(), y * kWordCells);
      store_bits(d, hn::AndNot(hn::Or(is_lighter, hn::Eq(self, wall)), is_diagonal), slides_.data(), y * kWordCells);
      above = self;
      self = below;
    }
  }

  // Lane x becomes what is in lane x + kSide.
  template <int kSide, class Lanes>
  static Lanes aside(Lanes lanes) {
    const hn::Repartition<Word, Cells> words;
    const auto whole = hn::BitCast(words, lanes);
    const Bytes bytes = hn::BitCast(Cells(), lanes);
    alignas(64) static constexpr Word kNext[] = {1, 2, 3, 4, 5, 6, 7, 7}, kLast[] = {0, 0, 1, 2, 3, 4, 5, 6};
    if constexpr (kSide > 0) {
      const auto next = hn::TableLookupLanes(whole, hn::SetTableIndices(words, kNext));
      return hn::BitCast(hn::DFromV<Lanes>(), hn::Or(hn::ShiftRight<8>(whole), hn::ShiftLeft<56>(next)));
    } else {
      const auto last = hn::TableLookupLanes(whole, hn::SetTableIndices(words, kLast));
      return hn::BitCast(hn::DFromV<Lanes>(), hn::Or(hn::ShiftLeft<8>(whole), hn::ShiftRight<56>(last)));
    }
  }

  // As choose() in cpu_row_steps.hpp, for eight rows at a time. A lane is a row.
  template <int kSide>
  void choose(int begin, int end) {
    const Words d;
    const auto ones = hn::Set(d, ~Word{0});
    const auto row = [d](const Rows& rows, int y) HWY_ATTR { return hn::LoadU(d, rows.data() + y); };
    for (int y = begin; y < end; y += static_cast<int>(hn::Lanes(d))) {
      const auto up = row(lighter_, y - 1), lighter = row(lighter_, y), down = row(lighter_, y + 1);
      const auto diagonal_down = row(diagonal_, y + 1), lifted = row(lifted_, y + 1);
      const auto down_aside = beside<kSide>(down);
      const auto falls =
          hn::And(hn::AndNot(up, lighter), hn::Or(hn::Or(down, down_aside), hn::Xor(diagonal_down, ones)));
      const auto landing = hn::Or(hn::Xor(down_aside, ones), beside<kSide>(lifted));
      const auto beyond = hn::Or(hn::Xor(beside<kSide>(diagonal_down), ones), beside<2 * kSide>(down));
      const auto free_to_slide = hn::AndNot(beside<kSide>(lighter), row(slides_, y));
      const auto slides_down = hn::And(free_to_slide, hn::And(landing, beyond));
      const auto from_above = hn::AndNot(slides_down, hn::AndNot(row(lighter_, y - 2), up));
      const auto taken = hn::Or(hn::Or(falls, slides_down), from_above);
      hn::StoreU(falls, d, falls_.data() + y);
      hn::StoreU(slides_down, d, slides_down_.data() + y);
      hn::StoreU(from_above, d, from_above_.data() + y);
      hn::StoreU(hn::AndNot(taken, beside<-kSide>(row(slides_, y - 1))), d, from_diagonal_.data() + y);
    }
  }
  // Bit x becomes bit x + kBy.
  template <int kBy, class Lanes>
  static Lanes beside(Lanes rows) {
    if constexpr (kBy > 0) return hn::ShiftRight<kBy>(rows);
    if constexpr (kBy < 0) return hn::ShiftLeft<-kBy>(rows);
  }

  template <int kSide>
  void replace(const RowsOfCells& from, RowsOfCells& to, int begin, int end) {
    const FewStates states = states_;
    const Word own = own_;
    for (int y = begin; y < end; ++y) {
      const Bytes self = load(from[y]), above = load(from[y - 1]), below = load(from[y + 1]);
      Bytes partner = hn::IfThenElse(mask_of(from_diagonal_[row(y)]), aside<-kSide>(above), self);
      partner = hn::IfThenElse(mask_of(from_above_[row(y)]), above, partner);
      partner = hn::IfThenElse(mask_of(slides_down_[row(y)]), aside<kSide>(below), partner);
      partner = hn::IfThenElse(mask_of(falls_[row(y)]), below, partner);
      const Bytes next = states.next(self, partner);
      store(next, to[y]);
      Word changed = 0;
      store_bits(Cells(), hn::Ne(next, self), &changed, 0);
      if (y >= reach_ && y < rows_ - reach_) changed_[row(y)] |= changed & own;
    }
  }
  static std::size_t row(int y) { return static_cast<std::size_t>(y); }

  // Returns whether any cell has changed.
  bool report() {
    bool any = false;
    for (int y = area_.y_begin; y < area_.y_end;) {
      const int chunk_row = y / kChunkHeight, end = std::min((chunk_row + 1) * kChunkHeight, area_.y_end);
      Word columns = 0;
      std::uint32_t rows = 0;
      for (; y < end; ++y) {
        const Word changed = changed_[row(y - area_.y_begin + reach_)];
        columns |= changed;
        rows |= changed != 0 ? std::uint32_t{1} << (y % kChunkHeight) : 0;
      }
      if (columns == 0) continue;
      any = true;
      const int column = x() / kChunkWidth, offset = x() % kChunkWidth;
      if (const Word left = columns << offset; left != 0) dirty_.record(column, chunk_row, left, rows);
      if (const Word right = offset == 0 ? 0 : columns >> (kWordCells - offset); right != 0)
        dirty_.record(column + 1, chunk_row, right, rows);
    }
    return any;
  }

  const PassJob& job_;
  const CellArea& area_;
  DirtyChunks& dirty_;
  const FewStates states_;
  const int reach_, rows_;  // of the buffer, margins included
  const Word own_;          // the columns of the area
  alignas(64) RowsOfCells cells_[2];
  Rows lighter_, diagonal_, lifted_, slides_, falls_, slides_down_, from_above_, from_diagonal_;
  Rows changed_;
};

#endif

}  // namespace
}  // namespace repose::density::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

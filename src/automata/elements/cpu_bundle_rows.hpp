// The rows of a bundle: mirroring, what is held up, and cells copied to and from the planes. Compiled anew for every
// kind of vector.
#include <algorithm>
#include <array>
#include <cstdint>

#if defined(REPOSE_ELEMENTS_CPU_BUNDLE_ROWS) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_ELEMENTS_CPU_BUNDLE_ROWS
#undef REPOSE_ELEMENTS_CPU_BUNDLE_ROWS
#else
#define REPOSE_ELEMENTS_CPU_BUNDLE_ROWS
#endif

#include <hwy/highway.h>

#include "automata/elements/cpu_vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace repose::elements::HWY_NAMESPACE {
namespace {

class BundleRows {
 protected:
  BundleRows(Bundle& bundle, const BundleTable& table, CellPlanes& planes)
      : bundle_(bundle), table_(table), planes_(planes) {
    mirrored_.fill(0);
    // Rows below the world are not looked at.
    for (std::size_t k = 0; k < Bundle::kLanes; ++k) {
      const int top = bundle.lanes[k < static_cast<std::size_t>(bundle.count) ? k : 0].top;
      last_row_[k] = static_cast<std::uint32_t>(std::clamp(bundle.height - 1 - top, 0, Bundle::kSide - 1));
      in_use_[k] = k < static_cast<std::size_t>(bundle.count) ? ~0u : 0;
    }
  }

  static constexpr int kRow = Bundle::kStored * Bundle::kLanes;  // bytes
  static constexpr int kColumn = Bundle::kLanes;
  static constexpr int kWords = static_cast<int>(hn::MaxLanes(D()));
  using B = hn::Full128<std::uint8_t>;
  using V8 = hn::Vec<B>;
  using M8 = hn::Mask<B>;

  struct Columns {
    int begin = 0, end = 0;
  };

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static std::uint8_t* row(Bundle::Cells& cells, int r) { return cells[Bundle::at(r)][Bundle::at(0)].data(); }
  static V8 bytes(const std::uint8_t* from) { return hn::Load(B(), from); }
  static M8 is_zero(V8 of) { return hn::Eq(of, hn::Zero(B())); }
  static bool any_of(M8 mask) { return !hn::AllFalse(B(), mask); }

  // ---- rows ----

  // The lanes in which a cell of the row has a turn.
  M8 due_in(int r) {
    const std::uint8_t *const element = row(bundle_.element, r), *const marks = row(bundle_.marks, r);
    M8 due = hn::Ne(hn::Zero(B()), hn::Zero(B()));
    for (int c = Bundle::kGroupBegin; c < Bundle::kGroupEnd; ++c) {
      const V8 no_turn = hn::And(bytes(marks + c * kColumn), hn::Set(B(), Bundle::kServed | Bundle::kNoTurn));
      due = hn::Or(due, hn::AndNot(is_zero(bytes(element + c * kColumn)), is_zero(no_turn)));
    }
    return due;
  }

  // Whether any cell of the row may make a late move: there is nothing below it, or it may slide.
  bool may_move_late(int r) {
    const std::uint8_t *const element = row(bundle_.element, r), *const marks = row(bundle_.marks, r);
    M8 may = hn::Ne(hn::Zero(B()), hn::Zero(B()));
    for (int c = columns_.begin; c < columns_.end; ++c) {
      const std::uint8_t* const here = element + c * kColumn;
      const V8 stays = hn::And(bytes(marks + c * kColumn), hn::Set(B(), Bundle::kServed | Bundle::kNoLateMove));
      may = hn::Or(may, hn::And(hn::AndNot(is_zero(bytes(here)), is_zero(stays)), is_loose(here, c)));
    }
    return any_of(may);
  }

  M8 is_loose(const std::uint8_t* here, int c) const {
    const std::uint8_t* const below = here + kRow;
    M8 loose = hn::Or(is_zero(bytes(below)), hn::Or(is_zero(bytes(below - kColumn)), is_zero(bytes(below + kColumn))));
    if (slides_at(c)) {
      const V8 own = bytes(here);
      loose = hn::Or(loose, hn::Or(hn::Ne(bytes(here - kColumn), own), hn::Ne(bytes(here + kColumn), own)));
    }
    return loose;
  }

  // Whether held-up cells of the column slide in this late move. Of a mirrored row it is the same columns.
  bool slides_at(int c) const { return holds_up_ && c >= Bundle::kGroupBegin && c < Bundle::kGroupEnd; }

  // Gives the rows from r - `above` to r + 1 the direction of row r.
  void mirror_rows(int r, int above) {
    for (std::size_t k = 0; k < Bundle::kLanes; ++k) {
      mirrored_[k] = bundle_.lanes[k].rightwards[index(r)] || in_use_[k] == 0 ? 0 : ~0u;
    }
    mirrored_above_ = above;
    mirror(r - above, r + 1);
  }

  void mirror_rows_back(int r, int above) {
    mirror(r - above, r + 1);
    mirrored_.fill(0);
  }

  void mirror(int first, int last) {
    alignas(kColumn) std::uint8_t lanes[Bundle::kLanes];
    bool some = false;
    for (std::size_t k = 0; k < Bundle::kLanes; ++k) {
      lanes[k] = mirrored_[k] != 0 ? 0xff : 0;
      some |= mirrored_[k] != 0;
    }
    if (!some) return;
    const V8 mask = hn::Load(B(), lanes);
    for (int r = first; r <= last; ++r) {
      mirror_row(row(bundle_.element, r), mask);
      mirror_row(row(bundle_.energy, r), mask);
      mirror_row(row(bundle_.marks, r), mask);
    }
    if (holds_up_) mirror_row(falling_below_[Bundle::at(0)].data(), mask);
  }

  // With the cells beside the columns that have a turn.
  void mirror_row(std::uint8_t* cells, V8 mask) const {
    for (int c = columns_.begin - 1; c < Bundle::kSide / 2; ++c) {
      std::uint8_t *const one = cells + c * kColumn, *const other = cells + (Bundle::kSide - 1 - c) * kColumn;
      const V8 first = bytes(one), second = bytes(other);
      const V8 change = hn::And(hn::Xor(first, second), mask);
      hn::Store(hn::Xor(first, change), B(), one);
      hn::Store(hn::Xor(second, change), B(), other);
    }
  }

  // ---- what is held up ----

  V sinks(const std::uint8_t* cells) const {
    return hn::And(look_up(table_.kinds, load(cells)), word(BundleTable::kSinks));
  }

  // falling_below_: whether all cells of a column from two rows below the present row on can fall, down to the first
  // row of the upper group, to the border or to the end of the block.
  void begin_columns() {
    for (auto& cells : falling_below_) cells.fill(1);
  }

  void end_row(int r) {
    if (r + 1 >= Bundle::kSide) return;
    for (int lane = 0; lane < Bundle::kLanes; lane += kWords) {
      const M in_world = hn::Not(less(hn::Load(D(), &last_row_[index(lane)]), word(static_cast<std::uint32_t>(r + 1))));
      for (int c = Bundle::kGroupBegin; c < Bundle::kGroupEnd; ++c) {
        std::uint8_t* const below = row(bundle_.element, r + 1) + c * kColumn + lane;
        std::uint8_t* const all = falling_below_[Bundle::at(c)].data() + lane;
        const M falls = either(hn::Ne(sinks(below), zero()), hn::Not(in_world));
        store(hn::IfThenElseZero(falls, load(all)), all);
      }
    }
  }

  // ---- a cell and those around it, in the planes ----

  // Calls visit(i, j, index in the planes) for the cell at [i][j] of `element`, if it is in block and world.
  template <class Visit>
  void visit_cell(int lane, int r, int c, bool mirrored, Visit visit) {
    const Bundle::Lane& of = bundle_.lanes[index(lane)];
    const int x = of.left + c, y = of.top + r;
    if (c < 0 || c >= Bundle::kSide || r < 0 || r >= Bundle::kSide) return;
    if (x < 0 || y < 0 || x >= bundle_.width || y >= bundle_.height) return;
    visit(Bundle::at(r), Bundle::at(mirrored ? Bundle::kSide - 1 - c : c), planes_.index(x, y));
  }

  // The 3 x 3 cells around a cell, and those below it.
  template <class Visit>
  void visit_around(int lane, int r, int c, Visit visit) {
    const bool mirrored = mirrored_[index(lane)] != 0;
    for (int row = -1; row <= 1; ++row) {
      for (int column = -1; column <= 1; ++column) {
        visit_cell(lane, r + row, c + column, mirrored && row >= -mirrored_above_, visit);
      }
    }
  }

  void write_around(int lane, int r, int c) {
    const auto write = [&](std::size_t i, std::size_t j, std::size_t to) {
      const std::uint8_t element = bundle_.element[i][j][index(lane)];
      planes_.element[to] = bundle_.walls && element == table_.wall ? std::uint8_t{0} : element;
      planes_.energy[to] = bundle_.energy[i][j][index(lane)];
    };
    visit_around(lane, r, c, write);
    for (int below = r + 2; below < Bundle::kSide; ++below) visit_cell(lane, below, c, false, write);
  }

  void read_around(int lane, int r, int c, std::uint32_t served) {
    int count = 0;
    const bool mirrored = mirrored_[index(lane)] != 0;
    for (int row = -1; row <= 1; ++row) {
      for (int column = -1; column <= 1; ++column, ++count) {
        visit_cell(lane, r + row, c + column, mirrored && row >= -mirrored_above_,
                   [&](std::size_t i, std::size_t j, std::size_t from) {
                     std::uint8_t& element = bundle_.element[i][j][index(lane)];
                     if (!bundle_.walls || element != table_.wall) element = planes_.element[from];
                     bundle_.energy[i][j][index(lane)] = planes_.energy[from];
                     std::uint8_t& marks = bundle_.marks[i][j][index(lane)];
                     const bool flies = planes_.speed[from] != Velocity{};
                     marks = static_cast<std::uint8_t>((marks & ~Bundle::kFlies) | (served >> count & 1) |
                                                       (flies ? Bundle::kFlies : 0));
                     bundle_.flies |= flies;
                   });
      }
    }
  }

  Bundle& bundle_;
  const BundleTable& table_;
  CellPlanes& planes_;
  bool holds_up_ = false;               // cells of the present row may be held up
  int mirrored_above_ = 0;              // how many rows above the present one are mirrored with it
  Columns columns_;                     // of the present turns or late moves
  alignas(64) Bundle::Words in_use_;    // of the lanes in use
  alignas(64) Bundle::Words mirrored_;  // of the lanes whose present row is scanned from right to left
  alignas(64) Bundle::Words last_row_;  // of the world
  alignas(64) Bundle::Row falling_below_;
};

}  // namespace
}  // namespace repose::elements::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

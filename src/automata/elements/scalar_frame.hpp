// A frame of the elements automaton in plain loops: together with scalar_turns.hpp the specification that the backends
// must match byte for byte. docs/automata.md describes it in words.
#pragma once

#include <algorithm>
#include <cstdint>

#include "automata/elements/scalar_turns.hpp"

namespace repose::elements {

// Rows are scanned from bottom to top, and a turn reaches one row up. So a row after a pass depends on the rows below
// it, and on this many rows above it before the pass.
inline constexpr int kRowsBefore = 3;

// Computes a frame of a whole world, or of an area. In an area only the blocks that are completely inside it (apart
// from rows above the wanted row) take their turns; the cells of other blocks are wrong afterwards.
template <class Watch>
class ScalarFrame {
 public:
  ScalarFrame(const Rules& rules, const Parameters& parameters, CellArea& cells, Watch watch)
      : rules_(rules),
        parameters_(parameters),
        width_(cells.world_width),
        height_(cells.world_height),
        area_(cells),
        turns_(rules, parameters, cells, watch) {}

  void run(std::uint64_t seed, std::uint32_t number) {
    seed_ = seed;
    frame_ = number;
    turns_.begin_frame(seed, number);
    for (Cell& cell : area_.cells) cell.served = false;
    if (width_ > 2 && height_ > 2) {
      if (parameters_.sources) pour();
      if (parameters_.block == 0) {
        turns_.begin_block(nullptr, {}, 0);
        scan_world();
      } else {
        scan_blocks();
      }
    }
    clear_border();
  }

 private:
  template <class Visit>
  static void for_each_in_row(const Area& area, int y, bool rightwards, Visit visit) {
    for (int i = 0; i < area.x_end - area.x_begin; ++i) visit(rightwards ? area.x_begin + i : area.x_end - 1 - i, y);
  }

  void pour() {
    const auto count = static_cast<int>(rules_.sources().size());
    const int spacing = width_ / (count + 1);
    for (int i = 0; i < kSourceWidth; ++i) {
      if (!happens(random_u32(seed_, frame_, static_cast<std::uint32_t>(i), 0, kSourceSalt), kSourcePours)) continue;
      for (int source = 0; source < count; ++source) {
        const int x = spacing * (source + 1) + i;
        if (!turns_.is_border(std::min(x, width_ - 1), 1))
          turns_.fill(x, 1, rules_.sources()[static_cast<std::size_t>(source)], Cause::source);
      }
    }
  }

  // The cells that may take turns: those inside the border of the world; in an area, those whose neighbours are all
  // inside it.
  Area inner() const {
    const Area& area = area_.area;
    return {std::max(1, area.x_begin + (area.x_begin > 0 ? 1 : 0)),
            std::max(1, area.y_begin + (area.y_begin > 0 ? 1 : 0)), area.x_end - 1, area.y_end - 1};
  }

  // The original's order: bottom to top, each row from left to right or from right to left.
  void scan_world() {
    const Area all = inner();
    for (int y = all.y_end - 1; y >= all.y_begin; --y) scan_row(all, y, scans_rightwards(seed_, frame_, 1, y));
  }

  void scan_blocks() {
    const Lattice lattice(parameters_.block, seed_, frame_, width_, height_);
    for (int pass = 0; pass < Lattice::kPasses; ++pass) {
      for (int row = first_block(lattice.period_y(), area_.area.y_begin);
           row < lattice.rows() && !is_below(lattice, pass, row); ++row) {
        for (int column = first_block(lattice.period_x(), area_.area.x_begin); column < lattice.columns(); ++column) {
          if (is_right_of(lattice, pass, column)) break;
          if (lies_here(lattice.block(lattice.pass_class(pass), column, row), pass))
            scan_block(lattice, pass, column, row);
        }
      }
      turns_.draw_waiting();
    }
  }

  // The first block that may be in the area, along one axis on which the periods begin at `start`.
  int first_block(int start, int area_begin) const { return std::max(0, (area_begin - start) / parameters_.block - 1); }
  bool is_below(const Lattice& lattice, int pass, int row) const {
    return lattice.block(lattice.pass_class(pass), 0, row).y_begin >= area_.area.y_end;
  }
  bool is_right_of(const Lattice& lattice, int pass, int column) const {
    return lattice.block(lattice.pass_class(pass), column, 0).x_begin >= area_.area.x_end;
  }
  bool lies_here(const Area& block, int pass) const {
    const Area& area = area_.area;
    const int y_begin = std::max(block.y_begin, first_row(pass) - kRowsBefore);
    return block.x_begin >= area.x_begin && y_begin >= area.y_begin && block.x_end <= area.x_end &&
           block.y_end <= area.y_end;
  }
  // The first row that must be right after a pass.
  int first_row(int pass) const { return area_.wanted_row - kRowsBefore * (Lattice::kPasses - 1 - pass); }

  void scan_block(const Lattice& lattice, int pass, int column, int row) {
    const Area group = lattice.group(lattice.pass_class(pass), column, row);
    const Area block = lattice.block(lattice.pass_class(pass), column, row);
    turns_.begin_block(
        &lattice, block,
        static_cast<std::size_t>(row) * static_cast<std::size_t>(lattice.columns()) + static_cast<std::size_t>(column));
    // A late fall ends one row lower; a turn reaches one row up.
    for (int y = group.y_end - 1; y >= std::max(group.y_begin, first_row(pass) - 2); --y) {
      if (!group.empty()) scan_row(group, y, lattice.rightwards(group, y));
    }
    const auto visit_late = [&](int x, int y) {
      const bool had_turn = turns_.may_move_late(x, y) && !turns_.is_border(x, y) && lattice.pass_of(x, y) <= pass;
      if (had_turn) turns_.move_late(x, y, lattice.slides_now(group, pass, x, y));
    };
    for (int y = block.y_end - 1; y >= std::max(block.y_begin, first_row(pass) - 1); --y) {
      for_each_in_row(block, y, lattice.rightwards(group, y), visit_late);
    }
  }

  void scan_row(const Area& area, int y, bool rightwards) {
    for_each_in_row(area, y, rightwards, [this](int tx, int ty) { turns_.take_turn(tx, ty); });
  }

  void clear_border() {
    for (int y = area_.area.y_begin; y < area_.area.y_end; ++y) {
      for (int x = area_.area.x_begin; x < area_.area.x_end; ++x) {
        if (!turns_.is_border(x, y)) continue;
        Cell& cell = turns_.at(x, y);
        if (cell.element != 0) turns_.watch().leave({x, y}, cell.element);
        cell = {};
      }
    }
  }

  const Rules& rules_;
  const Parameters& parameters_;
  int width_, height_;  // of the world
  CellArea& area_;
  ScalarTurns<Watch> turns_;
  std::uint64_t seed_ = 0;
  std::uint32_t frame_ = 0;
};

}  // namespace repose::elements

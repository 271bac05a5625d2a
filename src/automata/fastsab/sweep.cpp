#include "automata/fastsab/sweep.hpp"

#include <bit>

namespace repose::fastsab {
namespace {

class Sweep {
 public:
  Sweep(ColumnGrid& grid, const Substances& substances, const Parameters& parameters, const SweepOrder& order)
      : grid_(grid), substances_(substances), parameters_(parameters), words_(order.seed, order.step) {}

  // What becomes active on the way (a grain that slid to the right and dissolves) is visited too, so each word is read
  // again after each visit.
  void visit_column(int x) {
    word_of_column_ = words_.column(x);
    const std::uint64_t* visited = grid_.visited.column(x);
    for (int i = 0; i < grid_.summary_words(); ++i) {
      std::uint64_t ahead = ~std::uint64_t{0};
      while ((visited[i] & ahead) != 0) {
        const int bit = std::countr_zero(visited[i] & ahead);
        visit_word_of_cells(x, i * kWordCells + bit);
        ahead = bit == kWordCells - 1 ? 0 : ~std::uint64_t{0} << (bit + 1);
      }
    }
  }

 private:
  void visit_word_of_cells(int x, int w) {
    const std::uint64_t &active = grid_.active.column(x)[w], &voids = grid_.voids.column(x)[w];
    std::uint64_t ahead = ~std::uint64_t{0};
    for (std::uint64_t bits = active & ~voids; bits != 0; bits = active & ~voids & ahead) {
      const int bit = std::countr_zero(bits);
      visit(x, w * kWordCells + bit);
      if (bit == kWordCells - 1) break;
      ahead = ~std::uint64_t{0} << (bit + 1);
    }
  }

  void visit(int x, int y) {
    const Grain& grain = substances_.at(element(x, y));
    if (grain.falls && !grid_.processed.has(x, y) && !grid_.processed.has(x, y + 1)) {
      if (grid_.voids.has(x, y + 1)) return move_to_void(x, y, x, y + 1);
      if (substances_.sinks_into(element(x, y), element(x, y + 1)) && one_in(kSinkOneIn, word(y), kSinkDraw)) sink(x, y);
    }
    if (parameters_.dissolving && (grid_.traits.column(x)[y] & kDissolverTrait) != 0) dissolve(x, y);
    if (!grid_.processed.has(x, y)) slide(x, y, grain.friction);
  }

  std::uint8_t element(int x, int y) const { return grid_.cells.column(x)[y]; }
  std::uint32_t word(int y) const { return words_.of_row(word_of_column_, y); }
  bool is_free(int x, int y) const {
    return (grid_.voids.column(x)[y / kWordCells] & ~grid_.processed.column(x)[y / kWordCells] & bit_of(y)) != 0;
  }

  // Only what dissolves has anything left to do where it arrives.
  void keep_active(int x, int y, std::uint8_t trait) {
    if ((trait & kDissolverTrait) == 0) return;
    grid_.active.set(x, y);
    grid_.visited.set(x, y / kWordCells);
  }

  void move_to_void(int x, int y, int nx, int ny) {
    const std::uint8_t trait = grid_.traits.column(x)[y];
    grid_.put(nx, ny, element(x, y), trait);
    grid_.put(x, y, 0, 0);
    grid_.processed.set(x, y);
    grid_.processed.set(nx, ny);
    keep_active(nx, ny, trait);
  }

  void sink(int x, int y) {
    const std::uint8_t upper = element(x, y), upper_trait = grid_.traits.column(x)[y];
    grid_.put(x, y, element(x, y + 1), grid_.traits.column(x)[y + 1]);
    grid_.put(x, y + 1, upper, upper_trait);
    grid_.processed.set(x, y);
    grid_.processed.set(x, y + 1);
    keep_active(x, y + 1, upper_trait);
  }

  void dissolve(int x, int y) {
    const std::uint8_t self = element(x, y);
    std::uint32_t draw = kFirstLookDraw;
    for (const Offset& to : kNeighbours) {
      const std::uint32_t odds = substances_.dissolve(self, element(x + to.dx, y + to.dy));
      if (odds > 0 && one_in(odds, word(y), draw)) grid_.put(x + to.dx, y + to.dy, 0, 0);
      ++draw;
    }
  }

  void slide(int x, int y, int friction) {
    const bool varies = friction >= kShortenedFriction;
    // Most grains can go nowhere, whatever the lots say.
    if (!is_free(x - friction, y) && !is_free(x + friction, y) &&
        !(varies && (is_free(x - friction + 1, y) || is_free(x + friction - 1, y)))) {
      return grid_.processed.set(x, y);
    }
    const SlideDraw draw = draw_slide(word(y));
    const int columns = friction - (varies && draw.shorter ? 1 : 0);
    const bool left = is_free(x - columns, y) && is_way_open(x, y, -columns);
    const bool right = is_free(x + columns, y) && is_way_open(x, y, columns);
    if (!left && !right) return grid_.processed.set(x, y);
    int side = draw.side;
    if (side != 0) side = left && right ? side : left ? -1 : +1;
    if (draw.left_edge && right && is_free(x - columns, y + 1)) side = -1;
    if (draw.right_edge && left && is_free(x + columns, y + 1)) side = +1;
    if (side == 0) return;
    const int nx = x + side * columns;
    if (grid_.voids.has(nx, y) && is_way_open(x, y, side * columns)) move_to_void(x, y, nx, y);
  }

  bool is_way_open(int x, int y, int columns) const {
    if (parameters_.thin_walls_leak) return true;
    const int side = columns < 0 ? -1 : +1;
    for (int nx = x + side; nx != x + columns; nx += side) {
      if (!grid_.voids.has(nx, y) && !substances_.at(element(nx, y)).liquid) return false;
    }
    return true;
  }

  ColumnGrid& grid_;
  const Substances& substances_;
  const Parameters& parameters_;
  VisitWords words_;
  std::uint32_t word_of_column_ = 0;
};

}  // namespace

void sweep(ColumnGrid& grid, const Substances& substances, const Parameters& parameters, const SweepOrder& order) {
  Sweep sweep(grid, substances, parameters, order);
  for (int i = 0; i < grid.width(); ++i) sweep.visit_column(order.from_right ? grid.width() - 1 - i : i);
}

}  // namespace repose::fastsab

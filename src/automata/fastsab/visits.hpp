// A visit to one cell, as in scalar.cpp. The kernel uses it where cells of a column depend on one another.
#pragma once

#include "automata/fastsab/bit_grid.hpp"

namespace repose::fastsab {

class Visits {
 public:
  Visits(BitGrid& grid, const Substances& substances, const Parameters& parameters)
      : grid_(grid), substances_(substances), parameters_(parameters) {}

  // Call it before visits to another column. The word is that of VisitWords::column().
  void begin_column(std::uint32_t word) { word_of_column_ = word; }
  void visit(int x, int y);
  // Visits all active cells of the column in turn. Void cells that are active keep grains out of themselves, so no two
  // visits of a column are independent.
  void visit_column(int x);

 private:
  bool is_processed(int x, int y) { return (grid_.processed(x)[word_of(y)] & bit_of(y)) != 0; }
  bool is_free(int x, int y) { return grid_.is_void(x, y) && !is_processed(x, y); }
  std::uint32_t word(int y) const { return VisitWords::of_row(word_of_column_, y); }
  void set_processed(int x, int y);
  void visit_void(int x, int y);
  void swap(int x, int y, int nx, int ny);
  void look(int x, int y);
  void slide(int x, int y);
  bool is_way_open(int x, int y, int columns) const;

  BitGrid& grid_;
  const Substances& substances_;
  const Parameters& parameters_;
  std::uint32_t word_of_column_ = 0;
};

}  // namespace repose::fastsab

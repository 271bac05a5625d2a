// Which parts of a shaded picture of cells have changed since the picture before, tile by tile. The others need not be
// shaded again: where shaders run on the processor, shading costs more than everything else.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "render/motion.hpp"
#include "render/visible_area.hpp"
#include "repose/cell_view.hpp"

namespace repose::shading {

class StaleTiles {
 public:
  static constexpr int kSide = 16;  // cells

  // What changes although the cells do not, since the picture before.
  struct Clocks {
    bool flicker = false, shimmer = false, fallen = false;
  };

  // The parts of `drawn` to shade again, as rectangles that do not overlap; all of it the first time, after forget(),
  // and when the area has changed. `classes` are those of `cells` in an area that contains all that the picture of
  // `drawn` reads.
  const std::vector<Area>& find(const PlaneRows<std::uint8_t>& cells, const CellClasses& classes, const Area& drawn,
                                const Palette& palette, const Looks& looks, Clocks clocks);
  void forget() { area_ = {}; }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y - area_.y.begin) * static_cast<std::size_t>(area_.x.size()) +
           static_cast<std::size_t>(x - area_.x.begin);
  }
  // Compares with the picture before, which becomes this one.
  void find_changed(const PlaneRows<std::uint8_t>& cells, const CellClasses& classes);
  bool row_may_be_stale(int y, bool changed_above) const;
  // Which cells of a row must be shaded again, in `stale_`.
  void find_in_row(int y);
  // Adds cells that show another cell, and elements that look different now.
  void add_shown(int y);
  void find_tiles();
  void add_parts(int top);

  struct Row {
    bool changed = false;   // something in it has changed since the picture before
    bool animated = false;  // something in it falls, foams or sprays
    bool borrows = false;   // some cell shows the matter of another one
  };

  Area area_, drawn_;
  std::vector<std::uint8_t> cells_, changed_;  // of the area, row by row
  std::vector<CellClass> classes_;
  std::vector<Row> rows_;                     // of the area
  std::vector<std::uint8_t> since_;           // for each column: rows left in which a change above may still matter
  std::vector<std::uint8_t> stale_;           // of a row of the area, cell by cell
  std::vector<std::uint8_t> stale_tiles_;     // of a row of tiles
  std::array<bool, kElementsMax> changes_{};  // elements that look different now although they have not changed
  bool any_changes_ = false;
  bool falls_change_ = false, foam_changes_ = false;
  std::vector<Area> parts_;
};

}  // namespace repose::shading

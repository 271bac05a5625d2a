#include "core/dirty_chunks.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

namespace repose {

void DirtyChunks::Box::unite(int left, int top, int right, int bottom) {
  x_begin = static_cast<std::uint8_t>(std::min<int>(x_begin, left));
  y_begin = static_cast<std::uint8_t>(std::min<int>(y_begin, top));
  x_end = static_cast<std::uint8_t>(std::max<int>(x_end, right));
  y_end = static_cast<std::uint8_t>(std::max<int>(y_end, bottom));
}

DirtyChunks::DirtyChunks(int width, int height)
    : width_(width),
      height_(height),
      columns_((width + kChunkWidth - 1) / kChunkWidth),
      rows_((height + kChunkHeight - 1) / kChunkHeight),
      stride_(static_cast<std::size_t>(columns_) + 2),
      boxes_(stride_ * (static_cast<std::size_t>(rows_) + 2)),
      may_be_dirty_(static_cast<std::size_t>(rows_) + 2) {
  mark({0, 0, width, height});
}

void DirtyChunks::mark(const CellArea& area) {
  at_rest_ = false;
  for (int row = area.y_begin / kChunkHeight; row * kChunkHeight < area.y_end; ++row) {
    may_be_dirty_[static_cast<std::size_t>(row) + 1] = 1;
    const int top = std::max(area.y_begin - row * kChunkHeight, 0);
    const int bottom = std::min(area.y_end - row * kChunkHeight, kChunkHeight);
    for (int column = area.x_begin / kChunkWidth; column * kChunkWidth < area.x_end; ++column) {
      const int left = std::max(area.x_begin - column * kChunkWidth, 0);
      const int right = std::min(area.x_end - column * kChunkWidth, kChunkWidth);
      for (Box& box : boxes_[index(column, row)]) box.unite(left, top, right, bottom);
    }
  }
}

bool DirtyChunks::may_be_dirty_around(int row) const {
  const std::uint8_t* above = &may_be_dirty_[static_cast<std::size_t>(row)];
  return (above[0] | above[1] | above[2]) != 0;
}

bool DirtyChunks::is_dirty(int row) const {
  const Boxes* boxes = &boxes_[index(0, row)];
  return std::any_of(boxes, boxes + columns_, [](const Boxes& b) { return !b[0].empty() || !b[1].empty(); });
}

CellArea DirtyChunks::reached(int column, int row, int reach) const {
  const int x = column * kChunkWidth, y = row * kChunkHeight;
  const CellArea chunk{x, y, std::min(x + kChunkWidth, width_), std::min(y + kChunkHeight, height_)};
  CellArea all{chunk.x_end, chunk.y_end, x, y};
  // Its own boxes come first: where everything moves they are the whole chunk already.
  for (const int dy : {0, -1, +1}) {
    for (const int dx : {0, -1, +1}) {
      for (const Box& box : boxes_[index(column + dx, row + dy)]) {
        if (box.empty()) continue;
        const int left = x + dx * kChunkWidth, top = y + dy * kChunkHeight;
        const CellArea part{std::max(left + box.x_begin - reach, chunk.x_begin), std::max(top + box.y_begin - reach, chunk.y_begin),
                            std::min(left + box.x_end + reach, chunk.x_end), std::min(top + box.y_end + reach, chunk.y_end)};
        if (part.empty()) continue;
        all = {std::min(all.x_begin, part.x_begin), std::min(all.y_begin, part.y_begin), std::max(all.x_end, part.x_end),
               std::max(all.y_end, part.y_end)};
        if (all.cell_count() == chunk.cell_count()) return chunk;
      }
    }
  }
  return all;
}

void DirtyChunks::find_row_areas(int row, int reach, int columns_max) {
  row_areas_.clear();
  for (int column = 0; column < columns_; ++column) {
    const CellArea part = reached(column, row, reach);
    if (part.empty()) continue;
    CellArea* last = row_areas_.empty() ? nullptr : &row_areas_.back();
    const bool touches = last != nullptr && last->x_end == part.x_begin && part.x_begin == column * kChunkWidth &&
                         column - last->x_begin / kChunkWidth < columns_max;
    if (!touches) {
      row_areas_.push_back(part);
      continue;
    }
    last->x_end = part.x_end;
    last->y_begin = std::min(last->y_begin, part.y_begin);
    last->y_end = std::max(last->y_end, part.y_end);
  }
}

// Both rows are in reading order, so one walk over the two finds the pairs that are equally wide and touch.
void DirtyChunks::join_to_row_above(int rows_max) {
  this_row_.clear();
  std::size_t above = 0;
  for (const CellArea& area : row_areas_) {
    while (above < row_above_.size() && areas_[row_above_[above]].x_begin < area.x_begin) ++above;
    if (above < row_above_.size()) {
      CellArea& upper = areas_[row_above_[above]];
      const int rows = (area.y_end - 1) / kChunkHeight - upper.y_begin / kChunkHeight + 1;
      if (upper.x_begin == area.x_begin && upper.x_end == area.x_end && upper.y_end == area.y_begin && rows <= rows_max) {
        upper.y_end = area.y_end;
        this_row_.push_back(row_above_[above]);
        continue;
      }
    }
    this_row_.push_back(areas_.size());
    areas_.push_back(area);
  }
  std::swap(row_above_, this_row_);
}

const std::vector<CellArea>& DirtyChunks::find_areas(int reach, int columns_max, int rows_max) {
  areas_.clear();
  row_above_.clear();
  if (at_rest_) return areas_;
  for (int row = 0; row < rows_; ++row) {
    std::uint8_t& dirty = may_be_dirty_[static_cast<std::size_t>(row) + 1];
    if (dirty != 0) dirty = is_dirty(row) ? 1 : 0;
  }
  for (int row = 0; row < rows_; ++row) {
    row_areas_.clear();
    if (may_be_dirty_around(row)) find_row_areas(row, reach, columns_max);
    join_to_row_above(rows_max);
  }
  at_rest_ = areas_.empty();
  return areas_;
}

void DirtyChunks::begin(const CellArea& area, std::optional<Bias> bias) {
  for (int row = area.y_begin / kChunkHeight; row * kChunkHeight < area.y_end; ++row) {
    for (int column = area.x_begin / kChunkWidth; column * kChunkWidth < area.x_end; ++column) {
      Boxes& boxes = boxes_[index(column, row)];
      if (bias) {
        boxes[static_cast<std::size_t>(*bias)] = {};
      } else {
        boxes = {};
      }
    }
  }
}

void DirtyChunks::record(int column, int row, std::uint64_t columns, std::uint32_t rows) {
  for (Box& box : boxes_[index(column, row)]) {
    box.unite(std::countr_zero(columns), std::countr_zero(rows), kChunkWidth - std::countl_zero(columns),
              kChunkHeight - std::countl_zero(rows));
  }
  std::atomic_ref(may_be_dirty_[static_cast<std::size_t>(row) + 1]).store(1, std::memory_order_relaxed);
}

std::uint64_t DirtyChunks::cells_in_reach(int reach) const {
  if (at_rest_) return 0;
  std::uint64_t cells = 0;
  for (int row = 0; row < rows_; ++row) {
    if (!may_be_dirty_around(row)) continue;
    for (int column = 0; column < columns_; ++column) {
      const CellArea area = reached(column, row, reach);
      if (!area.empty()) cells += area.cell_count();
    }
  }
  return cells;
}

}  // namespace repose

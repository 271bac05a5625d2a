#include "core/chunks.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

namespace repose {

ChunkFlags::ChunkFlags(int width, int height) : ChunkGrid(width, height), settled_(count(), kSettled) {
  wake(0, 0, width, height);
}

void ChunkFlags::wake(int x_begin, int y_begin, int x_end, int y_end) {
  at_rest_ = false;
  for (int row = y_begin / kChunkHeight; row <= (y_end - 1) / kChunkHeight; ++row) {
    for (int column = x_begin / kChunkWidth; column <= (x_end - 1) / kChunkWidth; ++column) {
      settled_[index(column, row)] = 0;
    }
  }
}

void ChunkFlags::mark_awake(int row, std::vector<std::uint8_t>& awake) const {
  const Settled* above = &settled_[index(-1, row - 1)];
  const Settled* here = above + stride_;
  const Settled* below = here + stride_;
  awake.resize(stride_);
  const auto unsettled = [](Settled chunk, Settled band) -> unsigned { return (chunk & band) != band; };
  for (std::size_t i = 0; i + 2 < stride_; ++i) {
    const unsigned beside = unsettled(here[i], kRight) | unsettled(here[i + 2], kLeft);
    const unsigned over = unsettled(above[i + 1], kBottom) | unsettled(below[i + 1], kTop);
    const unsigned corner = (unsettled(above[i], kBottom) & unsettled(above[i], kRight)) |
                            (unsettled(above[i + 2], kBottom) & unsettled(above[i + 2], kLeft)) |
                            (unsettled(below[i], kTop) & unsettled(below[i], kRight)) |
                            (unsettled(below[i + 2], kTop) & unsettled(below[i + 2], kLeft));
    awake[i] = static_cast<std::uint8_t>(unsettled(here[i + 1], kWhole) | beside | over | corner);
  }
}

const std::vector<ChunkRun>& ChunkFlags::find_awake() {
  runs_.clear();
  if (at_rest_) return runs_;
  for (int row = 0; row < rows_; ++row) {
    mark_awake(row, awake_);
    for (int column = 0; column < columns_; ++column) {
      if (!awake_[static_cast<std::size_t>(column)]) continue;
      const bool goes_on = !runs_.empty() && runs_.back().row == row && runs_.back().column_end == column &&
                           column - runs_.back().column_begin < kRunChunksMax;
      if (!goes_on) runs_.push_back({row, column, column});
      ++runs_.back().column_end;
    }
  }
  at_rest_ = runs_.empty();
  return runs_;
}

void ChunkFlags::record(int column, int row, Bias bias, const ChunkChange& change) {
  // Each band has two bits; this bias uses the lower or the upper one.
  const Settled changed = (change.any ? kWhole : 0) | (change.left ? kLeft : 0) | (change.right ? kRight : 0) |
                          (change.top ? kTop : 0) | (change.bottom ? kBottom : 0);
  constexpr Settled kLower = kSettled / 3;
  const Settled of_bias = bias == Bias::left ? kLower : kLower << 1;
  Settled& settled = settled_[index(column, row)];
  settled = static_cast<Settled>((settled | of_bias) & ~changed);
}

template <class Visit>
void ChunkFlags::for_each_awake(const Visit& visit) const {
  if (at_rest_) return;
  std::vector<std::uint8_t> awake;
  for (int row = 0; row < rows_; ++row) {
    mark_awake(row, awake);
    for (int column = 0; column < columns_; ++column) {
      if (!awake[static_cast<std::size_t>(column)]) continue;
      const int x = column * kChunkWidth, y = row * kChunkHeight;
      visit(CellBox{x, y, std::min(kChunkWidth, width_ - x), std::min(kChunkHeight, height_ - y)});
    }
  }
}

std::uint64_t ChunkFlags::awake_cells() const {
  std::uint64_t cells = 0;
  for_each_awake([&](const CellBox& chunk) { cells += static_cast<std::uint64_t>(chunk.width * chunk.height); });
  return cells;
}

std::vector<CellBox> ChunkFlags::awake_boxes() const {
  std::vector<CellBox> boxes;
  for_each_awake([&](const CellBox& chunk) { boxes.push_back(chunk); });
  return boxes;
}

void DirtyChunks::Box::unite(int left, int top, int right, int bottom) {
  x_begin = static_cast<std::uint8_t>(std::min<int>(x_begin, left));
  y_begin = static_cast<std::uint8_t>(std::min<int>(y_begin, top));
  x_end = static_cast<std::uint8_t>(std::max<int>(x_end, right));
  y_end = static_cast<std::uint8_t>(std::max<int>(y_end, bottom));
}

DirtyChunks::DirtyChunks(int width, int height)
    : ChunkGrid(width, height),
      boxes_(count()),
      may_be_dirty_(static_cast<std::size_t>(rows_) + 2),
      reached_(boxes_.size()) {
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

bool DirtyChunks::reach_from_row(int row, int reach, std::vector<Box>& reached) const {
  bool any = false;
  for (int column = 0; column < columns_; ++column) {
    const auto& [left, right] = boxes_[index(column, row)];
    Box box = left;
    if (!right.empty()) box.unite(right.x_begin, right.y_begin, right.x_end, right.y_end);
    if (box.empty()) continue;
    any = true;
    for (const int dy : {-1, 0, +1}) {
      const int top = std::max(box.y_begin - reach - dy * kChunkHeight, 0);
      const int bottom = std::min(box.y_end + reach - dy * kChunkHeight, kChunkHeight);
      if (top >= bottom) continue;
      for (const int dx : {-1, 0, +1}) {
        Box& beside = reached[index(column + dx, row + dy)];
        const int from = std::max(box.x_begin - reach - dx * kChunkWidth, 0);
        const int to = std::min(box.x_end + reach - dx * kChunkWidth, kChunkWidth);
        if (from < to && !beside.whole()) beside.unite(from, top, to, bottom);
      }
    }
  }
  return any;
}

CellArea DirtyChunks::area_of(int column, int row, const Box& box) const {
  const int x = column * kChunkWidth, y = row * kChunkHeight;
  return {x + box.x_begin, y + box.y_begin, std::min(x + box.x_end, width_), std::min(y + box.y_end, height_)};
}

void DirtyChunks::find_row_areas(int row, int columns_max) {
  row_areas_.clear();
  for (int column = 0; column < columns_; ++column) {
    const Box& box = reached_[index(column, row)];
    if (box.empty()) continue;
    const CellArea part = area_of(column, row, box);
    if (part.empty()) continue;  // beyond the edge of the world
    CellArea* last = row_areas_.empty() ? nullptr : &row_areas_.back();
    const bool touches = last != nullptr && last->x_end == part.x_begin && box.x_begin == 0 &&
                         column - last->x_begin / kChunkWidth < columns_max;
    if (!touches) {
      row_areas_.push_back(part);
      continue;
    }
    last->x_end = part.x_end;
    last->y_begin = std::min(last->y_begin, part.y_begin);
    last->y_end = std::max(last->y_end, part.y_end);
  }
  std::fill_n(&reached_[index(-1, row)], stride_, Box{});
}

// Both rows are in reading order, so one pass over the two finds the pairs that are equally wide and touch.
void DirtyChunks::join_to_row_above(int rows_max) {
  this_row_.clear();
  std::size_t above = 0;
  for (const CellArea& area : row_areas_) {
    while (above < row_above_.size() && areas_[row_above_[above]].x_begin < area.x_begin) ++above;
    if (above < row_above_.size()) {
      CellArea& upper = areas_[row_above_[above]];
      const int rows = (area.y_end - 1) / kChunkHeight - upper.y_begin / kChunkHeight + 1;
      if (upper.x_begin == area.x_begin && upper.x_end == area.x_end && upper.y_end == area.y_begin &&
          rows <= rows_max) {
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
    if (dirty != 0) dirty = reach_from_row(row, reach, reached_) ? 1 : 0;
  }
  for (int row = 0; row < rows_; ++row) {
    const std::uint8_t* const above = &may_be_dirty_[static_cast<std::size_t>(row)];
    row_areas_.clear();
    if ((above[0] | above[1] | above[2]) != 0) find_row_areas(row, columns_max);
    join_to_row_above(rows_max);
  }
  at_rest_ = areas_.empty();
  return areas_;
}

void DirtyChunks::begin(const CellArea& area, std::optional<Bias> bias) {
  for (int row = area.y_begin / kChunkHeight; row * kChunkHeight < area.y_end; ++row) {
    for (int column = area.x_begin / kChunkWidth; column * kChunkWidth < area.x_end; ++column) {
      Boxes& boxes = boxes_[index(column, row)];
      if (!bias) boxes = {};
      if (bias) boxes[static_cast<std::size_t>(*bias)] = {};
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

template <class Visit>
void DirtyChunks::for_each_in_reach(int reach, const Visit& visit) const {
  if (at_rest_) return;
  std::vector<Box> reached(boxes_.size());
  for (int row = 0; row < rows_; ++row) {
    if (may_be_dirty_[static_cast<std::size_t>(row) + 1] != 0) reach_from_row(row, reach, reached);
  }
  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) {
      const Box& box = reached[index(column, row)];
      if (const CellArea area = area_of(column, row, box); !box.empty() && !area.empty()) visit(area);
    }
  }
}

std::uint64_t DirtyChunks::cells_in_reach(int reach) const {
  std::uint64_t cells = 0;
  for_each_in_reach(reach, [&](const CellArea& area) { cells += area.cell_count(); });
  return cells;
}

std::vector<CellBox> DirtyChunks::boxes_in_reach(int reach) const {
  std::vector<CellBox> boxes;
  for_each_in_reach(reach, [&](const CellArea& area) {
    boxes.push_back({area.x_begin, area.y_begin, area.x_end - area.x_begin, area.y_end - area.y_begin});
  });
  return boxes;
}

}  // namespace repose

#include "sound/cell_listener.hpp"

#include <algorithm>
#include <cstring>

namespace repose::sound {

namespace {

// Calls note(event, sample) for the changed samples of a row. Most cells have not changed, so eight are compared at
// once.
template <class Note>
void compare_row(const std::uint8_t* before, const std::uint8_t* now, int count, int step, const Note& note) {
  constexpr int kWord = sizeof(std::uint64_t);
  int i = 0;
  const auto compare_one = [&] {
    const std::uint8_t cell = now[static_cast<std::ptrdiff_t>(i) * step];
    if (cell != before[i]) note(before[i], cell, i);
    ++i;
  };
  while (step == 1 && i + kWord <= count) {
    std::uint64_t old_cells = 0, new_cells = 0;
    std::memcpy(&old_cells, before + i, kWord);
    std::memcpy(&new_cells, now + i, kWord);
    if (old_cells == new_cells) {
      i += kWord;
      continue;
    }
    for (const int end = i + kWord; i < end;) compare_one();
  }
  while (i < count) compare_one();
}

}  // namespace

bool CellListener::remembers(const CellView& view, Plane plane) const {
  return !grid_.empty() && plane_ == plane && width_ == view.width && height_ == view.height;
}

EventCounts CellListener::listen(const CellView& view, const CellBox& area, const KindTable& kinds) {
  const MemoryCells& shown = *view.memory();
  EventCounts counts;
  const auto plane = heard_plane(view);
  if (!plane) return counts;
  const PlaneRows<std::int32_t>& amounts = *plane == Plane::mass ? shown.mass : shown.height;
  const bool hears_elements = *plane == Plane::cells;
  if (remembers(view, *plane))
    counts = hears_elements ? compare_elements(shown.cells, kinds) : compare_amounts(amounts);
  grid_ = make_hearing_grid(area);
  plane_ = *plane;
  width_ = view.width;
  height_ = view.height;
  hears_elements ? remember(shown.cells, elements_) : remember(amounts, amounts_);
  return counts;
}

EventCounts CellListener::compare_elements(const PlaneRows<std::uint8_t>& rows, const KindTable& kinds) const {
  EventCounts counts;
  counts.samples = static_cast<std::uint32_t>(grid_.samples());
  for (int j = 0; j < grid_.rows; ++j) {
    const int tile_row = grid_.tile_row(j) * kTileColumns;
    const std::uint8_t* const before = &elements_[static_cast<std::size_t>(j) * grid_.columns];
    const std::uint8_t* const now = rows.row(grid_.first.y + j * grid_.step_y) + grid_.first.x;
    compare_row(before, now, grid_.columns, grid_.step_x, [&](std::uint8_t old_cell, std::uint8_t cell, int i) {
      const Event event = event_of(kinds[old_cell], kinds[cell]);
      if (event != Event::none) ++counts.of(tile_row + grid_.tile_column(i), event);
    });
  }
  return counts;
}

EventCounts CellListener::compare_amounts(const PlaneRows<std::int32_t>& rows) const {
  EventCounts counts;
  counts.samples = static_cast<std::uint32_t>(grid_.samples());
  for (int j = 0; j < grid_.rows; ++j) {
    const int tile_row = grid_.tile_row(j) * kTileColumns;
    const std::int32_t* const before = &amounts_[static_cast<std::size_t>(j) * grid_.columns];
    const std::int32_t* const now = rows.row(grid_.first.y + j * grid_.step_y) + grid_.first.x;
    for (int i = 0; i < grid_.columns; ++i) {
      const Event event = event_of_amount(plane_, before[i], now[static_cast<std::ptrdiff_t>(i) * grid_.step_x]);
      if (event != Event::none) ++counts.of(tile_row + grid_.tile_column(i), event);
    }
  }
  return counts;
}

template <class Value>
void CellListener::remember(const PlaneRows<Value>& rows, std::vector<Value>& before) const {
  before.resize(static_cast<std::size_t>(grid_.samples()));
  auto to = before.begin();
  for (int j = 0; j < grid_.rows; ++j) {
    const Value* const row = rows.row(grid_.first.y + j * grid_.step_y) + grid_.first.x;
    if (grid_.step_x == 1) {
      to = std::copy_n(row, grid_.columns, to);
    } else {
      for (int i = 0; i < grid_.columns; ++i) *to++ = row[static_cast<std::ptrdiff_t>(i) * grid_.step_x];
    }
  }
}

}  // namespace repose::sound

#include "render/stale_tiles.hpp"

#include <algorithm>
#include <cstring>

namespace repose::shading {

namespace {

bool falls(const CellClass& shown) { return shown.falls() || shown.style() == Style::streak; }
bool foams(const CellClass& shown) { return shown.splash() > 0 || shown.style() == Style::spray; }

}  // namespace

const std::vector<Area>& StaleTiles::find(const PlaneRows<std::uint8_t>& cells, const CellClasses& classes,
                                          const Area& drawn, const Palette& palette, const Looks& looks,
                                          Clocks clocks) {
  parts_.clear();
  const bool fresh = !(area_ == classes.area()) || !(drawn_ == drawn);
  area_ = classes.area();
  drawn_ = drawn;
  find_changed(cells, classes);
  if (fresh) {
    parts_.push_back(drawn);
    return parts_;
  }
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    const bool flickers = palette[i].glow > 0.0f && looks.glow, shimmers = palette[i].shimmer > 0.0f && looks.grain;
    changes_[i] = (flickers && clocks.flicker) || (shimmers && clocks.shimmer);
  }
  any_changes_ = std::ranges::any_of(changes_, [](bool changes) { return changes; });
  falls_change_ = looks.motion && clocks.fallen;
  foam_changes_ = looks.motion && clocks.flicker;
  find_tiles();
  return parts_;
}

void StaleTiles::find_changed(const PlaneRows<std::uint8_t>& cells, const CellClasses& classes) {
  const auto width = static_cast<std::size_t>(area_.x.size());
  const std::size_t count = width * static_cast<std::size_t>(area_.y.size());
  cells_.resize(count);
  classes_.resize(count);
  changed_.resize(count);
  rows_.resize(static_cast<std::size_t>(area_.y.size()));
  for (int y = area_.y.begin; y < area_.y.end; ++y) {
    const std::size_t first = index(area_.x.begin, y);
    const std::uint8_t* const now = cells.row(y) + area_.x.begin;
    const CellClass* const shown = classes.data() + first;
    Row& row = rows_[static_cast<std::size_t>(y - area_.y.begin)];
    row.changed = std::memcmp(&cells_[first], now, width) != 0 ||
                  std::memcmp(&classes_[first], shown, width * sizeof(CellClass)) != 0;
    if (!row.changed) {
      std::fill_n(&changed_[first], width, std::uint8_t{0});
      continue;
    }
    for (std::size_t x = 0; x < width; ++x) {
      const bool same = cells_[first + x] == now[x] && classes_[first + x] == shown[x];
      changed_[first + x] = same ? 0 : 1;
    }
    std::memcpy(&cells_[first], now, width);
    std::memcpy(&classes_[first], shown, width * sizeof(CellClass));
    row.animated = std::any_of(shown, shown + width, [](const CellClass& c) { return falls(c) || foams(c); });
    row.borrows = std::any_of(shown, shown + width, [](const CellClass& c) { return c.place != CellClass::kHere; });
  }
}

bool StaleTiles::row_may_be_stale(int y, bool changed_above) const {
  const auto row = [this](int at) { return rows_[static_cast<std::size_t>(at - area_.y.begin)]; };
  if (changed_above || any_changes_ || row(y).borrows || row(y).changed) return true;
  if (y + 1 < area_.y.end && row(y + 1).changed) return true;
  return row(y).animated && (falls_change_ || foam_changes_);
}

// What view/near.frag reads of other cells: solids above and below, and the liquid above.
void StaleTiles::find_in_row(int y) {
  const std::size_t first = index(area_.x.begin, y), width = stale_.size();
  const std::uint8_t* const here = &changed_[first];
  const std::uint8_t* const above = y > area_.y.begin ? here - width : here;
  const std::uint8_t* const below = y + 1 < area_.y.end ? here + width : here;
  const CellClass* const shown = &classes_[first];
  for (std::size_t x = 0; x < width; ++x) {
    bool stale = (here[x] | above[x] | below[x]) != 0;
    stale |= falls_change_ & falls(shown[x]);
    stale |= foam_changes_ & foams(shown[x]);
    stale |= (shown[x].under() == CellClass::kDeep) & (since_[x] != 0);
    stale_[x] = stale ? 1 : 0;
  }
  if (any_changes_ || rows_[static_cast<std::size_t>(y - area_.y.begin)].borrows) add_shown(y);
}

void StaleTiles::add_shown(int y) {
  for (int x = drawn_.x.begin; x < drawn_.x.end; ++x) {
    const CellClass& shown = classes_[index(x, y)];
    const int from_x = x + shown.dx(), from_y = y + shown.dy();
    if (from_x < area_.x.begin || from_x >= area_.x.end || from_y < area_.y.begin || from_y >= area_.y.end) continue;
    const std::size_t from = index(from_x, from_y);
    if (changed_[from] != 0 || changes_[cells_[from]]) stale_[static_cast<std::size_t>(x - area_.x.begin)] = 1;
  }
}

void StaleTiles::find_tiles() {
  const auto width = static_cast<std::size_t>(area_.x.size());
  since_.assign(width, 0);
  stale_.resize(width);
  stale_tiles_.assign(static_cast<std::size_t>((drawn_.x.size() + kSide - 1) / kSide), 0);
  int since_change = kLookUp + 1;  // rows since one that has changed
  for (int y = area_.y.begin; y < drawn_.y.end; ++y) {
    if (y >= drawn_.y.begin && row_may_be_stale(y, since_change <= kLookUp)) {
      find_in_row(y);
      for (std::size_t tile = 0; tile < stale_tiles_.size(); ++tile) {
        const int begin = drawn_.x.begin + static_cast<int>(tile) * kSide - area_.x.begin;
        const int size = std::min(kSide, drawn_.x.end - area_.x.begin - begin);
        if (std::memchr(&stale_[static_cast<std::size_t>(begin)], 1, static_cast<std::size_t>(size)) != nullptr)
          stale_tiles_[tile] = 1;
      }
    }
    const bool changed = rows_[static_cast<std::size_t>(y - area_.y.begin)].changed;
    since_change = changed ? 1 : since_change + 1;
    if (since_change <= kLookUp) {
      const std::uint8_t* const here = &changed_[index(area_.x.begin, y)];
      for (std::size_t x = 0; x < width; ++x) {
        const auto less = static_cast<std::uint8_t>(since_[x] - (since_[x] != 0 ? 1 : 0));
        since_[x] = here[x] != 0 ? std::uint8_t{kLookUp} : less;
      }
    }
    const int done = y + 1 - drawn_.y.begin;
    if (done > 0 && (done % kSide == 0 || y + 1 == drawn_.y.end))
      add_parts(drawn_.y.begin + (done - 1) / kSide * kSide);
  }
}

// Runs of stale tiles in a row of tiles that begins at row `top` of the world.
void StaleTiles::add_parts(int top) {
  const auto count = stale_tiles_.size();
  for (std::size_t tile = 0; tile < count; ++tile) {
    if (stale_tiles_[tile] == 0) continue;
    const auto begin = static_cast<int>(tile);
    while (tile < count && stale_tiles_[tile] != 0) ++tile;
    parts_.push_back(
        {{drawn_.x.begin + begin * kSide, std::min(drawn_.x.begin + static_cast<int>(tile) * kSide, drawn_.x.end)},
         {top, std::min(top + kSide, drawn_.y.end)}});
  }
  std::ranges::fill(stale_tiles_, std::uint8_t{0});
}

}  // namespace repose::shading

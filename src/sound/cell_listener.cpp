#include "sound/cell_listener.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

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

namespace {

// wxSand has no word for light, so names tell what burns there.
bool is_named_like_fire(const Element& element) {
  std::string name = element.name;
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::string_view kWords[] = {"fire", "flame", "spark", "ember", "plasma", "burning"};
  return std::ranges::any_of(kWords, [&name](std::string_view word) { return name.find(word) != name.npos; });
}

bool burns(const Ruleset& ruleset, const Element& element) {
  constexpr float kGlowOfFire = 0.25f;  // embers and smouldering wood in the default world
  if (element.liquid) return false;     // lava flows
  if (element.glow >= kGlowOfFire) return true;
  if (ruleset.dialect != Dialect::wxsand || element.gravity == 0.0) return false;
  return element.conductivity > 1.0 || is_named_like_fire(element);
}

Kind kind_of(const Ruleset& ruleset, std::size_t index) {
  if (index == 0) return Kind::background;
  const Element& element = ruleset.elements[index];
  if (burns(ruleset, element)) return Kind::fire;
  if (element.liquid) return Kind::liquid;
  if (ruleset.dialect == Dialect::wxsand) {
    return element.gravity < 0 ? Kind::gas : element.gravity > 0 ? Kind::powder : Kind::solid;
  }
  if (element.is_static || !moves_through_background(ruleset, static_cast<std::uint8_t>(index))) return Kind::solid;
  return element.density_byte < ruleset.elements.front().density_byte ? Kind::gas : Kind::powder;
}

bool is_open(Kind kind) { return kind == Kind::background || kind == Kind::gas; }

}  // namespace

KindTable kinds_of(const Ruleset& ruleset) {
  KindTable kinds{};
  const std::size_t count = std::min<std::size_t>(ruleset.elements.size(), kElementsMax);
  for (std::size_t i = 0; i < count; ++i) kinds[i] = kind_of(ruleset, i);
  return kinds;
}

// A grain that moves changes two cells, and both count. The drift of gases is silent.
Event event_of(Kind before, Kind now) {
  if (now == Kind::fire) return Event::fire;
  if (before == Kind::fire) return Event::none;  // the flame has moved on, which was counted where it is now
  if (before == Kind::solid)
    return now == Kind::solid ? Event::none : now == Kind::powder ? Event::powder : Event::hiss;
  if (now == Kind::solid) return Event::none;
  if (before == Kind::powder || now == Kind::powder) return Event::powder;
  if (before == Kind::liquid && now == Kind::gas) return Event::hiss;
  return is_open(before) && is_open(now) ? Event::none : Event::liquid;
}

std::uint32_t EventCounts::total(Event event) const {
  std::uint32_t sum = 0;
  for (int tile = 0; tile < kTileCount; ++tile) sum += of(tile, event);
  return sum;
}

HearingGrid make_hearing_grid(const CellBox& area) {
  const auto divided_up = [](int size, int parts) { return (size + parts - 1) / parts; };
  HearingGrid grid;
  grid.first = {area.x, area.y};
  grid.step_x = divided_up(area.width, HearingGrid::kColumnsMax);
  grid.columns = divided_up(area.width, grid.step_x);
  grid.step_y = divided_up(area.height, HearingGrid::kSamplesMax / grid.columns);
  grid.rows = divided_up(area.height, grid.step_y);
  return grid;
}

std::optional<Plane> heard_plane(const CellView& view) {
  for (const Plane plane : {Plane::mass, Plane::height, Plane::cells}) {
    if (view.has(plane)) return plane;
  }
  return std::nullopt;
}

Event event_of_amount(Plane plane, std::int32_t before, std::int32_t now) {
  const std::int32_t change = std::abs(std::max(before, 0) - std::max(now, 0));
  if (plane == Plane::mass) return change >= kHeardMass ? Event::liquid : Event::none;
  return change >= kHeardHeight ? Event::powder : Event::none;
}

}  // namespace repose::sound

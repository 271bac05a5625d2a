#include "sound/cell_listener.hpp"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace repose::sound {

namespace {

constexpr float kPerMille = 1000;

// Calls note(before, now, sample) for the changed samples of a row. Most have not changed, so those of eight bytes are
// compared at once.
template <class Value, class Note>
void compare_row(const Value* before, const Value* now, int count, int step, const Note& note) {
  constexpr int kWord = sizeof(std::uint64_t) / sizeof(Value);
  int i = 0;
  const auto compare_at = [&](int at) {
    const Value value = now[static_cast<std::ptrdiff_t>(at) * step];
    if (value != before[at]) note(before[at], value, at);
  };
  while (step == 1 && i + kWord <= count) {
    std::uint64_t old_values = 0, new_values = 0;
    std::memcpy(&old_values, before + i, sizeof old_values);
    std::memcpy(&new_values, now + i, sizeof new_values);
    if (old_values == new_values) {
      i += kWord;
      continue;
    }
    for (const int end = i + kWord; i < end; ++i) compare_at(i);
  }
  for (; i < count; ++i) compare_at(i);
}

// Counts event_of(before, now) of the changed samples.
template <class Value, class EventOf>
EventCounts compare(const HearingGrid& grid, const std::vector<Value>& before, const PlaneRows<Value>& now,
                    const EventOf& event_of) {
  EventCounts counts;
  counts.samples = static_cast<std::uint32_t>(grid.samples());
  for (int j = 0; j < grid.rows; ++j) {
    const int tile_row = grid.tile_row(j) * kTileColumns;
    const Value* const row = now.row(grid.first.y + j * grid.step_y) + grid.first.x;
    compare_row(&before[static_cast<std::size_t>(j) * grid.columns], row, grid.columns, grid.step_x,
                [&](Value old_value, Value value, int i) {
                  const Event event = event_of(old_value, value);
                  if (event != Event::none) ++counts.of(tile_row + grid.tile_column(i), event);
                });
  }
  return counts;
}

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
  if (ruleset.dialect == Dialect::wxsand)
    return element.gravity < 0 ? Kind::gas : element.gravity > 0 ? Kind::powder : Kind::solid;
  if (element.is_static || !moves_through_background(ruleset, static_cast<std::uint8_t>(index))) return Kind::solid;
  return element.density_byte < ruleset.elements.front().density_byte ? Kind::gas : Kind::powder;
}

}  // namespace

EventCounts CellListener::listen(const CellView& view, const CellBox& area, const KindTable& kinds) {
  const MemoryCells& shown = *view.memory();
  EventCounts counts;
  const auto plane = heard_plane(view);
  if (!plane) return counts;
  const PlaneRows<std::int32_t>& amounts = *plane == Plane::mass ? shown.mass : shown.height;
  const bool hears_elements = *plane == Plane::cells;
  if (!grid_.empty() && plane_ == *plane && width_ == view.width && height_ == view.height) {
    const auto of_elements = [&](std::uint8_t before, std::uint8_t now) { return event_of(kinds[before], kinds[now]); };
    const auto of_amounts = [&](std::int32_t before, std::int32_t now) {  // below 0 is ground, which counts as 0
      const std::int32_t change = std::abs(std::max(before, 0) - std::max(now, 0));
      if (plane_ == Plane::mass) return change >= kHeardMass ? Event::liquid : Event::none;
      return change >= kHeardHeight ? Event::powder : Event::none;
    };
    counts = hears_elements ? compare(grid_, elements_, shown.cells, of_elements)
                            : compare(grid_, amounts_, amounts, of_amounts);
  }
  grid_ = make_hearing_grid(area);
  plane_ = *plane;
  width_ = view.width;
  height_ = view.height;
  hears_elements ? remember(shown.cells, elements_) : remember(amounts, amounts_);
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
  return before == Kind::liquid || now == Kind::liquid ? Event::liquid : Event::none;
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

HeardAir AirListener::listen(const AirView& air, const CellBox& area) {
  HeardAir heard;
  float pressure = 0;
  if (!air.is_still()) {
    const int first_column = std::min(area.x / kAirTile, air.columns - 1),
              first_row = std::min(area.y / kAirTile, air.rows - 1);
    const int end_column = std::min((area.x + area.width - 1) / kAirTile, air.columns - 1) + 1,
              end_row = std::min((area.y + area.height - 1) / kAirTile, air.rows - 1) + 1;
    constexpr int kTilesMost = 4096;
    const auto samples = [](int size, int step) { return (size + step - 1) / step; };
    int step = 1;
    while (samples(end_column - first_column, step) * samples(end_row - first_row, step) > kTilesMost) ++step;
    const int columns = samples(end_column - first_column, step), rows = samples(end_row - first_row, step);
    std::vector<float> speeds(static_cast<std::size_t>(columns));
    for (int j = 0; j < rows; ++j) {
      for (int i = 0; i < columns; ++i) {
        const AirTile tile = air.at(first_column + i * step, first_row + j * step);
        pressure += static_cast<float>(tile.pressure);
        speeds[static_cast<std::size_t>(i)] +=
            std::hypot(static_cast<float>(tile.right), static_cast<float>(tile.down)) / static_cast<float>(rows);
      }
    }
    pressure *= static_cast<float>(step * step);
    for (int k = 0; k < kTileColumns; ++k) {  // there may be fewer columns of air
      const int begin = k * columns / kTileColumns, end = std::max(begin + 1, (k + 1) * columns / kTileColumns);
      float& speed = heard.speed[static_cast<std::size_t>(k)];
      for (int i = begin; i < end; ++i) speed += speeds[static_cast<std::size_t>(i)] / static_cast<float>(end - begin);
    }
  }
  if (pressure_ && area == area_) heard.rise = pressure - *pressure_;
  area_ = area;
  pressure_ = pressure;
  return heard;
}

Activity activity_of(const EventCounts& counts) {
  Activity activity;
  if (counts.samples == 0) return activity;
  const float share = kPerMille / static_cast<float>(counts.samples);
  for (int tile = 0; tile < kTileCount; ++tile) {
    const auto column = static_cast<std::size_t>(tile % kTileColumns);
    for (std::size_t event = 0; event < kEventCount; ++event) {
      activity.columns[event][column] +=
          share * static_cast<float>(counts.tiles[static_cast<std::size_t>(tile)][event]);
    }
  }
  return activity;
}

void Activity::put_wind(const Columns& speed) {
  // A wind of 5. Nothing is carried below half of it, and a candle in a view of 160 x 100 cells stirs less on average.
  constexpr float kLightBreeze = 120;
  std::ranges::transform(speed, wind().begin(), [](float now) { return std::max(0.0f, now - kLightBreeze); });
}

std::optional<Thud> ThudFinder::find(const EventCounts& counts, bool painting, std::optional<float> rise) {
  if (counts.samples == 0) return std::nullopt;
  constexpr float kTimesUsual = 1.5f;     // more than this is not the flicker of a fire
  constexpr float kOfTile = 0.01f;        // a flame that enters a tile lights less of it at once
  constexpr float kLeast = 0.3f;          // per mille of the view; a bomb of the default world is about 5
  constexpr float kLeastPainting = 2.5f;  // the same while a person paints; a disc of 24 cells is 2
  constexpr float kFull = 6;              // per mille of the view from which on a thud has its full strength
  constexpr int kRest = 2;                // counts, so that one explosion is one thud
  const float in_tile = static_cast<float>(kTileCount) / static_cast<float>(counts.samples);
  float sum = 0, moment = 0;
  for (int tile = 0; tile < kTileCount; ++tile) {
    const float now = in_tile * static_cast<float>(counts.of(tile, Event::fire));
    float& usual = usual_[static_cast<std::size_t>(tile)];
    const float excess = std::max(0.0f, now - kTimesUsual * usual - kOfTile);
    usual += 0.5f * (now - usual);
    sum += excess;
    moment += excess * (static_cast<float>(tile % kTileColumns) + 0.5f) / kTileColumns;
  }
  const float of_view = kPerMille * sum / kTileCount;
  if (rest_ > 0) {
    --rest_;
    return std::nullopt;
  }
  if (of_view < (painting ? kLeastPainting : kLeast)) return std::nullopt;
  rest_ = kRest;
  float strength = std::min(1.0f, std::sqrt(of_view / kFull));
  if (rise) {
    // A bomb of the default world gives 2.2 million, a flash 146 000, a pop 52 000; gas that only flares up gives none.
    constexpr float kFullRise = 2.2e6f, kFlare = 0.25f;
    strength = std::max(kFlare * strength, std::min(1.0f, std::sqrt(std::max(*rise, 0.0f) / kFullRise)));
  }
  return Thud{strength, moment / sum};
}

}  // namespace repose::sound

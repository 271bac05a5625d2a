#include "sound/cell_events.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>

namespace repose::sound {

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

#include "session/world_ops.hpp"

#include <algorithm>
#include <cctype>

#include "core/language.hpp"

namespace repose {

namespace {

// The element of that name, else the last one whose name differs in capitals only.
std::optional<std::uint8_t> find_namesake(const Ruleset& rules, std::string_view name) {
  const auto same = [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); };
  if (const auto exact = rules.find(name)) return exact;
  for (std::size_t i = rules.elements.size(); i-- > 1;) {
    if (std::ranges::equal(rules.elements[i].name, name, same)) return static_cast<std::uint8_t>(i);
  }
  return std::nullopt;
}

// Which elements never change places with another one.
std::array<bool, kElementsMax> solids_of(const Ruleset& rules) {
  std::array<bool, kElementsMax> swaps{}, solid{};
  for (const Reaction& r : rules.reactions) {
    if (r.is_swap()) swaps[r.a] = swaps[r.b] = true;
  }
  for (std::size_t i = 1; i < rules.elements.size(); ++i) {
    const Element& e = rules.elements[i];
    const bool stays = rules.dialect == Dialect::sandjs && !e.liquid && !swaps[i] && e.wander == 0;
    solid[i] = e.is_static || e.density_byte == kWallDensity || stays;
  }
  return solid;
}

// What never moves in these rules and can be painted; the wall first, if one has that name.
std::vector<std::uint8_t> walls_of(const Ruleset& rules) {
  std::vector<std::uint8_t> walls;
  for (std::size_t i = 1; i < rules.elements.size(); ++i) {
    const Element& e = rules.elements[i];
    const bool stays = e.is_static || e.density_byte == kWallDensity;
    if (stays && !e.hidden && !e.emits && !e.drain) walls.push_back(static_cast<std::uint8_t>(i));
  }
  const auto wall = find_namesake(rules, "wall");
  const auto found = wall ? std::ranges::find(walls, *wall) : walls.end();
  if (found != walls.end()) std::rotate(walls.begin(), found, found + 1);
  return walls;
}

std::uint8_t nearest_in_colour(const std::vector<std::uint8_t>& of, const Ruleset& rules, Color color) {
  return *std::ranges::min_element(
      of, {}, [&](std::uint8_t element) { return square_distance(rules.elements[element].color, color); });
}

}  // namespace

std::vector<std::string> element_names(const Ruleset& rules) {
  std::vector<std::string> names;
  for (const Element& element : rules.elements) names.push_back(element.name);
  return names;
}

ElementMap match_by_name(const Ruleset& from, const Ruleset& to) {
  ElementMap map;
  map.known[0] = true;
  for (std::size_t i = 1; i < from.elements.size(); ++i) {
    const auto match = find_namesake(to, from.elements[i].name);
    map.known[i] = match.has_value();
    map.to[i] = match.value_or(0);
  }
  return map;
}

ElementMap match_by_name_or_wall(const Ruleset& from, const Ruleset& to) {
  const std::vector<std::uint8_t> walls = walls_of(to);
  const std::array<bool, kElementsMax> solid = solids_of(from);
  ElementMap map = match_by_name(from, to);
  for (std::size_t i = 1; i < from.elements.size() && !walls.empty(); ++i) {
    if (map.known[i] || !solid[i]) continue;
    map.known[i] = true;
    map.to[i] = from.elements[i].hidden ? nearest_in_colour(walls, to, from.elements[i].color) : walls.front();
  }
  return map;
}

double share_lost(const World& world, const ElementMap& map) {
  std::array<std::uint64_t, kElementsMax> counts{};
  for (const std::uint8_t element : world.cells()) ++counts[element];
  std::uint64_t all = 0, lost = 0;
  for (std::size_t i = 1; i < counts.size(); ++i) {
    all += counts[i];
    if (!map.known[i]) lost += counts[i];
  }
  return all == 0 ? 0.0 : static_cast<double>(lost) / static_cast<double>(all);
}

Mapped map_elements(const World& world, const ElementMap& map) {
  Mapped mapped{World(world.width(), world.height()), 0, {}};
  const auto from = world.cells();
  const auto to = mapped.world.cells();
  std::array<bool, kElementsMax> missed{};
  for (std::size_t i = 0; i < from.size(); ++i) {
    to[i] = map.to[from[i]];
    if (map.known[from[i]]) continue;
    missed[from[i]] = true;
    ++mapped.lost;
  }
  for (std::size_t i = 0; i < missed.size(); ++i) {
    if (missed[i]) mapped.lost_elements.push_back(static_cast<std::uint8_t>(i));
  }
  for (std::size_t p = 1; p < kPlaneCount; ++p) {
    const auto plane = static_cast<Plane>(p);
    if (!world.has(plane) || plane == Plane::density || plane == Plane::flags) continue;
    const std::size_t bytes = plane_info(plane).bytes_per_cell;
    mapped.world.add(plane);
    std::ranges::copy(world.bytes(plane), mapped.world.bytes(plane).begin());
    for (std::size_t i = 0; i < from.size() && mapped.lost > 0 && plane != Plane::air; ++i) {
      if (!map.known[from[i]]) std::memset(&mapped.world.bytes(plane)[i * bytes], 0, bytes);
    }
  }
  return mapped;
}

std::string name_elements(const std::vector<std::uint8_t>& elements, const Ruleset& rules) {
  constexpr std::size_t kNamed = 3;
  std::string names;
  const std::size_t count = elements.size();
  for (std::size_t i = 0; i < std::min(count, kNamed); ++i) {
    const std::size_t element = elements[i];
    const std::string name = element < rules.elements.size() ? tr_in("element", shown_name(rules.elements[element]))
                                                             : trf("number {}", element);
    const bool last = i + 1 == count;
    names = i == 0 ? name : last ? trf("{} and {}", names, name) : names + ", " + name;
  }
  return count > kNamed ? trf("{} and {} more", names, count - kNamed) : names;
}

std::string describe_loss(const Mapped& mapped, const Ruleset& from) {
  if (mapped.lost == 0) return {};
  return trf_n("{} cell of elements it lacks became background: {}",
               "{} cells of elements it lacks became background: {}", mapped.lost,
               name_elements(mapped.lost_elements, from));
}

CellPoint resize_shift(int width, int height, int new_width, int new_height, command::Anchor anchor) {
  // `room`: the cells that are added, or removed if negative. `hold`: 0 stays at the low end.
  const auto shift = [](int room, int hold) { return hold == 0 ? 0 : hold == 2 ? room : room / 2; };
  const int column = static_cast<int>(anchor) % 3, row = static_cast<int>(anchor) / 3;
  return {shift(new_width - width, column), shift(new_height - height, row)};
}

World resized(const World& world, int width, int height, command::Anchor anchor, const Ruleset& ruleset) {
  const auto [dx, dy] = resize_shift(world.width(), world.height(), width, height, anchor);
  World result(width, height);
  for (const Plane plane : kAllPlanes) {
    if (!world.has(plane) || plane == Plane::air) continue;  // the air becomes still
    result.add(plane);
    if (plane == Plane::density) std::ranges::fill(result.bytes(plane), ruleset.elements.front().density_byte);
    // The part that is in both worlds; dx, dy is where the old top left corner is in the new one.
    const std::size_t bytes = plane_info(plane).bytes_per_cell;
    const int x_begin = std::max(0, dx), x_end = std::min(width, world.width() + dx);
    const int y_begin = std::max(0, dy), y_end = std::min(height, world.height() + dy);
    for (int y = y_begin; y < y_end && x_begin < x_end; ++y) {
      std::memcpy(&result.bytes(plane)[result.index(x_begin, y) * bytes],
                  &world.bytes(plane)[world.index(x_begin - dx, y - dy) * bytes],
                  static_cast<std::size_t>(x_end - x_begin) * bytes);
    }
  }
  return result;
}

static_assert(static_cast<int>(command::Anchor::top) == 1 && static_cast<int>(command::Anchor::left) == 3 &&
                  static_cast<int>(command::Anchor::bottom_right) == 8,
              "resize_shift() reads an anchor as row * 3 + column");

}  // namespace repose

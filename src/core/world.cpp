// The planes of a world, the hash over them, views of them, and the census.
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cmath>
#include <memory>

#include "repose/cell_view.hpp"
#include "repose/world.hpp"

namespace repose {

static_assert(std::endian::native == std::endian::little, "planes are stored little endian");

namespace {
constexpr std::array<PlaneInfo, kPlaneCount> kPlanes = {{
    {"cells", 1},
    {"density", 1},
    {"energy", 1},
    {"velocity", 2},
    {"wall", 1},
    {"mass", 4, kFullCell},
    {"height", 4, kHeightOne},
    {"flags", 1},
    {"wetness", 1},
    {"packed", 4, kHeightOne},
    {"bodies", 1},
    {"survey", 1},
    {"air", 1},
}};

}  // namespace

const PlaneInfo& plane_info(Plane plane) { return kPlanes[static_cast<std::size_t>(plane)]; }

std::optional<Plane> find_plane(std::string_view name) {
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    if (kPlanes[i].name == name) return static_cast<Plane>(i);
  }
  return std::nullopt;
}

World::World(int width, int height) : width_(width), height_(height) {
  assert(width >= kWorldSideMin && width <= kWorldSideMax && height >= kWorldSideMin && height <= kWorldSideMax);
  add(Plane::cells);
}

PlaneSet World::planes() const {
  PlaneSet set;
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    if (!planes_[i].empty()) set.add(static_cast<Plane>(i));
  }
  return set;
}

void World::add(Plane plane) {
  planes_[static_cast<std::size_t>(plane)].resize(cell_count() * plane_info(plane).bytes_per_cell);
}

void World::drop(Plane plane) {
  assert(plane != Plane::cells);
  planes_[static_cast<std::size_t>(plane)] = {};
}

AirTile air_at(const World& world, int column, int row) {
  const auto plane = world.bytes(Plane::air);
  AirTile tile;
  if (plane.empty()) return tile;
  std::int32_t* const numbers[] = {&tile.pressure, &tile.right, &tile.down};
  for (int i = 0; i < 3; ++i)
    std::memcpy(numbers[i], &plane[world.index(kAirTile * column, kAirTile * row + i)], sizeof(std::int32_t));
  return tile;
}

void put_air(World& world, int column, int row, const AirTile& tile) {
  world.add(Plane::air);
  const auto plane = world.bytes(Plane::air);
  const std::int32_t numbers[] = {tile.pressure, tile.right, tile.down};
  for (int i = 0; i < 3; ++i)
    std::memcpy(&plane[world.index(kAirTile * column, kAirTile * row + i)], &numbers[i], sizeof(std::int32_t));
}

std::uint64_t hash_world(const World& world, PlaneSet state) {
  const std::unique_ptr<XXH64_state_t, decltype(&XXH64_freeState)> hash(XXH64_createState(), XXH64_freeState);
  XXH64_reset(hash.get(), 0);
  const std::array<std::uint32_t, 2> size = {static_cast<std::uint32_t>(world.width()),
                                             static_cast<std::uint32_t>(world.height())};
  XXH64_update(hash.get(), size.data(), sizeof size);
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    const auto plane = static_cast<Plane>(i);
    if (!state.has(plane)) continue;
    if (plane >= Plane::packed && std::ranges::all_of(world.bytes(plane), [](std::uint8_t b) { return b == 0; }))
      continue;
    XXH64_update(hash.get(), kPlanes[i].name.data(), kPlanes[i].name.size());
    if (world.has(plane)) {
      XXH64_update(hash.get(), world.bytes(plane).data(), world.bytes(plane).size());
    } else {
      const std::vector<std::uint8_t> zeros(world.cell_count() * kPlanes[i].bytes_per_cell);
      XXH64_update(hash.get(), zeros.data(), zeros.size());
    }
  }
  return XXH64_digest(hash.get());
}

// ---- CellView ----

bool TextureCells::has(Plane plane) const {
  switch (plane) {
    case Plane::cells: return texels != CellTexels::wall_wetness;
    case Plane::energy:
    case Plane::velocity: return texels == CellTexels::element_energy_velocity;
    case Plane::wall:
    case Plane::wetness: return texels == CellTexels::wall_wetness;
    case Plane::density: return texels == CellTexels::codes_16;
    case Plane::mass: return mass != 0;
    case Plane::height: return height != 0;
    case Plane::packed:
    case Plane::bodies:
    case Plane::survey:
    case Plane::air:
    case Plane::flags: break;
  }
  return false;
}

bool CellView::has(Plane plane) const {
  if (const TextureCells* const there = texture()) return there->has(plane);
  bool found = false;
  if (const MemoryCells* const here = memory())
    for_each_plane(*here, [&](Plane present, const auto&) { found |= present == plane; });
  return found;
}

World read_cells(const MemoryCells& shown, const CellBox& box) {
  World world(box.width, box.height);
  for_each_plane(shown, [&]<class Value>(Plane plane, const PlaneRows<Value>& rows) {
    world.add(plane);
    const std::size_t row_bytes = plane_info(plane).bytes_per_cell * static_cast<std::size_t>(box.width);
    std::uint8_t* to = world.bytes(plane).data();
    for (int y = box.y; y < box.y + box.height; ++y, to += row_bytes) {
      const Value* const row = rows.row(y) + box.x;
      if constexpr (std::is_arithmetic_v<Value>) {  // narrower in a world, or with other bits
        const auto byte = [](Value value) { return static_cast<std::uint8_t>(value); };
        if (plane == Plane::wetness) {
          std::transform(row, row + box.width, to, byte);
          continue;
        }
      }
      std::memcpy(to, row, row_bytes);
      if (plane == Plane::energy) {
        for (std::size_t x = 0; x < row_bytes; ++x) to[x] &= kEnergyMask;
      }
    }
  });
  return world;
}

std::uint64_t next_view_generation() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

// ---- census: sums for each element in one pass ----

std::vector<ElementCensus> take_census(const World& world) {
  struct Sums {
    std::uint64_t count = 0, x = 0, y = 0, xx = 0, energy = 0;
    int top_y = 0;
  };
  std::array<Sums, kElementsMax> sums{};
  const auto cells = world.cells();
  const auto energy = world.bytes(Plane::energy);
  std::size_t i = 0;
  for (int y = 0; y < world.height(); ++y) {
    for (int x = 0; x < world.width(); ++x, ++i) {
      Sums& s = sums[cells[i]];
      if (s.count++ == 0) s.top_y = y;
      s.x += static_cast<std::uint64_t>(x);
      s.y += static_cast<std::uint64_t>(y);
      s.xx += static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(x);
      if (!energy.empty()) s.energy += energy[i];
    }
  }
  std::vector<ElementCensus> census;
  for (std::size_t e = 0; e < sums.size(); ++e) {
    const Sums& s = sums[e];
    if (s.count == 0) continue;
    const auto mean = [&](std::uint64_t sum) { return static_cast<double>(sum) / static_cast<double>(s.count); };
    const double mean_x = mean(s.x), variance = mean(s.xx) - mean_x * mean_x;
    census.push_back({static_cast<std::uint8_t>(e), s.count, mean_x, mean(s.y), std::sqrt(variance > 0 ? variance : 0),
                      s.top_y, mean(s.energy)});
  }
  return census;
}

}  // namespace repose

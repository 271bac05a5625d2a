// The planes of a world, and the hash over them.
#include "repose/world.hpp"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <memory>

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
}};

struct XxhashStateDeleter {
  void operator()(XXH64_state_t* state) const { XXH64_freeState(state); }
};
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

std::uint64_t hash_world(const World& world, PlaneSet state) {
  const std::unique_ptr<XXH64_state_t, XxhashStateDeleter> hash(XXH64_createState());
  XXH64_reset(hash.get(), 0);
  const std::array<std::uint32_t, 2> size = {static_cast<std::uint32_t>(world.width()),
                                             static_cast<std::uint32_t>(world.height())};
  XXH64_update(hash.get(), size.data(), sizeof size);
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    const auto plane = static_cast<Plane>(i);
    if (!state.has(plane)) continue;
    if (plane == Plane::packed && std::ranges::all_of(world.bytes(plane), [](std::uint8_t b) { return b == 0; }))
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

}  // namespace repose

// Which planes a view has; copies a rectangle out of one in memory.
#include "repose/cell_view.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace repose {

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

namespace {

// As a world stores the values of each plane.
void store(std::uint8_t* to, const std::uint8_t* row, std::size_t count, Plane plane) {
  std::memcpy(to, row, count);
  if (plane != Plane::energy) return;
  for (std::size_t x = 0; x < count; ++x) to[x] &= kEnergyMask;
}

void store(std::uint8_t* to, const Velocity* row, std::size_t count, Plane) {
  std::memcpy(to, row, count * sizeof *row);
}

void store(std::uint8_t* to, const std::int32_t* row, std::size_t count, Plane plane) {
  if (plane == Plane::wetness) {
    std::transform(row, row + count, to, [](std::int32_t wetness) { return static_cast<std::uint8_t>(wetness); });
  } else {
    std::memcpy(to, row, count * sizeof *row);
  }
}

}  // namespace

World read_cells(const MemoryCells& shown, const CellBox& box) {
  World world(box.width, box.height);
  for_each_plane(shown, [&](Plane plane, const auto& rows) {
    world.add(plane);
    const std::size_t row_bytes = plane_info(plane).bytes_per_cell * static_cast<std::size_t>(box.width);
    std::uint8_t* to = world.bytes(plane).data();
    for (int y = box.y; y < box.y + box.height; ++y, to += row_bytes)
      store(to, rows.row(y) + box.x, static_cast<std::size_t>(box.width), plane);
  });
  return world;
}

std::uint64_t next_view_generation() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace repose

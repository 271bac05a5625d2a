#include "app/view/cell_reading.hpp"

#include <cstring>

namespace repose {

namespace {
std::int32_t read_value(const PlaneView& plane, CellPoint cell) {
  const std::size_t bytes = plane.bytes_per_cell();
  const std::uint8_t* const at =
      plane.rows + static_cast<std::size_t>(cell.y) * plane.stride_bytes + static_cast<std::size_t>(cell.x) * bytes;
  if (plane.plane == Plane::energy) return *at & kEnergyMask;
  if (bytes != sizeof(std::int32_t)) return *at;
  std::int32_t value = 0;
  std::memcpy(&value, at, sizeof value);
  return value;
}

void read_plane(const PlaneView& plane, const CellBox& box, World& into) {
  if (plane.rows == nullptr) return;
  into.add(plane.plane);
  const std::size_t bytes = plane_info(plane.plane).bytes_per_cell, step = plane.bytes_per_cell();
  for (int y = 0; y < box.height; ++y) {
    const std::uint8_t* const row =
        plane.rows + static_cast<std::size_t>(box.y + y) * plane.stride_bytes + static_cast<std::size_t>(box.x) * step;
    for (int x = 0; x < box.width; ++x) {
      std::memcpy(&into.bytes(plane.plane)[into.index(x, y) * bytes], row + static_cast<std::size_t>(x) * step, bytes);
    }
  }
  if (plane.plane != Plane::energy) return;
  for (std::uint8_t& energy : into.bytes(Plane::energy)) energy &= kEnergyMask;
}
}  // namespace

CellReading read_memory(const CellView& view, CellPoint cell) {
  CellReading reading;
  reading.byte = view.rows[static_cast<std::size_t>(cell.y) * view.stride_bytes + static_cast<std::size_t>(cell.x)];
  if (view.field.rows != nullptr) reading.field = read_value(view.field, cell);
  if (view.second.rows != nullptr) reading.second = read_value(view.second, cell);
  return reading;
}

WorldWindow read_memory(const CellView& view, const CellBox& box) {
  WorldWindow window{view.width, view.height, box, World(box.width, box.height)};
  for (int y = 0; y < box.height; ++y) {
    const std::uint8_t* const row = view.rows + static_cast<std::size_t>(box.y + y) * view.stride_bytes + box.x;
    std::memcpy(&window.cells.cells()[window.cells.index(0, y)], row, static_cast<std::size_t>(box.width));
  }
  read_plane(view.field, box, window.cells);
  read_plane(view.second, box, window.cells);
  return window;
}

}  // namespace repose

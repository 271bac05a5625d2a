#include "app/cell_reading.hpp"

#include <cstring>

namespace repose {

namespace {
std::int32_t read_value(const PlaneView& plane, CellPoint cell) {
  const std::size_t bytes = plane.plane == Plane::wetness ? sizeof(std::int32_t) : plane_info(plane.plane).bytes_per_cell;
  const std::uint8_t* const at =
      plane.rows + static_cast<std::size_t>(cell.y) * plane.stride_bytes + static_cast<std::size_t>(cell.x) * bytes;
  if (plane.plane == Plane::energy) return *at & 0x7f;
  if (bytes != sizeof(std::int32_t)) return *at;
  std::int32_t value = 0;
  std::memcpy(&value, at, sizeof value);
  return value;
}
}  // namespace

CellReading read_memory(const CellView& view, CellPoint cell) {
  CellReading reading;
  reading.byte = view.rows[static_cast<std::size_t>(cell.y) * view.stride_bytes + static_cast<std::size_t>(cell.x)];
  if (view.field.rows != nullptr) reading.field = read_value(view.field, cell);
  if (view.second.rows != nullptr) reading.second = read_value(view.second, cell);
  return reading;
}

}  // namespace repose

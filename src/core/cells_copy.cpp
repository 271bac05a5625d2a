#include "core/cells_copy.hpp"

#include <cstring>

namespace repose {

bool CellsCopy::take(const CellView& view) {
  const MemoryCells* const from = view.memory();
  if (from == nullptr) return false;
  MemoryCells shown = *from;
  const auto width = static_cast<std::size_t>(view.width), height = static_cast<std::size_t>(view.height);
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    if (!view.has(static_cast<Plane>(i))) planes_[i].clear();
  }
  for_each_plane(shown, [&]<class Value>(Plane plane, PlaneRows<Value>& rows) {
    auto& copy = planes_[static_cast<std::size_t>(plane)];
    copy.resize(width * height * sizeof(Value));
    for (std::size_t y = 0; y < height; ++y)
      std::memcpy(&copy[y * width * sizeof(Value)], rows.row(static_cast<int>(y)), width * sizeof(Value));
    rows = {reinterpret_cast<const Value*>(copy.data()), width};  // vectors align their memory for every type
  });
  view_ = {view.width, view.height, view.generation, shown, {}};
  return true;
}

std::span<std::uint8_t> CellsCopy::bytes(Plane plane) { return planes_[static_cast<std::size_t>(plane)]; }

std::size_t CellsCopy::byte_count() const {
  std::size_t bytes = 0;
  for (const auto& plane : planes_) bytes += plane.size();
  return bytes;
}

}  // namespace repose

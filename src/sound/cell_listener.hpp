// Counts what happens in a view in memory. Specification of GpuListener, which counts the same in textures.
#pragma once

#include <cstdint>
#include <vector>

#include "sound/cell_events.hpp"

namespace repose::sound {

class CellListener {
 public:
  // Compares the samples of the last call with the present ones and remembers those of `area`, a part of the world.
  // Nothing is known (no samples) in the first call, after forget(), and when the world has another size or plane.
  // Preconditions: a view in memory, and the area is not empty.
  EventCounts listen(const CellView& view, const CellBox& area, const KindTable& kinds);
  // Call when the world is another one: its cells are not compared with the old ones.
  void forget() { grid_ = {}; }

 private:
  bool remembers(const CellView& view, Plane plane) const;
  EventCounts compare_elements(const PlaneRows<std::uint8_t>& rows, const KindTable& kinds) const;
  EventCounts compare_amounts(const PlaneRows<std::int32_t>& rows) const;
  template <class Value>
  void remember(const PlaneRows<Value>& rows, std::vector<Value>& before) const;

  HearingGrid grid_;  // of the remembered samples, of a plane in a world of that size
  Plane plane_ = Plane::cells;
  int width_ = 0, height_ = 0;
  std::vector<std::uint8_t> elements_;  // one of the two is in use
  std::vector<std::int32_t> amounts_;
};

}  // namespace repose::sound

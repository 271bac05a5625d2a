// What a synthesiser plays: how much happens, and where. Shares of the view, so that a picture sounds the same at every
// size and zoom.
#pragma once

#include <array>

#include "sound/cell_events.hpp"

namespace repose::sound {

// Thousandths of the samples of the view that changed, by event (without `none`) and column of tiles.
struct Activity {
  using Columns = std::array<float, kTileColumns>;
  std::array<Columns, kEventCount> columns = {};

  Columns& of(Event event) { return columns[static_cast<std::size_t>(event) - 1]; }
  const Columns& of(Event event) const { return columns[static_cast<std::size_t>(event) - 1]; }
  bool any() const {
    for (const Columns& row : columns) {
      for (const float share : row) {
        if (share > 0) return true;
      }
    }
    return false;
  }
};

// An explosion.
struct Thud {
  float strength = 0;  // 0..1
  float place = 0.5f;  // 0 left .. 1 right
};

}  // namespace repose::sound

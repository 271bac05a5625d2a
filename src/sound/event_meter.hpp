// Turns counts of events into what is played, and finds explosions in them.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "sound/cell_listener.hpp"

namespace repose::sound {

// What a synthesiser plays: how much happens, and where. Shares of the view, so that a picture sounds the same at every
// size and zoom: thousandths of its samples that changed, by event (without `none`) and column of tiles; last the wind.
struct Activity {
  using Columns = std::array<float, kTileColumns>;
  std::array<Columns, kEventCount + 1> columns = {};

  // How much faster than a light breeze the air flows; see HeardAir::speed.
  Columns& wind() { return columns.back(); }
  const Columns& wind() const { return columns.back(); }
  void put_wind(const Columns& speed);

  Columns& of(Event event) { return columns[static_cast<std::size_t>(event) - 1]; }
  const Columns& of(Event event) const { return columns[static_cast<std::size_t>(event) - 1]; }
  bool any() const {
    const auto is_heard = [](float share) { return share > 0; };
    return std::ranges::any_of(columns, [&](const Columns& row) { return std::ranges::any_of(row, is_heard); });
  }
};

// An explosion.
struct Thud {
  float strength = 0;  // 0..1
  float place = 0.5f;  // 0 left .. 1 right
};

Activity activity_of(const EventCounts& counts);

// Finds explosions: tiles in which much more begins to burn than just before. A steady fire is none.
class ThudFinder {
 public:
  // Call for all counts in order. `painting`: a person paints, perhaps fire, so only a large explosion is found.
  // `rise`: HeardAir::rise at the same time. If it is known, it says how strong the thud is, else what burns.
  std::optional<Thud> find(const EventCounts& counts, bool painting = false, std::optional<float> rise = {});
  void forget() { *this = ThudFinder(); }

 private:
  std::array<float, kTileCount> usual_ = {};  // share of each tile that has lately begun to burn
  int rest_ = 0;                              // counts for which no explosion is reported
};

}  // namespace repose::sound

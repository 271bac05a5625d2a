// Turns counts into what is played, and finds explosions in them.
#pragma once

#include <array>
#include <optional>

#include "sound/activity.hpp"

namespace repose::sound {

Activity activity_of(const EventCounts& counts);

// Finds explosions: tiles in which much more begins to burn than just before. A steady fire is none.
class ThudFinder {
 public:
  // Call for all counts in order. `painting`: a person paints, perhaps fire, so only a large explosion is found.
  std::optional<Thud> find(const EventCounts& counts, bool painting = false);
  void forget() { *this = ThudFinder(); }

 private:
  std::array<float, kTileCount> usual_ = {};  // share of each tile that has lately begun to burn
  int rest_ = 0;                              // counts for which no explosion is reported
};

}  // namespace repose::sound

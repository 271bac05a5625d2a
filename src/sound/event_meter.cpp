#include "sound/event_meter.hpp"

#include <cmath>

namespace repose::sound {

namespace {
constexpr float kPerMille = 1000;
}

Activity activity_of(const EventCounts& counts) {
  Activity activity;
  if (counts.samples == 0) return activity;
  const float share = kPerMille / static_cast<float>(counts.samples);
  for (int tile = 0; tile < kTileCount; ++tile) {
    const auto column = static_cast<std::size_t>(tile % kTileColumns);
    for (std::size_t event = 0; event < kEventCount; ++event) {
      activity.columns[event][column] +=
          share * static_cast<float>(counts.tiles[static_cast<std::size_t>(tile)][event]);
    }
  }
  return activity;
}

void Activity::put_wind(const Columns& speed) {
  // A wind of 5. Nothing is carried below half of it, and a candle in a view of 160 x 100 cells stirs less on average.
  constexpr float kLightBreeze = 120;
  std::ranges::transform(speed, wind().begin(), [](float now) { return std::max(0.0f, now - kLightBreeze); });
}

std::optional<Thud> ThudFinder::find(const EventCounts& counts, bool painting, std::optional<float> rise) {
  if (counts.samples == 0) return std::nullopt;
  constexpr float kTimesUsual = 1.5f;     // more than this is not the flicker of a fire
  constexpr float kOfTile = 0.01f;        // a flame that enters a tile lights less of it at once
  constexpr float kLeast = 0.3f;          // per mille of the view; a bomb of the default world is about 5
  constexpr float kLeastPainting = 2.5f;  // the same while a person paints; a disc of 24 cells is 2
  constexpr float kFull = 6;              // per mille of the view from which on a thud has its full strength
  constexpr int kRest = 2;                // counts, so that one explosion is one thud
  const float in_tile = static_cast<float>(kTileCount) / static_cast<float>(counts.samples);
  float sum = 0, moment = 0;
  for (int tile = 0; tile < kTileCount; ++tile) {
    const float now = in_tile * static_cast<float>(counts.of(tile, Event::fire));
    float& usual = usual_[static_cast<std::size_t>(tile)];
    const float excess = std::max(0.0f, now - kTimesUsual * usual - kOfTile);
    usual += 0.5f * (now - usual);
    sum += excess;
    moment += excess * (static_cast<float>(tile % kTileColumns) + 0.5f) / kTileColumns;
  }
  const float of_view = kPerMille * sum / kTileCount;
  if (rest_ > 0) {
    --rest_;
    return std::nullopt;
  }
  if (of_view < (painting ? kLeastPainting : kLeast)) return std::nullopt;
  rest_ = kRest;
  float strength = std::min(1.0f, std::sqrt(of_view / kFull));
  if (rise) {
    // A bomb of the default world gives 2.2 million, a flash 146 000, a pop 52 000; gas that only flares up gives none.
    constexpr float kFullRise = 2.2e6f, kFlare = 0.25f;
    strength = std::max(kFlare * strength, std::min(1.0f, std::sqrt(std::max(*rise, 0.0f) / kFullRise)));
  }
  return Thud{strength, moment / sum};
}

}  // namespace repose::sound

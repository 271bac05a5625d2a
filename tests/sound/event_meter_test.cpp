#include "sound/cell_listener.hpp"

#include "sound_support.hpp"

using namespace repose;
using namespace repose::sound;

namespace {

// A view of 100 samples a tile.
EventCounts counts_with(Event event, int tile, std::uint32_t count) {
  EventCounts counts;
  counts.samples = 100 * kTileCount;
  counts.of(tile, event) = count;
  return counts;
}

}  // namespace

TEST_CASE("activity is a share of the view, by column") {
  EventCounts counts = counts_with(Event::powder, 3, 64);
  counts.of(3 + kTileColumns, Event::powder) = 64;
  const Activity activity = activity_of(counts);
  CHECK(activity.of(Event::powder)[3] == Approx(10));
  CHECK(activity.of(Event::powder)[4] == 0);
  CHECK(activity.of(Event::fire)[3] == 0);
  CHECK(activity.any());
  CHECK_FALSE(activity_of({}).any());
}

TEST_CASE("an explosion is one thud at its place; a steady fire is none") {
  ThudFinder finder;
  CHECK_FALSE(finder.find(counts_with(Event::fire, 0, 0)).has_value());
  const auto thud = finder.find(counts_with(Event::fire, kTileColumns - 1, 80));
  REQUIRE(thud.has_value());
  CHECK(thud->place > 0.9f);
  CHECK(thud->strength > 0.5f);
  for (const std::uint32_t burning : {75u, 70u, 72u, 68u, 75u, 70u})
    CHECK_FALSE(finder.find(counts_with(Event::fire, kTileColumns - 1, burning)).has_value());
}

TEST_CASE("fire that a person paints is no explosion, but a bomb that it lights is one") {
  ThudFinder small, large;
  small.find(counts_with(Event::fire, 5, 0), true);
  large.find(counts_with(Event::fire, 5, 0), true);
  CHECK_FALSE(small.find(counts_with(Event::fire, 5, 20), true).has_value());
  CHECK(large.find(counts_with(Event::fire, 5, 80), true).has_value());
}

TEST_CASE("a fire that grows from frame to frame is no explosion, and small explosions are fainter") {
  ThudFinder finder;
  for (std::uint32_t burning = 0; burning < 60; ++burning)
    CHECK_FALSE(finder.find(counts_with(Event::fire, 5, burning)).has_value());
  ThudFinder small, large;
  small.find(counts_with(Event::fire, 5, 0));
  large.find(counts_with(Event::fire, 5, 0));
  const auto faint = small.find(counts_with(Event::fire, 5, 12)), loud = large.find(counts_with(Event::fire, 5, 100));
  REQUIRE(faint.has_value());
  REQUIRE(loud.has_value());
  CHECK(faint->strength < 0.7f * loud->strength);
}

TEST_CASE("where the air is known, a bomb thuds louder than a firecracker, and gas that flares up only faintly") {
  const auto strength = [](std::optional<float> rise) {
    ThudFinder finder;
    finder.find(counts_with(Event::fire, 5, 0));
    const auto thud = finder.find(counts_with(Event::fire, 5, 40), false, rise);
    REQUIRE(thud.has_value());
    return thud->strength;
  };
  const float bomb = strength(2.2e6f), firecracker = strength(1.4e5f), flare = strength(-2e4f);
  CHECK(bomb > 0.95f);
  CHECK(firecracker < 0.4f * bomb);
  CHECK(flare > 0);
  CHECK(flare < 0.3f * strength({}));
}

TEST_CASE("only wind that is faster than a light breeze is activity") {
  Activity::Columns speed{};
  speed.fill(100);  // a wind of 4
  Activity activity;
  activity.put_wind(speed);
  CHECK_FALSE(activity.any());
  speed[3] = 1440;  // of 60
  activity.put_wind(speed);
  CHECK(activity.any());
  CHECK(activity.wind()[3] > 1200);
  CHECK(activity.wind()[4] == 0);
}

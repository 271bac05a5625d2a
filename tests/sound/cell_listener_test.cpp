#include "sound/cell_listener.hpp"

#include "repose/config.hpp"
#include "repose/session.hpp"
#include "sound_support.hpp"

using namespace repose;
using namespace repose::sound;

namespace {

std::uint32_t total(const EventCounts& counts, Event event) {
  std::uint32_t sum = 0;
  for (int tile = 0; tile < kTileCount; ++tile) sum += counts.of(tile, event);
  return sum;
}

CellView view_of(const World& world) {
  return {world.width(), world.height(), 1,
          MemoryCells{.cells = {world.cells().data(), static_cast<std::size_t>(world.width())}}};
}

constexpr CellBox kAll{0, 0, 160, 80};  // ten by ten cells a tile

KindTable kinds_1_to_5() {
  KindTable kinds{};
  for (const Kind kind : {Kind::powder, Kind::liquid, Kind::gas, Kind::solid, Kind::fire})
    kinds[static_cast<std::size_t>(kind)] = kind;
  return kinds;
}

}  // namespace

TEST_CASE("falling sand is heard in the tile where it falls, and a still world is not heard") {
  World world(160, 80);
  world.cell(25, 4) = 1;
  CellListener listener;
  const KindTable kinds = kinds_1_to_5();
  CHECK(listener.listen(view_of(world), kAll, kinds).samples == 0);  // nothing to compare with
  EventCounts still = listener.listen(view_of(world), kAll, kinds);
  CHECK(still.samples == 160 * 80);
  CHECK(total(still, Event::powder) == 0);
  world.cell(25, 4) = 0;
  world.cell(25, 5) = 1;
  const EventCounts fallen = listener.listen(view_of(world), kAll, kinds);
  CHECK(fallen.of(2, Event::powder) == 2);
  CHECK(total(fallen, Event::powder) == 2);
  CHECK(total(fallen, Event::liquid) == 0);
  CHECK(total(listener.listen(view_of(world), kAll, kinds), Event::powder) == 0);
}

TEST_CASE("every change between two kinds of elements is the event that people would expect") {
  CHECK(event_of(Kind::background, Kind::powder) == Event::powder);
  CHECK(event_of(Kind::powder, Kind::liquid) == Event::powder);
  CHECK(event_of(Kind::background, Kind::liquid) == Event::liquid);
  CHECK(event_of(Kind::liquid, Kind::gas) == Event::hiss);        // boils
  CHECK(event_of(Kind::solid, Kind::background) == Event::hiss);  // dissolved
  CHECK(event_of(Kind::solid, Kind::fire) == Event::fire);
  CHECK(event_of(Kind::background, Kind::fire) == Event::fire);
  CHECK(event_of(Kind::fire, Kind::gas) == Event::none);
  CHECK(event_of(Kind::background, Kind::gas) == Event::none);
  CHECK(event_of(Kind::background, Kind::solid) == Event::none);
}

TEST_CASE("only the visible part of a world is heard; panning is no event, and another world is not compared") {
  World world(320, 160);
  CellListener listener;
  const KindTable kinds = kinds_1_to_5();
  for (int y = 0; y < 160; ++y) {
    for (int x = 200; x < 320; ++x) world.cell(x, y) = 1;
  }
  const CellBox left{0, 0, 160, 80}, right{160, 80, 160, 80};
  listener.listen(view_of(world), left, kinds);
  world.cell(300, 100) = 0;  // out of sight
  CHECK(total(listener.listen(view_of(world), right, kinds), Event::powder) == 0);
  world.cell(300, 101) = 0;
  CHECK(total(listener.listen(view_of(world), right, kinds), Event::powder) == 1);
  World first(160, 80), second(80, 160);
  second.cell(3, 3) = 1;
  listener.listen(view_of(first), kAll, kinds);
  CHECK(listener.listen(view_of(second), {0, 0, 80, 160}, kinds).samples == 0);
  listener.forget();
  CHECK(listener.listen(view_of(second), {0, 0, 80, 160}, kinds).samples == 0);
}

TEST_CASE("the cost of a comparison is limited, whatever the size of the world") {
  for (const auto& [width, height] :
       {std::pair{1, 1}, {1, 16384}, {16384, 1}, {640, 400}, {4096, 4096}, {16384, 16384}}) {
    CAPTURE(width, height);
    const HearingGrid grid = make_hearing_grid({3, 5, width, height});
    CHECK(grid.samples() > 0);
    CHECK(grid.samples() <= HearingGrid::kSamplesMax);
    CHECK(grid.samples() >= std::min(width * height, HearingGrid::kColumnsMax));
    if (width > HearingGrid::kColumnsMax / 8 && height > HearingGrid::kColumnsMax / 8)
      CHECK(grid.samples() > HearingGrid::kSamplesMax / 4);
    CHECK(grid.first.x + (grid.columns - 1) * grid.step_x < 3 + width);
    CHECK(grid.first.y + (grid.rows - 1) * grid.step_y < 5 + height);
    CHECK(grid.tile_column(grid.columns - 1) < kTileColumns);
    CHECK(grid.tile_row(grid.rows - 1) < kTileRows);
  }
}

TEST_CASE("amounts of water and heights of sand are heard when they change enough") {
  std::vector<std::int32_t> amounts(160 * 80, kFullCell);
  MemoryCells shown{.mass = {amounts.data(), 160}};
  CellListener listener;
  listener.listen({160, 80, 1, shown}, kAll, {});
  amounts[0] -= kHeardMass;
  amounts[1] -= kHeardMass / 2;
  EventCounts counts = listener.listen({160, 80, 2, shown}, kAll, {});
  CHECK(counts.of(0, Event::liquid) == 1);
  CHECK(total(counts, Event::liquid) == 1);
  MemoryCells heights{.height = {amounts.data(), 160}};
  CHECK(listener.listen({160, 80, 3, heights}, kAll, {}).samples == 0);
  amounts[159] += kHeardHeight;
  counts = listener.listen({160, 80, 4, heights}, kAll, {});
  CHECK(counts.of(kTileColumns - 1, Event::powder) == 1);
  CHECK(total(counts, Event::powder) == 1);
}

TEST_CASE("the elements of the default world sound as what they are, those of wxSand by their movement and heat") {
  const LoadedRules loaded = default_rules();
  const Ruleset& rules = *loaded.ruleset;
  const KindTable kinds = kinds_of(rules);
  const std::map<std::string, Kind> expected = {
      {"air", Kind::background}, {"sand", Kind::powder}, {"gunpowder", Kind::powder}, {"water", Kind::liquid},
      {"lava", Kind::liquid},    {"acid", Kind::liquid}, {"steam", Kind::gas},        {"smoke", Kind::gas},
      {"stone", Kind::solid},    {"wall", Kind::solid},  {"bomb", Kind::powder},      {"fire", Kind::fire},
      {"ember", Kind::fire},     {"cinder", Kind::fire}, {"spark", Kind::fire},       {"wood", Kind::solid}};
  for (const auto& [name, kind] : expected) {
    CAPTURE(name);
    const auto element = rules.find(name);
    REQUIRE(element.has_value());
    CHECK(static_cast<int>(kinds[*element]) == static_cast<int>(kind));
  }

  Ruleset other;
  other.dialect = Dialect::wxsand;
  other.elements.resize(6);
  const auto put = [&](std::size_t index, const char* name, double gravity, double conductivity) {
    other.elements[index].name = name;
    other.elements[index].gravity = gravity;
    other.elements[index].conductivity = conductivity;
  };
  put(1, "sand", 0.9, 0.1);
  put(2, "smoke", -0.5, 0.1);
  put(3, "wall", 0, 0.1);
  put(4, "thermite", 0.5, 1.5);
  put(5, "Flame", -0.5, 0.3);
  const KindTable found = kinds_of(other);
  CHECK(found[1] == Kind::powder);
  CHECK(found[2] == Kind::gas);
  CHECK(found[3] == Kind::solid);
  CHECK(found[4] == Kind::fire);
  CHECK(found[5] == Kind::fire);
  CHECK(found[200] == Kind::background);
}

namespace {

// Tiles with the same numbers everywhere.
struct Air {
  Air(int width, int height) : columns(width), rows(height) {
    for (auto* const numbers : {&pressure, &right, &down})
      numbers->resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  }
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
  }
  AirView view() const {
    return {columns, rows, pressure.data(), right.data(), down.data(), static_cast<std::size_t>(columns)};
  }

  int columns, rows;
  std::vector<std::int32_t> pressure, right, down;
};

}  // namespace

TEST_CASE("the air is heard where it flows, in views with few tiles of air and with many") {
  for (const auto& [columns, rows] : {std::pair(40, 20), {5, 3}, {400, 300}}) {
    CAPTURE(columns);
    Air air(columns, rows);
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns / 2; ++column) {
        air.right[air.index(column, row)] = -300;
        air.down[air.index(column, row)] = 400;
      }
    }
    AirListener listener;
    const HeardAir heard = listener.listen(air.view(), {0, 0, 4 * columns, 4 * rows});
    CHECK(heard.speed[0] == Approx(500));
    CHECK(heard.speed[kTileColumns - 1] == 0);
    CHECK_FALSE(heard.rise.has_value());
    CHECK(listener.listen({columns, rows}, {0, 0, 4 * columns, 4 * rows}).speed[0] == 0);  // still
  }
}

TEST_CASE("the air that a burst gives is heard as a rise of pressure, also when not every tile is looked at") {
  Air air(320, 200);
  const CellBox all{0, 0, 4 * air.columns, 4 * air.rows};
  AirListener listener;
  listener.listen(air.view(), all);
  float given = 0;
  for (int row = 90; row < 106; ++row) {
    for (int column = 150; column < 166; ++column) {
      air.pressure[air.index(column, row)] = 9000;
      given += 9000;
    }
  }
  const HeardAir heard = listener.listen(air.view(), all);
  REQUIRE(heard.rise.has_value());
  CHECK(*heard.rise == Approx(given).epsilon(0.2));
  CHECK(listener.listen(air.view(), all).rise == 0);
  CHECK_FALSE(listener.listen(air.view(), {0, 0, 400, 400}).rise.has_value());  // another part is visible
  listener.forget();
  CHECK_FALSE(listener.listen(air.view(), {0, 0, 400, 400}).rise.has_value());
}

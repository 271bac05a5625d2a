// What can be heard of a world: how its cells have changed since the last time, counted on a coarse grid of tiles, and
// how its air flows. What is played of that, and the explosions in it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "repose/cell_view.hpp"
#include "repose/ruleset.hpp"

namespace repose::sound {

// How an element moves and burns, as far as it can be heard.
enum class Kind : std::uint8_t { background, powder, liquid, gas, solid, fire };
inline constexpr std::size_t kKindCount = 6;

// Derived from density, marks, glow and heat, so that configs of both dialects can be heard. Bytes outside the ruleset
// are background.
using KindTable = std::array<Kind, kElementsMax>;
KindTable kinds_of(const Ruleset& ruleset);

enum class Event : std::uint8_t {
  none,
  powder,  // a grain has moved
  liquid,  // a drop has moved
  hiss,    // a liquid has become gas, or a solid has been dissolved
  fire     // something has begun to burn, or a flame has moved
};
inline constexpr std::size_t kEventCount = 4;  // without `none`

// What happened in a cell whose element has changed.
Event event_of(Kind before, Kind now);

// The tiles that divide the view. 128 tiles of four counts are 2 KiB when a GPU counts in floats.
inline constexpr int kTileColumns = 16, kTileRows = 8, kTileCount = kTileColumns * kTileRows;

struct EventCounts {
  using Tile = std::array<std::uint32_t, kEventCount>;  // by event, without `none`
  std::array<Tile, kTileCount> tiles = {};              // row by row
  std::uint32_t samples = 0;                            // cells that were compared; 0: nothing is known

  std::uint32_t& of(int tile, Event event) {
    return tiles[static_cast<std::size_t>(tile)][static_cast<std::size_t>(event) - 1];
  }
  std::uint32_t of(int tile, Event event) const {
    return tiles[static_cast<std::size_t>(tile)][static_cast<std::size_t>(event) - 1];
  }
  friend bool operator==(const EventCounts&, const EventCounts&) = default;
};

// The cells that are compared: every step_x-th cell of every step_y-th row of an area.
struct HearingGrid {
  CellPoint first;  // the top left sample
  int step_x = 1, step_y = 1;
  int columns = 0, rows = 0;  // of samples

  // Limits the cost of one comparison. More would not be heard: a stream that is thinner than one sample in so many is
  // too small to be seen.
  static constexpr int kSamplesMax = 1 << 16, kColumnsMax = 2048;

  bool empty() const { return columns == 0; }
  int samples() const { return columns * rows; }
  int tile_column(int i) const { return i * kTileColumns / columns; }
  int tile_row(int j) const { return j * kTileRows / rows; }
  friend bool operator==(const HearingGrid&, const HearingGrid&) = default;
};

// Precondition: the area is not empty.
HearingGrid make_hearing_grid(const CellBox& area);

// The plane that is heard: amounts in automata that have them, otherwise elements. Empty if the view has neither.
std::optional<Plane> heard_plane(const CellView& view);

// A change of an amount that can be heard.
inline constexpr std::int32_t kHeardMass = kFullCell / 8, kHeardHeight = kHeightOne / 2;

// Counts in a view in memory. Specification of GpuListener, which counts the same in textures.
class CellListener {
 public:
  // Compares the samples of the last call with the present ones and remembers those of `area`, a part of the world.
  // Nothing is known (no samples) in the first call, after forget(), and when the world has another size or plane.
  // Preconditions: a view in memory, and the area is not empty.
  EventCounts listen(const CellView& view, const CellBox& area, const KindTable& kinds);
  // Call when the world is another one: its cells are not compared with the old ones.
  void forget() { grid_ = {}; }

 private:
  template <class Value>
  void remember(const PlaneRows<Value>& rows, std::vector<Value>& before) const;

  HearingGrid grid_;  // of the remembered samples, of a plane in a world of that size
  Plane plane_ = Plane::cells;
  int width_ = 0, height_ = 0;
  std::vector<std::uint8_t> elements_;  // one of the two is in use
  std::vector<std::int32_t> amounts_;
};

// The air of the visible part of a world.
struct HeardAir {
  // How fast it flows through a tile of air, as AirTile::right and down; on average, by column of tiles of the view.
  std::array<float, kTileColumns> speed = {};
  std::optional<float> rise;  // by how much the pressure of all visible air has risen since the last time; else unknown
};

class AirListener {
 public:
  // Looks at every so many tiles of air in `area`, a part of the world, and at most at 4096. The rise is unknown
  // in the first call, after forget(), and when the area is another one. Preconditions: the air is present, and the
  // area is not empty.
  HeardAir listen(const AirView& air, const CellBox& area);
  // Call when the world is another one.
  void forget() { pressure_.reset(); }

 private:
  CellBox area_{0, 0, 0, 0};
  std::optional<float> pressure_;  // of the last call
};

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

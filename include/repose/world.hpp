// The world: width x height cells and the planes over them. Row 0 is the top row; x grows to the right, y down.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace repose {

struct CellPoint {
  int x = 0, y = 0;
  friend bool operator==(const CellPoint&, const CellPoint&) = default;
};

// A rectangle of cells; `x` and `y` are those of its upper left cell.
struct CellBox {
  int x = 0, y = 0, width = 0, height = 0;
  bool contains(CellPoint p) const { return p.x >= x && p.y >= y && p.x < x + width && p.y < y + height; }
  friend bool operator==(const CellBox&, const CellBox&) = default;
};

// One value per cell over the whole world. The order is the order in which planes enter the hash.
enum class Plane : std::uint8_t {
  cells,
  density,
  energy,
  velocity,
  wall,
  mass,
  height,
  flags,
  wetness,
  packed,
  bodies,
  survey,
  air
};
inline constexpr Plane kAllPlanes[] = {Plane::cells,  Plane::density, Plane::energy, Plane::velocity, Plane::wall,
                                       Plane::mass,   Plane::height,  Plane::flags,  Plane::wetness,  Plane::packed,
                                       Plane::bodies, Plane::survey,  Plane::air};
inline constexpr std::size_t kPlaneCount = std::size(kAllPlanes);

// Planes of amounts hold fixed-point numbers, as int32: `mass` in 2^-24 of a full cell, `height` and `packed`
// in 2^-16 of a cell's side. `packed` is the sand that was pressed into a stack and does not add to its height.
inline constexpr std::int32_t kFullCell = 1 << 24;
inline constexpr std::int32_t kMassMax = 32 * kFullCell;       // the most that is poured into one cell
inline constexpr std::int32_t kMassHeldMax = 120 * kFullCell;  // the most that a cell holds, pressed by those above
inline constexpr std::int32_t kHeightOne = 1 << 16;
inline constexpr std::int32_t kHeightMax = 1 << 29;  // up or down: 8192 above the floor or below
// The height of an obstacle in views; worlds hold 0 there. So high that sand never moves from or onto it.
inline constexpr std::int32_t kObstacleHeight = 2 * kHeightMax;
inline constexpr int kWetnessMax = 255;  // wet through

// The values of the wall plane of worlds of heights.
enum class HeightGround : std::uint8_t { open, obstacle, spring, drain };

struct PlaneInfo {
  std::string_view name;
  std::size_t bytes_per_cell;  // values are little endian
  double unit = 1;             // value of one full cell, or of one height
};

const PlaneInfo& plane_info(Plane plane);
std::optional<Plane> find_plane(std::string_view name);  // empty for other names

// A set of planes, such as those that are the state of an automaton.
class PlaneSet {
 public:
  constexpr PlaneSet() = default;
  constexpr PlaneSet(std::initializer_list<Plane> planes) {
    for (Plane plane : planes) add(plane);
  }
  constexpr void add(Plane plane) { bits_ |= 1u << static_cast<unsigned>(plane); }
  constexpr bool has(Plane plane) const { return (bits_ >> static_cast<unsigned>(plane)) & 1u; }
  friend constexpr bool operator==(PlaneSet, PlaneSet) = default;

 private:
  std::uint32_t bits_ = 0;
};

// Limits on the side of a world, in cells. The GL limit of the machine can be lower.
inline constexpr int kWorldSideMin = 1;
inline constexpr int kWorldSideMax = 16384;

// Plain storage, to pass worlds between solvers, files and callers; solvers use other layouts. Every plane is
// stored row by row, top row first, without padding: the value of (x, y) starts at byte (y * width + x) *
// bytes_per_cell. `cells` is always present; the other planes are present when an automaton or a file has added them.
class World {
 public:
  World() : World(1, 1) {}
  // All cells hold element 0. Precondition: both sides within kWorldSideMin..kWorldSideMax.
  World(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }
  std::size_t cell_count() const { return static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_); }
  bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }

  bool has(Plane plane) const { return !planes_[static_cast<std::size_t>(plane)].empty(); }
  PlaneSet planes() const;
  // Adds a plane of zeros; does nothing when the plane is present.
  void add(Plane plane);
  void drop(Plane plane);  // precondition: not `cells`

  // The values of a plane; empty when the plane is absent.
  std::span<std::uint8_t> bytes(Plane plane) { return planes_[static_cast<std::size_t>(plane)]; }
  std::span<const std::uint8_t> bytes(Plane plane) const { return planes_[static_cast<std::size_t>(plane)]; }
  std::span<std::uint8_t> cells() { return bytes(Plane::cells); }
  std::span<const std::uint8_t> cells() const { return bytes(Plane::cells); }

  // Precondition: contains(x, y).
  std::uint8_t& cell(int x, int y) { return planes_[0][index(x, y)]; }
  std::uint8_t cell(int x, int y) const { return planes_[0][index(x, y)]; }
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }

  friend bool operator==(const World&, const World&) = default;

 private:
  int width_;
  int height_;
  std::array<std::vector<std::uint8_t>, kPlaneCount> planes_;
};

// The amount in a plane of 32-bit numbers (mass, height). Preconditions: the world has the plane; cell < cell_count().
inline std::int32_t amount_at(const World& world, Plane plane, std::size_t cell) {
  std::int32_t amount = 0;
  std::memcpy(&amount, &world.bytes(plane)[cell * sizeof amount], sizeof amount);
  return amount;
}

// Plane::air holds the air of tiles of kAirTile x kAirTile cells: air_columns() x air_rows() of them, from the upper
// left cell on. Cells beyond them, fewer than kAirTile columns or rows, have no air of their own: that of the last tile
// moves them. The numbers of a tile are the bytes of its first rows: one number, as int32, in each row.
inline constexpr int kAirTile = 4;
inline constexpr std::int32_t kAirMost = 1 << 20;      // up or down: what a blast or Blow does not go beyond
inline constexpr std::int32_t kAirAdmitted = 1 << 24;  // of each number, up or down, in worlds that are taken over

struct AirTile {
  std::int32_t pressure = 0;  // more than that of still air
  std::int32_t right = 0;     // what flows to the tile on the right in a step
  std::int32_t down = 0;      // likewise, to the tile below
  friend bool operator==(const AirTile&, const AirTile&) = default;
};

inline int air_columns(const World& world) { return world.height() < kAirTile ? 0 : world.width() / kAirTile; }
inline int air_rows(const World& world) { return world.width() < kAirTile ? 0 : world.height() / kAirTile; }
// Zeros if the world has no Plane::air. Precondition: a tile of the world.
AirTile air_at(const World& world, int column, int row);
// Adds the plane if it is missing.
void put_air(World& world, int column, int row, const AirTile& tile);

// xxHash64 (seed 0) over width and height (u32, little endian), then for every plane of `state`, in the order of
// Plane: its name and its bytes. A plane that the world does not have counts as zeros. `packed` and the planes
// after it enter only if one of their values is not 0.
std::uint64_t hash_world(const World& world, PlaneSet state);

struct ElementCensus {
  std::uint8_t element = 0;
  std::uint64_t count = 0;
  double mean_x = 0, mean_y = 0;  // cells
  double sd_x = 0;                // standard deviation of x (population), cells
  int top_y = 0;                  // smallest y
  double mean_energy = 0;         // 0 without an energy plane
};

// One row for every element that the world contains, ordered by index. One pass over the cells.
std::vector<ElementCensus> take_census(const World& world);

}  // namespace repose

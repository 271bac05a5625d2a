// What a solver shows of its world, for drawing and reading: where the planes are, in memory or in textures. Making a
// view copies no cells.
//
// Ownership: the solver owns everything that a view points to. A view is valid until the next call of a non-const
// function of that solver, and never longer than the solver. Copy the cells if you need them for longer
// (core/copies.hpp). Any thread may read a view while no function of the solver runs.
//
// Row order: row 0 is the top row of the world, in memory and in textures (texel row 0).
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>

#include "repose/ledger.hpp"
#include "repose/ruleset.hpp"
#include "repose/world.hpp"

namespace repose {

// The speed of a cell as in Plane::velocity: x to the right, y down.
struct Velocity {
  std::int8_t x = 0, y = 0;
  friend bool operator==(const Velocity&, const Velocity&) = default;
};
static_assert(sizeof(Velocity) == 2);

// One plane in memory, a value a cell.
template <class Value>
struct PlaneRows {
  const Value* top_left = nullptr;  // the value of cell (0, 0); null: the view does not have this plane
  std::size_t stride = 0;           // values from one row to the next, at least the width of the world

  bool present() const { return top_left != nullptr; }
  // Preconditions of both: present, and inside the world.
  const Value* row(int y) const { return top_left + static_cast<std::size_t>(y) * stride; }
  Value at(int x, int y) const { return row(y)[x]; }
  friend bool operator==(const PlaneRows&, const PlaneRows&) = default;
};

// The air of *conserving* in memory, by tile; see AirTile.
struct AirView {
  int columns = 0, rows = 0;  // of tiles; 0: the view has no air, or the world no tile
  // The numbers of tile (0, 0); null: all air is still.
  const std::int32_t *pressure = nullptr, *right = nullptr, *down = nullptr;
  std::size_t stride = 0;  // numbers from one row of tiles to the next

  bool present() const { return rows > 0; }
  bool is_still() const { return pressure == nullptr; }
  // Precondition: a tile of the view.
  AirTile at(int column, int row) const {
    if (is_still()) return {};
    const std::size_t i = static_cast<std::size_t>(row) * stride + static_cast<std::size_t>(column);
    return {pressure[i], right[i], down[i]};
  }
};

// Planes in memory. Which ones are present depends on the automaton.
struct MemoryCells {
  PlaneRows<std::uint8_t> cells = {};    // element index; absent in worlds of heights (*sandpile*)
  PlaneRows<std::uint8_t> density = {};  // scalar *density*, if the density plane is state
  PlaneRows<std::uint8_t> energy = {};   // *elements*: kEnergyMask of a byte
  PlaneRows<Velocity> velocity = {};     // *elements*
  PlaneRows<std::uint8_t> wall = {};     // *sandpile*: the ground of a cell, a HeightGround
  PlaneRows<std::int32_t> mass = {};     // *water*: in units of kFullCell; below 0 ground and drains
  PlaneRows<std::int32_t> height = {};   // *sandpile*: in units of kHeightOne; from kObstacleHeight up an obstacle
  PlaneRows<std::int32_t> wetness = {};  // *sandpile*, if any sand is wet: 0..255
  PlaneRows<std::int32_t> packed = {};   // *sandpile*, if a body has pressed sand: in units of kHeightOne

  friend bool operator==(const MemoryCells&, const MemoryCells&) = default;
};

// Calls visit(plane, rows) for every plane that is present. `Cells` is MemoryCells, const or not.
template <class Cells, class Visit>
void for_each_plane(Cells& shown, Visit visit) {
  const auto offer = [&visit](Plane plane, auto& rows) {
    if (rows.present()) visit(plane, rows);
  };
  offer(Plane::cells, shown.cells);
  offer(Plane::density, shown.density);
  offer(Plane::energy, shown.energy);
  offer(Plane::velocity, shown.velocity);
  offer(Plane::wall, shown.wall);
  offer(Plane::mass, shown.mass);
  offer(Plane::height, shown.height);
  offer(Plane::wetness, shown.wetness);
  offer(Plane::packed, shown.packed);
}

// What a texel of the cells' texture holds. Bytes unless said otherwise.
enum class CellTexels : std::uint8_t {
  element,                  // RGBA8, a cell a texel: r = element index
  element_energy_velocity,  // RGBA8, a cell a texel: r = element index, g = energy (kEnergyMask), b = velocity x,
                            // a = 255 - velocity y, both velocities as the byte of a signed one
  wall_wetness,             // RGBA8, a cell a texel: r = the ground of the cell, a HeightGround; g = wetness, 0..255
  codes_8,                  // RGBA32UI, 16 cells a texel: codes of 8 bits, the leftmost cell in the lowest bits of r
  codes_16,  // RGBA32UI, 8 cells a texel: codes of 16 bits in the same order; the high byte is the density
};

// Amounts in textures are in squares of so many cells a side: four RGBA32I layers, of which layer k holds row k of
// every square, the leftmost cell in r. Texel (i + 1, j + 1) is the square of column i and row j: a margin of 1.
inline constexpr int kSquareSide = 4;

// Textures of the current GL context, by their names.
struct TextureCells {
  CellTexels texels = CellTexels::element;
  std::uint32_t cells = 0;  // a texel for every cell, or every cells_a_texel() cells of a row
  // With codes: RGBA8, 256 x 1 texels; r = element index, by the low byte of a code. Else 0.
  std::uint32_t elements_by_code = 0;
  // Squares of cells, see kSquareSide; values as in MemoryCells. 0: the view does not have this plane.
  std::uint32_t mass = 0, height = 0;

  bool packed() const { return texels == CellTexels::codes_8 || texels == CellTexels::codes_16; }
  int cells_a_texel() const { return texels == CellTexels::codes_8 ? 16 : texels == CellTexels::codes_16 ? 8 : 1; }
  int code_bits() const { return 128 / cells_a_texel(); }  // precondition: packed()
  bool has(Plane plane) const;
  // The texture that holds a plane. Precondition: has(plane).
  std::uint32_t texture_of(Plane plane) const {
    return plane == Plane::mass ? mass : plane == Plane::height ? height : cells;
  }
  friend bool operator==(const TextureCells&, const TextureCells&) = default;
};

// std::monostate: nothing to show, as before the first world has been uploaded.
using ShownCells = std::variant<std::monostate, MemoryCells, TextureCells>;

struct CellView {
  int width = 0, height = 0;  // of the world, in cells
  // Changes whenever the cells may have changed. Equal numbers mean equal pictures, whichever solver they come from.
  std::uint64_t generation = 0;
  ShownCells shown;
  // While activity is kept (Solver::keep_activity). It fades with every step, even if `generation` stays the same.
  ActivityView activity = {};
  // Present in *conserving* in memory; backends in textures show none.
  AirView air = {};
  // The number of steps that the world has made, for looks that change with time. 0 in views of a Solver.
  std::uint64_t step = 0;

  bool empty() const { return std::holds_alternative<std::monostate>(shown); }
  // Null if the cells are not in memory, or not in textures.
  const MemoryCells* memory() const { return std::get_if<MemoryCells>(&shown); }
  const TextureCells* texture() const { return std::get_if<TextureCells>(&shown); }
  // Whether the plane is present, in memory or as a texture.
  bool has(Plane plane) const;
};

// A copy of the cells of `box` with every plane of the view. Precondition: the box is inside the world.
World read_cells(const MemoryCells& shown, const CellBox& box);

// A number that no CellView has had yet in this process.
std::uint64_t next_view_generation();

}  // namespace repose

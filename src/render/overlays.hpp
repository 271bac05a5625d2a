// Pictures drawn over the world, through the same camera: colours for some of its cells, the active cells of a solver,
// and the activity of the ledger.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "render/camera.hpp"
#include "repose/cell_view.hpp"
#include "repose/ledger.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"

namespace repose {

struct CellOverlay {
  int width = 0, height = 0;       // of the picture; 0 if no cell of the world is visible
  std::vector<std::uint8_t> rgba;  // row by row, 4 bytes a pixel, alpha last
  PixelPoint low, high;            // its corners, in pixels of the window
};

// Which cells of the world a pixel of the picture shows: at least one in either direction.
struct OverlayGrid {
  std::vector<int> column_edges, row_edges;  // one more than there are pixels
  int world_width = 0, world_height = 0;

  Range columns_of(int pixel) const { return between(column_edges, pixel, world_width); }
  Range rows_of(int pixel) const { return between(row_edges, pixel, world_height); }

 private:
  static Range between(const std::vector<int>& edges, int pixel, int count) {
    const auto i = static_cast<std::size_t>(pixel);
    return {edges[i], std::min(std::max(edges[i + 1], edges[i] + 1), count)};
  }
};

// A transparent picture of the visible part. One of its pixels is a cell, or a pixel of the window if cells are
// smaller.
OverlayGrid begin_overlay(int world_width, int world_height, const Camera& camera, CellOverlay& overlay);

// Paints the cells whose byte in `mask` (row by row) is not 0; the rest stays transparent. A pixel is painted if any
// cell under it is marked, so single cells are visible in the largest worlds.
void mark_cells(std::span<const std::uint8_t> mask, int world_width, int world_height, const Camera& camera,
                Color color, CellOverlay& overlay);

// ---- active cells: sleeping ones are dimmed ----

inline constexpr Color kActiveColor{253, 231, 37};

// Covers the visible part of the world. Pixels as in mark_cells(): a pixel is active if any cell under it is. Active
// cells have a tint of kActiveColor; in active chunks the world is not dimmed. Everything is active if the solver looks
// at every cell.
void paint_active_cells(const ActiveCells& active, int world_width, int world_height, const Camera& camera,
                        CellOverlay& overlay);

// ---- activity: where things were made, destroyed, converted or moved, fading with the steps ----

// The colour of each kind: hues of Okabe and Ito, which people with any colour vision can tell apart.
inline constexpr std::array<Color, kActivityKindCount> kActivityColors = {Color{86, 180, 233}, Color{230, 97, 20},
                                                                          Color{240, 228, 66}, Color{210, 210, 210}};

// Covers the visible part of the world: dims it, and shows the colours of recent events over it. Events disappear after
// `fade_steps`, 1 to kActivitySteps. Pixels as in mark_cells(): if cells are smaller than pixels, a pixel shows the
// latest event of each kind among its cells; if it shows whole blocks (kActivityBlocks), among the blocks that begin in
// it.
void paint_activity(const ActivityView& activity, int world_width, int world_height, const Camera& camera,
                    int fade_steps, CellOverlay& overlay);

// ---- air: its pressure in two colours over the dimmed world ----

inline constexpr Color kHighPressure{232, 152, 72}, kLowPressure{72, 146, 232};

// Covers the visible part of the world. A pixel shows the tile of its first cell: kHighPressure above still air,
// kLowPressure below it; the stronger the pressure, the less transparent.
void paint_air(const AirView& air, int world_width, int world_height, const Camera& camera, CellOverlay& overlay);

}  // namespace repose

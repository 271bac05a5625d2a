// The active cells of a solver as a picture over the world: what rests is dimmed.
#pragma once

#include "render/cell_overlay.hpp"
#include "repose/active_cells.hpp"

namespace repose {

inline constexpr Color kActiveColor{253, 231, 37};

// Covers the whole world in sight. Pixels as in mark_cells(): a pixel is active if any cell under it is. Active cells
// have a tint of kActiveColor; in active chunks the world shows as it is. Everything is active where the solver looks
// at every cell.
void paint_active_cells(const ActiveCells& active, int world_width, int world_height, const Camera& camera,
                        CellOverlay& overlay);

}  // namespace repose

// The active cells of a solver as a picture over the world: sleeping cells are dimmed.
#pragma once

#include "render/cell_overlay.hpp"
#include "repose/active_cells.hpp"

namespace repose {

inline constexpr Color kActiveColor{253, 231, 37};

// Covers the visible part of the world. Pixels as in mark_cells(): a pixel is active if any cell under it is. Active
// cells have a tint of kActiveColor; in active chunks the world is not dimmed. Everything is active if the solver looks
// at every cell.
void paint_active_cells(const ActiveCells& active, int world_width, int world_height, const Camera& camera,
                        CellOverlay& overlay);

}  // namespace repose

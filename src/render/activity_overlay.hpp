// The activity of the ledger as a picture over the world: where things were made, destroyed, converted or moved, fading
// with the steps.
#pragma once

#include <array>

#include "render/cell_overlay.hpp"
#include "repose/ledger.hpp"

namespace repose {

// The colour of each kind: hues of Okabe and Ito, which people with any colour vision can tell apart.
inline constexpr std::array<Color, kActivityKindCount> kActivityColors = {Color{86, 180, 233}, Color{230, 97, 20},
                                                                          Color{240, 228, 66}, Color{210, 210, 210}};

// Covers the visible part of the world: dims it, and shows the colours of recent events over it. Events disappear after
// `fade_steps`, 1 to kActivitySteps. Pixels as in mark_cells(): if cells are smaller than pixels, a pixel shows the
// latest event of each kind among its cells; if it shows whole blocks (kActivityBlocks), among the blocks that begin in
// it.
void paint_activity(const ActivityView& activity, int world_width, int world_height, const Camera& camera,
                    int fade_steps, CellOverlay& overlay);

}  // namespace repose

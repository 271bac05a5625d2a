// The activity of the ledger as a picture over the world: where things were made, destroyed, converted or moved, fading
// with the steps.
#pragma once

#include <array>

#include "render/cell_overlay.hpp"
#include "repose/ledger.hpp"

namespace repose {

// What each kind looks like; hues of Okabe and Ito, which everybody can tell apart.
inline constexpr std::array<Color, kActivityKindCount> kActivityColors = {Color{86, 180, 233}, Color{230, 97, 20},
                                                                          Color{240, 228, 66}, Color{210, 210, 210}};

// Covers the whole world in sight: what is cold is dimmed, what is hot shines through its colour. Activity is gone
// after `fade_steps`, 1 to kActivitySteps. Pixels as in mark_cells(): where cells are smaller, the latest of each kind
// under one shows.
void paint_activity(const ActivityView& activity, int world_width, int world_height, const Camera& camera,
                    int fade_steps, CellOverlay& overlay);

}  // namespace repose

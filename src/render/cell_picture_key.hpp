// What a picture of cells depends on: while it stays the same, the picture does too.
#pragma once

#include <cstdint>

#include "render/looks.hpp"
#include "render/shading.hpp"
#include "render/visible_area.hpp"
#include "repose/cell_view.hpp"

namespace repose {

// All inputs of the shaded picture.
struct CellPictureKey {
  ShownCells shown;
  std::uint64_t generation = 0, palette = 0;
  int width = 0, height = 0;
  Looks looks;
  shading::EnergyUse energy_use = shading::EnergyUse::none;
  Area cells, pixels;                           // pixels only in reduced pictures
  double zoom = 1, origin_x = 0, origin_y = 0;  // only in reduced pictures
  bool by_pixels = false;                       // the picture of a field
  float shimmer_time = 0;                       // 0 if no cell can shimmer
  friend bool operator==(const CellPictureKey&, const CellPictureKey&) = default;
};

// Whether the cells and the time alone are different.
inline bool same_but_for_cells(CellPictureKey key, const CellPictureKey& before) {
  key.shown = before.shown;
  key.generation = before.generation;
  key.shimmer_time = before.shimmer_time;
  return key == before;
}

}  // namespace repose

// The positions at which pictures of fields read their planes: one sample per cell in enlarged pictures, one per pixel
// in reduced ones.
#pragma once

#include <cmath>

#include "render/visible_area.hpp"

namespace repose {

struct SampleGrid {
  int width = 0, height = 0;
  int first_x = 0, first_y = 0;      // corner of sample (0, 0), whole cells
  float offset_x = 0, offset_y = 0;  // corner of sample (0, 0), fraction of a cell, 0..1
  float step = 1;                    // cells from one sample to the next
  // In samples: the position of the first pixel's centre, and the distance from one pixel to the next.
  float pixel_x = 0, pixel_y = 0, samples_per_pixel = 1;
  Area pixels;  // of the window
  Area cells;   // that the samples cover

  // The cell under a sample's centre, or under a position between samples.
  int cell_x(float x) const { return first_x + static_cast<int>(std::floor(offset_x + x * step)); }
  int cell_y(float y) const { return first_y + static_cast<int>(std::floor(offset_y + y * step)); }
  bool reduced() const { return step > 1; }
  float zoom() const { return 1 / (step * samples_per_pixel); }  // pixels per cell
};

// `margin`: samples outside the picture on every side, limited to the world. Empty if no pixel is on the world.
SampleGrid make_sample_grid(const Camera& camera, int world_width, int world_height, int margin);

}  // namespace repose

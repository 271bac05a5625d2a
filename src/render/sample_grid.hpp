// Where the pictures of fields look at their planes: one sample a cell in enlarged pictures, one a pixel in reduced
// ones.
#pragma once

#include <cmath>

#include "render/visible_area.hpp"

namespace repose {

struct SampleGrid {
  int width = 0, height = 0;
  int first_x = 0, first_y = 0;      // whole cells at the corner of sample (0, 0) ...
  float offset_x = 0, offset_y = 0;  // ... and what is left of its place, 0..1
  float step = 1;                    // cells from one sample to the next
  // The place of the first pixel's centre, in samples, and from one pixel to the next.
  float pixel_x = 0, pixel_y = 0, samples_per_pixel = 1;
  Area pixels;  // of the window
  Area cells;   // that the samples look at

  // The cell under a sample's centre, or under a place between samples.
  int cell_x(float x) const { return first_x + static_cast<int>(std::floor(offset_x + x * step)); }
  int cell_y(float y) const { return first_y + static_cast<int>(std::floor(offset_y + y * step)); }
  bool reduced() const { return step > 1; }
  float zoom() const { return 1 / (step * samples_per_pixel); }  // pixels per cell
};

// `margin`: samples beyond the picture on every side, as far as the world goes. Empty where no pixel lies on the world.
SampleGrid make_sample_grid(const Camera& camera, int world_width, int world_height, int margin);

}  // namespace repose

// The look of water with mass, in C++; shaders/view/water_*.frag say the same in GLSL and get their numbers from here.
//
// How a picture is made: every sample says how full it is, as a number that is half where the surface lies when it is
// read smoothly; pixels are water where it is more. So a cell that is half full has its surface at half its height, and
// what joins two cells is a line and no step. Thin water that falls is a veil instead, as dense as there is water in
// it.
#pragma once

#include "render/float_image.hpp"
#include "render/sample_grid.hpp"
#include "render/shading.hpp"

namespace repose::shading {

inline constexpr float kWetFrom = 0.1f;        // cells; less above a cell does not make it deep
inline constexpr float kCoveredBy = 0.5f;      // cells of water above that make a cell look full
inline constexpr float kFarFill = 1.25f;       // of a cell's mass in reduced pictures: moving water is not quite full
inline constexpr std::uint32_t kFarLooks = 3;  // up, at a random place each in thirds of kFarDepth, in reduced pictures
inline constexpr float kPressureRow = 0.02f;   // cells of compression that a row of water above makes, by default
inline constexpr float kPressureMost = 160.0f;  // rows of water above that are all red in the overlay
inline constexpr float kDeepRows = 120.0f;      // ... and that are as dark as water gets,
inline constexpr float kDeepByPressure = 0.6f;  // ... a share of the darkening; the rest is the way to the surface
inline constexpr float kShallowLight = 1.22f;   // water at the surface, against its colour
inline constexpr float kDeepDark = 0.34f;       // water in the depth, against its colour ...
inline constexpr float kDeepGreen = 0.85f;      // ... and what is left of its green and red there
inline constexpr float kDepthUntinted = 0.3f;   // the depth that all water shows when the tint is off
inline constexpr float kWaterLine = 0.62f;      // how far the surface turns to white
inline constexpr float kWaterLinePixels = 1.4f, kWaterLineCells = 0.14f;  // its thickness at least
inline constexpr float kVeil = 0.8f;                                      // how dense the densest veil is,
inline constexpr float kVeilLight = 0.28f;                                // ... and how far it turns to white
inline constexpr float kWaterDense = 0.94f;                               // how little of the background shows through

// Of the light line along the surface, in samples.
float water_line(const SampleGrid& grid);

// The first liquid's colour, which all water has.
Light water_color(const Palette& palette);

// Preconditions: a view in memory that has masses; it and the palette outlive this object.
class WaterPicture {
 public:
  WaterPicture(const CellView& view, const Palette& palette, const Looks& looks, const SampleGrid& grid);

  // The pixel of the picture's column and row; precondition: inside grid.pixels, counted from its corner.
  Light pixel(int column, int row) const;

 private:
  void sample_cell(int x, int y);   // enlarged pictures: sample = cell
  void sample_pixel(int x, int y);  // reduced ones
  float mass(int x, int y) const;   // full cells; less than 0 in ground; beyond the edge a copy of it
  float depth(int x, int y, std::uint32_t hash) const;  // 0..1
  float pressure_rows(float mass) const;
  int element(int x, int y) const;
  Light ground(int x, int y) const;
  Light sky(float x, float y) const;  // at a place in samples
  float coverage(float fill) const;
  void show_pressure(Light& light, float water, float pressure) const;

  const MemoryCells& shown_;
  int width_, height_;  // of the world
  const Palette& palette_;
  Looks looks_;
  SampleGrid grid_;
  Light water_;
  FloatImage filled_;  // r = how full, g = veil, b = depth, a = pressure
  FloatImage ground_;  // rgb = lit ground times a = its share
};

}  // namespace repose::shading

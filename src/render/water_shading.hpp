// The look of water with mass, in C++. shaders/view/water_*.frag do the same in GLSL and get their constants from here.
//
// How a picture is made: each sample gets a number that says how full it is. The number is read with smooth
// interpolation; a pixel is water if it is more than half. So a cell that is half full has its surface at half its
// height, and the surface across two cells is a line without a step. Thin falling water is drawn as a veil, whose
// density is the amount of water.
#pragma once

#include "render/float_image.hpp"
#include "render/sample_grid.hpp"
#include "render/shading.hpp"

namespace repose::shading {

inline constexpr float kWetFrom = 0.1f;    // cells; a cell with less than this above it is not deep
inline constexpr float kCoveredBy = 0.5f;  // cells of water above that make a cell look full
inline constexpr float kFarFill = 1.25f;  // factor of a cell's mass in reduced pictures: moving water is not quite full
inline constexpr std::uint32_t kFarLooks =
    3;  // checks above a cell in reduced pictures, each at a random distance in its third of kFarDepth
inline constexpr float kPressureRow = 0.02f;    // compression by a row of water above, in cells, by default
inline constexpr float kPressureMost = 160.0f;  // rows of water above, from which on the overlay is all red
inline constexpr float kDeepRows = 120.0f;      // ... and from which on water has its darkest colour,
inline constexpr float kDeepByPressure =
    0.6f;  // ... by this share of the darkening; the rest depends on the distance to the surface
inline constexpr float kShallowLight = 1.22f;  // water at the surface, relative to its colour
inline constexpr float kDeepDark = 0.34f;      // deep water, relative to its colour ...
inline constexpr float kDeepGreen = 0.85f;     // ... and the share of green and red that it keeps
inline constexpr float kDepthUntinted = 0.3f;  // the depth with which all water is drawn when the tint is off
inline constexpr float kWaterLine = 0.62f;     // how far the surface goes towards white
inline constexpr float kWaterLinePixels = 1.4f, kWaterLineCells = 0.14f;  // its least thickness
inline constexpr float kVeil = 0.8f;                                      // opacity of the densest veil,
inline constexpr float kVeilLight = 0.28f;                                // ... and how far it goes towards white
inline constexpr float kWaterDense = 0.94f;                               // opacity of water

// The thickness of the light line along the surface, in samples.
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
  void sample_cell(int x, int y);                       // enlarged pictures: sample = cell
  void sample_pixel(int x, int y);                      // reduced pictures: sample = pixel
  float mass(int x, int y) const;                       // full cells; below 0 in ground; beyond the edge a copy of it
  float depth(int x, int y, std::uint32_t hash) const;  // 0..1
  float pressure_rows(float mass) const;
  int element(int x, int y) const;
  Light ground(int x, int y) const;
  Light sky(float x, float y) const;  // at a position in samples
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

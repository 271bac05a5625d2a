// What the brush does from the press of a button to its release, in cells: it paints elements, or pours amounts
// (heights of sand, water, wetness) at a rate, where the running automaton counts in amounts.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/input/tools.hpp"
#include "app/simulation/amounts.hpp"
#include "repose/edit.hpp"

namespace repose {

class PaintBox;
class Simulation;

// What the mouse paints with.
struct Brush {
  int size = 12;  // cells across
  BrushShape shape = BrushShape::round;
  bool spray = false;
  std::uint8_t element = 1;  // left button
  std::uint8_t second = 0;   // right button; the background erases
  // What it pours in a second, in the middle of the brush.
  double sand_rate = 40;    // heights, in cells' sides
  double wetting_rate = 4;  // 1: wet through
  double water_rate = 0;    // full cells; 0: fills them at once
  PaintOver over = PaintOver::everything;
  double spray_density = 0.05;  // the share of its cells that a spray hits in 1/60 s, while it stands still
  bool outline = false;         // rectangles: their rim alone, as wide as the brush
};
inline constexpr float kSprayDensityMin = 0.001f, kSprayDensityMax = 1;

// What the brush pours with the left button, else with the right.
std::optional<Pour> pour_of(const Session& session, const Brush& brush);

class Stroke {
 public:
  Stroke(Simulation& simulation, PaintBox& paint_box) : simulation_(simulation), paint_box_(paint_box) {}

  // What lies under the mouse when it is pressed, for brushes that paint over that alone.
  void set_pressed_on(std::optional<std::uint8_t> element) { pressed_on_ = element; }
  // Presses the brush down; `second`: with what lies on the right button.
  void begin(CellPoint cell, bool second);
  void move_to(CellPoint cell);
  // Once a frame: a brush that is held down keeps painting.
  void tick(double seconds);
  void end();
  // Ends it without what is still to be poured of a tap.
  void drop() { down_ = false; }
  bool has_painted() const { return painted_; }
  bool is_down() const { return down_; }

  // These pour as much everywhere as the middle of a brush pours in a second.
  void line(CellPoint from, CellPoint to, bool second);
  void rectangle(CellPoint from, CellPoint to, bool second);
  void fill(CellPoint cell, bool second);
  // What rectangle() covers: one, or the four sides of an outline.
  std::vector<RectEdit> rectangles(CellPoint from, CellPoint to, bool second) const;

 private:
  std::uint8_t element(bool second) const;
  std::optional<std::uint8_t> only_over(std::uint8_t element) const;
  // The pour of an element whose rate is not "at once".
  std::optional<Pour> pour(std::uint8_t element) const;
  StrokeEdit sweep(CellPoint from, CellPoint to, std::uint8_t element) const;
  // Sprays and pours go along the way once a frame, by the time that it took; what paints at once does so on every
  // move.
  bool works_by_time(std::uint8_t element) const { return brush().spray || pour(element); }
  const Brush& brush() const;
  Scatter next_scatter(double share);
  void work_along_way(std::uint8_t element, double seconds);
  void spray(const StrokeEdit& sweep, double seconds);
  void pour_out(const StrokeEdit& sweep, const Pour& pour, double seconds);
  void paint(AmountEdit edit, const Pour& pour);
  void paint(const Edit& edit);

  Simulation& simulation_;
  PaintBox& paint_box_;
  bool down_ = false, second_ = false;
  bool moved_ = false;                     // since the last tick
  bool worked_ = false, painted_ = false;  // since the press; the first of them by time
  std::uint32_t dab_ = 0;                  // of the spray
  std::optional<std::uint8_t> pressed_on_;
  std::vector<CellPoint> way_;  // where it went since the last tick, and where it was then
};

}  // namespace repose

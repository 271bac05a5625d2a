// What the brush does from the press of a button to its release, in cells. It paints elements; in automata that count
// in amounts it pours amounts (heights of sand, water, wetness) at a rate.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/input/tools.hpp"
#include "app/simulation/amounts.hpp"
#include "repose/edit.hpp"

namespace repose {

struct Desk;

// The settings of painting with the mouse.
struct Brush {
  int size = 12;  // cells across
  BrushShape shape = BrushShape::round;
  bool spray = false;
  std::uint8_t element = 1;  // left button
  std::uint8_t second = 0;   // right button; the background erases
  // Amounts per second in the middle of the brush.
  double sand_rate = 40;    // heights, in cells' sides
  double wetting_rate = 4;  // 1: wet through
  double water_rate = 0;    // full cells; 0: fills cells at once
  PaintOver over = PaintOver::everything;
  double spray_density = 0.05;  // share of its cells that a spray hits in 1/60 s without moving
  bool outline = false;         // rectangles: only their edges, as wide as the brush
  BodyShape body = BodyShape::foot;
  double body_depth = 4;  // of the body tool, in cells
};
inline constexpr float kBodyDepthMin = 0.5f, kBodyDepthMax = 64;
inline constexpr float kSprayDensityMin = 0.001f, kSprayDensityMax = 1;

// What the brush pours with the left button; if that pours nothing, with the right one.
std::optional<Pour> pour_of(const Session& session, const Brush& brush);

class Stroke {
 public:
  explicit Stroke(Desk& desk) : desk_(desk) {}

  // The element under the mouse when it is pressed. begin() needs it if depends_on_pressed() says so.
  void set_pressed_on(std::optional<std::uint8_t> element) { pressed_on_ = element; }
  // True for brushes that paint over that element only, and for those that take sand away: see lifts_.
  bool depends_on_pressed(bool second) const;
  // Presses the brush down. `second`: with the element of the right button.
  void begin(CellPoint cell, bool second);
  void move_to(CellPoint cell);
  // Call once a frame: a brush that is held down continues painting.
  void tick(double seconds);
  void end();
  // Ends the stroke without the amount that a short click would still pour.
  void drop() { down_ = false; }
  bool has_painted() const { return painted_; }
  bool is_down() const { return down_; }

  // These add to every cell the amount that the middle of a brush pours in a second.
  void line(CellPoint from, CellPoint to, bool second);
  void rectangle(CellPoint from, CellPoint to, bool second);
  void fill(CellPoint cell, bool second);
  // The rectangles that rectangle() covers: one, or the four sides of an outline.
  std::vector<RectEdit> rectangles(CellPoint from, CellPoint to, bool second) const;

 private:
  std::uint8_t element(bool second) const;
  std::optional<std::uint8_t> only_over(std::uint8_t element) const;
  bool is_airborne(std::uint8_t element) const;
  // How the element is poured; empty if it fills cells at once.
  std::optional<Pour> pour(std::uint8_t element) const;
  StrokeEdit sweep(CellPoint from, CellPoint to, std::uint8_t element) const;
  // True for sprays and pours: they act once a frame, by its duration, along the whole way. False: paints at once on
  // every move.
  bool works_by_time(std::uint8_t element) const { return brush().spray || pour(element); }
  const Brush& brush() const;
  Scatter next_scatter(double share);
  void work_along_way(std::uint8_t element, double seconds);
  void spray(const StrokeEdit& sweep, double seconds);
  void pour_out(const StrokeEdit& sweep, const Pour& pour, double seconds);
  void paint(AmountEdit edit, const Pour& pour);
  // What is airborne is painted over the background and over what else is airborne and in the palette. (Stages that are
  // hidden are left alone: they live for moments only.) `lights`: it also lights what burns, see ignition.hpp.
  void paint(const Edit& edit, bool lights = true);
  void light(const Edit& edit);
  void paint_once(const Edit& edit);

  Desk& desk_;
  bool down_ = false, second_ = false;
  bool moved_ = false;                     // since the last tick
  bool worked_ = false, painted_ = false;  // since the press; the first of them by time
  // The press was on an obstacle, a spring or a drain: the stroke takes away only such things, and no sand. So it
  // leaves the floor on which an obstacle stood, and does not dig into it while the button is held.
  bool lifts_ = false;
  std::uint32_t dab_ = 0;  // of the spray
  std::optional<std::uint8_t> pressed_on_;
  std::vector<CellPoint> way_;  // the points since the last tick, beginning with the position at that time
};

}  // namespace repose

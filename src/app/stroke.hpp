// What the brush does from the press of a button to its release, in cells: it paints elements, or pours amounts (heights of
// sand, water, wetness) at a rate, where the running automaton counts in amounts.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/amounts.hpp"
#include "repose/edit.hpp"

namespace repose {

class App;

// What the mouse paints with.
struct Brush {
  int size = 12;  // cells across
  BrushShape shape = BrushShape::round;
  bool only_over_empty = false;
  std::uint8_t element = 1;  // left button
  std::uint8_t second = 0;   // right button; the background erases
  // What it pours in a second, in the middle of the brush.
  double sand_rate = 40;    // heights, in cells' sides
  double wetting_rate = 4;  // 1: wet through
  double water_rate = 0;    // full cells; 0: fills them at once
};

// What the brush pours with the left button, else with the right.
std::optional<Pour> pour_of(const Session& session, const Brush& brush);

class Stroke {
 public:
  explicit Stroke(App& app) : app_(app) {}

  // Presses the brush down; `second`: with what lies on the right button.
  void begin(CellPoint cell, bool second);
  void move_to(CellPoint cell);
  // Once a frame: a brush that is held down keeps painting.
  void tick(double seconds);
  void end();
  bool is_down() const { return down_; }

  // Both pour as much everywhere as the middle of a brush pours in a second.
  void line(CellPoint from, CellPoint to, bool second);
  void rectangle(CellPoint from, CellPoint to, bool second);

 private:
  std::uint8_t element(bool second) const;
  std::optional<std::uint8_t> only_over(std::uint8_t element) const;
  // The pour of an element whose rate is not "at once".
  std::optional<Pour> pour(std::uint8_t element) const;
  StrokeEdit sweep(CellPoint from, CellPoint to, std::uint8_t element) const;
  void pour_along_way(const Pour& pour, double seconds);
  void paint(AmountEdit edit, const Pour& pour);
  void paint(const Edit& edit);

  App& app_;
  bool down_ = false, second_ = false;
  bool moved_ = false;   // since the last tick
  bool poured_ = false, painted_ = false;  // since the press
  std::vector<CellPoint> way_;  // where it went since the last tick, and where it was then
};

}  // namespace repose

// The body tool from the press of a button to its release: a ball, wheel, foot or rake that is dragged over the sand.
#pragma once

#include <cstdint>
#include <string_view>

#include "repose/edit.hpp"

namespace repose {

struct Desk;

struct BodyInfo {
  std::string_view name;   // "ball"
  std::string_view title;  // of its action: "Roll a ball over the sand"
  std::string_view action;
};
const BodyInfo& body_info(BodyShape shape);

class Pressing {
 public:
  explicit Pressing(Desk& desk) : desk_(desk) {}

  // `heading`: its front, until it is dragged. `deep`: it goes twice as deep.
  void begin(CellPoint cell, int heading, bool deep);
  void move_to(CellPoint cell);
  // Call once a frame: sand that has flowed under the body is pushed out again.
  void tick();
  void end() { down_ = false; }
  bool has_pressed() const { return pressed_; }

 private:
  void press(CellPoint from, CellPoint to);

  Desk& desk_;
  bool down_ = false, deep_ = false, pressed_ = false;
  bool left_foot_ = false;  // feet alternate
  int heading_ = 0;
  CellPoint here_, turned_at_;  // the place now, and where the heading was taken last
  std::uint64_t step_ = 0;      // of the simulation, when it pressed last
};

}  // namespace repose

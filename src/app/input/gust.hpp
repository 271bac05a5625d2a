// The blow tool from the press of a button to its release: pushes what is loose under the brush, in the direction in
// which the mouse moved last.
#pragma once

#include <cstdint>

#include "repose/edit.hpp"

namespace repose {

struct Desk;

// A direction of length 1.
struct GustDirection {
  double x = 1, y = 0;
};

class Gust {
 public:
  explicit Gust(Desk& desk) : desk_(desk) {}

  // The mouse has moved by that many pixels, whether a button is held or not.
  void aim(double dx, double dy);
  GustDirection direction() const;
  // `backwards`: against the direction.
  void begin(CellPoint cell, bool backwards);
  void move_to(CellPoint cell) { here_ = cell; }
  // Call once a frame.
  void tick(double seconds);
  void end() { down_ = false; }
  bool has_blown() const { return blown_; }

 private:
  void blow(CellPoint from);
  PushEdit next_push(CellPoint from);

  Desk& desk_;
  double x_ = 1, y_ = 0;  // the direction, smoothed
  bool down_ = false, backwards_ = false, blown_ = false;
  CellPoint here_, before_;  // now, and at the last tick
  double due_ = 0;           // passes
  double turn_ = 0;          // the share of a diagonal pass that is due
  std::uint32_t gusts_ = 0, pass_ = 0;
};

}  // namespace repose

// Turning the world, and the picture of the turn: the turned world, drawn once, swings from its old place to the new
// one. Meanwhile no steps are taken.
#pragma once

#include <imgui.h>

#include "render/camera.hpp"
#include "repose/command.hpp"

namespace repose {

struct Desk;

class WorldTurn {
 public:
  explicit WorldTurn(Desk& desk) : desk_(desk) {}

  // Turns the world and fits the view to it.
  void turn(command::Turn turn);
  // Call once a frame.
  void tick(double seconds);
  bool busy() const { return left_ > 0; }
  // Shows the world as it is.
  void stop() { left_ = angle_ = 0; }
  // Draws over the world, behind the windows of the UI.
  void draw(float pixels_per_point) const;

 private:
  // False if there is no picture.
  bool paint_picture();

  Desk& desk_;
  ImTextureID picture_ = nullptr;
  int width_ = 0, height_ = 0;  // of the picture, in pixels
  double old_scale_ = 1;        // of the picture, at the beginning
  double angle_ = 0;            // at the beginning: clockwise, in quarter turns
  double left_ = 0;             // seconds
};

}  // namespace repose

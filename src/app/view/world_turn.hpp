// Turning the world, and the picture of the turn: the turned world, drawn once, swings from its old place to the new
// one. Meanwhile no steps are taken.
#pragma once

#include <imgui.h>

#include "render/camera.hpp"
#include "repose/command.hpp"

namespace repose {

class CompareView;
class Screen;
class Simulation;
class WorldCanvas;
class WorldViews;
struct Settings;

class WorldTurn {
 public:
  WorldTurn(Simulation& simulation, WorldCanvas& canvas, const CompareView& compare_view, WorldViews& world_views,
            Screen& screen, const Settings& settings)
      : simulation_(simulation),
        canvas_(canvas),
        compare_view_(compare_view),
        world_views_(world_views),
        screen_(screen),
        settings_(settings) {}

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

  Simulation& simulation_;
  WorldCanvas& canvas_;
  const CompareView& compare_view_;
  WorldViews& world_views_;
  Screen& screen_;
  const Settings& settings_;
  ImTextureID picture_ = nullptr;
  int width_ = 0, height_ = 0;  // of the picture, in pixels
  double old_scale_ = 1;        // of the picture, at the beginning
  double angle_ = 0;            // at the beginning: clockwise, in quarter turns
  double left_ = 0;             // seconds
};

}  // namespace repose

// The time line: a thin line under the canvas that opens under the mouse. Dragging rewinds the recorded steps one by
// one; play continues from the chosen position.
#pragma once

#include <imgui.h>

#include <cstdint>

namespace repose {

class ActionTable;
class FrameLoop;
class Layout;
class Replays;
class Simulation;
class WorldCanvas;
struct Settings;
struct TimelineFacts;

class TimeBar {
 public:
  TimeBar(Simulation& simulation, WorldCanvas& canvas, Replays& replays, Settings& settings, Layout& layout,
          FrameLoop& loop, const ActionTable& actions)
      : simulation_(simulation),
        canvas_(canvas),
        replays_(replays),
        settings_(settings),
        layout_(layout),
        loop_(loop),
        actions_(actions) {}

  // Height that the canvas must leave free for it, in points.
  static float thin_height();
  // Draws below `canvas` (min x, min y, max x, max y, in points); when open, over its lower edge.
  void draw(ImVec4 canvas);

 private:
  static float open_height();
  static float button_side();
  // Updates how far it is open, 0 to 1, by the position of the mouse.
  void open_or_close(ImVec4 canvas);
  void settle(bool open);
  void controls(float width);
  void track(const TimelineFacts& line, ImVec2 low, ImVec2 high);
  void scrub(const TimelineFacts& line, float part);
  void place_in_time(const TimelineFacts& line);

  Simulation& simulation_;
  WorldCanvas& canvas_;
  Replays& replays_;
  Settings& settings_;
  Layout& layout_;
  FrameLoop& loop_;
  const ActionTable& actions_;
  float openness_ = 0;
  bool scrubbing_ = false;
};

}  // namespace repose

// The bars under the canvas: the status bar and the time line.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>

namespace repose {

struct Desk;

// Draws the bar. Without panels: only the message, over the world.
void draw_status_bar(Desk& desk, ImVec2 position, ImVec2 size);
// In a narrow window: the message in a card in `room` (min x, min y, max x, max y): below the cards
// that are there already, or, while a dialog is open, at the lower edge.
void draw_message_over(Desk& desk, ImVec4 room);
// The figures of the bar, in the current window.
void draw_figures(Desk& desk);
// A button of this size that shows whether there is sound, and mutes.
void draw_speaker(Desk& desk, float side);

// The time line: a thin line under the canvas that opens under the mouse. Dragging rewinds the recorded steps one by
// one; play continues from the chosen position.

struct TimelineFacts;

class TimeBar {
 public:
  explicit TimeBar(Desk& desk) : desk_(desk) {}

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

  Desk& desk_;
  float openness_ = 0;
  bool scrubbing_ = false;
};

}  // namespace repose

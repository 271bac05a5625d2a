// The panels beside the canvas: time, speed and brush, the parameters of the automaton, the toolbar.
#pragma once

#include <imgui.h>

namespace repose {

struct Desk;

void draw_side_panel(Desk& desk, ImVec2 position, ImVec2 size);
// Parts of it, inside the current window.
void draw_speed(Desk& desk);
void draw_brush(Desk& desk);
void draw_parameters(Desk& desk);  // of the running automaton

struct ParameterPanel {
  float height = 0;  // of the list in the last frame
  bool more_open = false;
};

// The strip beside the canvas: tools, what they paint over, the mirror.
void draw_toolbar(Desk& desk, ImVec2 position, ImVec2 size);
// Its buttons in rows, inside the current window.
void draw_tool_rows(Desk& desk);

}  // namespace repose

// The strip beside the canvas: tools, what they paint over, the mirror.
#pragma once

#include <imgui.h>

#include <string_view>

#include "app/widgets/icons.hpp"

namespace repose {

class ActionTable;
class Inspector;
class PaintBox;
class Recording;

class Toolbar {
 public:
  Toolbar(PaintBox& paint_box, Inspector& inspector, Recording& recording, const ActionTable& actions)
      : paint_box_(paint_box), inspector_(inspector), recording_(recording), actions_(actions) {}

  void draw(ImVec2 position, ImVec2 size);
  // The same buttons in rows, inside the current window.
  void draw_in_rows();

 private:
  void button(std::string_view id, const char* landmark, Icon icon, bool lit, float side);
  void next_place(float side);
  void tool_buttons(float side);
  void hand_buttons(float side);
  void manner_buttons(float side);

  PaintBox& paint_box_;
  Inspector& inspector_;
  Recording& recording_;
  const ActionTable& actions_;
  bool in_rows_ = false, begins_row_ = false;
};

}  // namespace repose

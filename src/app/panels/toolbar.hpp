// The strip beside the canvas: tools, what they paint over, the mirror.
#pragma once

#include <imgui.h>

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

 private:
  void tool_buttons(float side);
  void hand_buttons(float side);
  void manner_buttons(float side);

  PaintBox& paint_box_;
  Inspector& inspector_;
  Recording& recording_;
  const ActionTable& actions_;
};

}  // namespace repose

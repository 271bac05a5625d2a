// Menu items and buttons that are made from rows of the action table.
#pragma once

#include <string_view>

#include "app/desk/action_table.hpp"
#include "app/widgets/icons.hpp"

namespace repose {

// The items of a section of the menu bar, in the order of the table. Items that are not possible now are grey and have
// the reason as tooltip. Landmarks: "menu/" and the label; or the id if the label changes.
void action_items(const ActionTable& actions, std::string_view section);

struct ActionButton {
  const char* landmark;
  Icon icon;
  bool lit = false;   // in the accent colour
  float side = 0;     // 0: the size of icon_button()
  bool frame = true;  // false: a frame only when lit or under the mouse
};
// Performs the action when it is pressed. Tooltip and keys come from the table.
void action_button(const ActionTable& actions, std::string_view id, const ActionButton& button);

// For tooltips of sliders: "[ and ]", "Wheel, [ and ]". `before` comes first, then the keys of the two actions, if any.
std::string keys_for_both(const ActionTable& actions, std::string_view less, std::string_view more,
                          std::string before = "");

}  // namespace repose

// Menu items and buttons that are made from rows of the action table.
#pragma once

#include <string_view>

#include "app/actions/action_table.hpp"
#include "app/widgets/icons.hpp"

namespace repose {

// The items of a section of the menu bar, in the order of the table. Greyed out with the reason as tooltip where it
// cannot be done now. Landmarks: "menu/" and the label; the id where the label changes.
void action_items(const ActionTable& actions, std::string_view section);

struct ActionButton {
  const char* landmark;
  Icon icon;
  bool lit = false;   // in the accent colour
  float side = 0;     // 0: as large as icon_button() makes it
  bool frame = true;  // false: only when lit or under the mouse
};
// Performs the action when it is pressed. Tooltip and keys are the table's.
void action_button(const ActionTable& actions, std::string_view id, const ActionButton& look);

// For sliders: "[ and ]", "Wheel, [ and ]"; what stands before comes first, keys as far as there are any.
std::string keys_for_both(const ActionTable& actions, std::string_view less, std::string_view more,
                          std::string before = "");

}  // namespace repose

// The rows of the action table by subject.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/desk/action_table.hpp"

namespace repose {

struct Desk;

// All rows, in the order of the lists under F1 and in the key settings. Their functions use the desk's pointers to the
// floors above, so nothing may be performed before these are set.
std::vector<ActionRow> action_rows(Desk& desk);

std::vector<ActionRow> edit_actions(Desk& desk);
std::vector<ActionRow> time_actions(Desk& desk);
std::vector<ActionRow> speed_actions(Desk& desk);
std::vector<ActionRow> hand_actions(Desk& desk);
std::vector<ActionRow> world_actions(Desk& desk);
std::vector<ActionRow> brush_actions(Desk& desk);
std::vector<ActionRow> tool_actions(Desk& desk);
std::vector<ActionRow> camera_actions(Desk& desk);
std::vector<ActionRow> cursor_actions(Desk& desk);
std::vector<ActionRow> show_actions(Desk& desk);
std::vector<ActionRow> look_actions(Desk& desk);
std::vector<ActionRow> window_actions(Desk& desk);
std::vector<ActionRow> sound_actions(Desk& desk);
std::vector<ActionRow> world_file_actions(Desk& desk);
std::vector<ActionRow> export_actions(Desk& desk);
std::vector<ActionRow> selection_actions(Desk& desk);
std::vector<ActionRow> placing_actions(Desk& desk);
std::vector<ActionRow> editor_actions(Desk& desk);
std::vector<ActionRow> help_actions(Desk& desk);

// For `why_not`: empty when the action is possible, else the sentence.
inline std::string unless(bool possible, std::string_view sentence) {
  return possible ? std::string() : std::string(sentence);
}

}  // namespace repose

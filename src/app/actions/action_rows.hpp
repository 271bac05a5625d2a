// The rows of the action table by subject. A row holds what stands in lists, its keys, and closures over the parts of
// the app that it needs; nothing is called before the app has been built.
#pragma once

#include <vector>

#include "app/actions/action_table.hpp"

namespace repose {

class App;

std::vector<ActionRow> edit_actions(App& app);
std::vector<ActionRow> simulation_actions(App& app);
std::vector<ActionRow> brush_actions(App& app);
std::vector<ActionRow> tool_actions(App& app);
std::vector<ActionRow> view_actions(App& app);
std::vector<ActionRow> file_actions(App& app);
std::vector<ActionRow> selection_actions(App& app);
std::vector<ActionRow> placing_actions(App& app);
std::vector<ActionRow> editor_actions(App& app);
std::vector<ActionRow> help_actions(App& app);

// All of them, in the order in which F1 and the key settings list them.
std::vector<ActionRow> all_actions(App& app);

// For `why_not`: empty when it is possible, else the sentence.
inline std::string unless(bool possible, std::string_view sentence) {
  return possible ? std::string() : std::string(sentence);
}

}  // namespace repose

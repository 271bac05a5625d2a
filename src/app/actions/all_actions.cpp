#include <iterator>
#include <utility>

#include "app/actions/action_rows.hpp"

namespace repose {

std::vector<ActionRow> all_actions(App& app) {
  std::vector<ActionRow> all;
  for (const auto subject : {edit_actions, simulation_actions, brush_actions, tool_actions, view_actions, file_actions,
                             selection_actions, placing_actions, editor_actions, help_actions}) {
    std::vector<ActionRow> rows = subject(app);
    all.insert(all.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
  }
  return all;
}

}  // namespace repose

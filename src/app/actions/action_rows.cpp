#include "app/actions/action_rows.hpp"

#include <iterator>

namespace repose {

std::vector<ActionRow> action_rows(Desk& desk) {
  std::vector<ActionRow> all;
  for (const auto rows_of : {edit_actions, simulation_actions, brush_actions, tool_actions, view_actions, sound_actions,
                             file_actions, selection_actions, placing_actions, editor_actions, help_actions}) {
    std::vector<ActionRow> rows = rows_of(desk);
    all.insert(all.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
  }
  return all;
}

}  // namespace repose

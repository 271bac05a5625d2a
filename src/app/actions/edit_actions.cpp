#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/actions/history_labels.hpp"
#include "app/dialogs/settings.hpp"
#include "app/simulation/simulation.hpp"

namespace repose {

std::vector<ActionRow> edit_actions(const EditRooms& rooms) {
  return {
      {.id = action::undo,
       .group = "Edit",
       .title = "Undo",
       .keys = {{SDLK_z, kCtrl}},
       .left_to_text = true,
       .menu = {"Edit/history"},
       .label_now = [rooms] { return undo_label(rooms.simulation.session().history()); },
       .why_not =
           [rooms] { return unless(!rooms.simulation.session().history().undo_title.empty(), "Nothing to undo."); },
       .perform = [rooms] { rooms.simulation.travel(command::Undo{}); }},
      {.id = action::redo,
       .group = "Edit",
       .title = "Redo",
       .keys = {{SDLK_y, kCtrl}, {SDLK_z, kCtrl | kShift}},
       .left_to_text = true,
       .menu = {"Edit/history"},
       .label_now = [rooms] { return redo_label(rooms.simulation.session().history()); },
       .why_not =
           [rooms] { return unless(!rooms.simulation.session().history().redo_title.empty(), "Nothing to redo."); },
       .perform = [rooms] { rooms.simulation.travel(command::Redo{}); }},
      {.id = "settings",
       .group = "Edit",
       .title = "Settings",
       .keys = {{SDLK_COMMA, kCtrl}},
       .menu = {"Edit/settings", "Settings..."},
       .other_words = "preferences options",
       .perform = [rooms] { rooms.settings_dialog.open(); }},
  };
}

}  // namespace repose

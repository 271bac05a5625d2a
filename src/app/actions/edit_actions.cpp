#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/actions/history_labels.hpp"
#include "app/app.hpp"

namespace repose {

std::vector<ActionRow> edit_actions(App& app) {
  return {
      {.id = action::undo,
       .group = "Edit",
       .title = "Undo",
       .keys = {{SDLK_z, kCtrl}},
       .left_to_text = true,
       .menu = {"Edit/history"},
       .label_now = [&app] { return undo_label(app.session().history()); },
       .why_not = [&app] { return unless(!app.session().history().undo_title.empty(), "Nothing to undo."); },
       .perform = [&app] { app.travel(command::Undo{}); }},
      {.id = action::redo,
       .group = "Edit",
       .title = "Redo",
       .keys = {{SDLK_y, kCtrl}, {SDLK_z, kCtrl | kShift}},
       .left_to_text = true,
       .menu = {"Edit/history"},
       .label_now = [&app] { return redo_label(app.session().history()); },
       .why_not = [&app] { return unless(!app.session().history().redo_title.empty(), "Nothing to redo."); },
       .perform = [&app] { app.travel(command::Redo{}); }},
      {.id = "settings",
       .group = "Edit",
       .title = "Settings",
       .keys = {{SDLK_COMMA, kCtrl}},
       .menu = {"Edit/settings", "Settings..."},
       .other_words = "preferences options",
       .perform = [&app] { app.ui().show_settings = true; }},
  };
}

}  // namespace repose

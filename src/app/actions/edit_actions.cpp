// The actions of editing: undo, redo, clear, fill.
#include <fmt/format.h>

#include <cctype>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/desk/desk.hpp"
#include "app/dialogs/dialogs.hpp"

namespace repose {

namespace {

// "Undo paint sand". Titles of operations begin with a capital letter.
std::string with_operation(std::string_view verb, std::string operation) {
  if (operation.empty()) return std::string(verb);
  const bool is_word = operation.size() > 1 && std::islower(static_cast<unsigned char>(operation[1])) != 0;
  if (is_word) operation[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(operation[0])));
  return fmt::format("{} {}", verb, operation);
}

}  // namespace

std::vector<ActionRow> edit_actions(Desk& desk) {
  return {
      {.id = action::undo,
       .group = "Edit",
       .title = "Undo",
       .keys = {{SDLK_z, kCtrl}},
       .left_to_text = true,
       .menu = {"Edit/history"},
       .label_now = [&desk] { return with_operation("Undo", desk.simulation.session().history().undo_title); },
       .why_not =
           [&desk] { return unless(!desk.simulation.session().history().undo_title.empty(), "Nothing to undo."); },
       .perform = [&desk] { desk.simulation.travel(command::Undo{}); }},
      {.id = action::redo,
       .group = "Edit",
       .title = "Redo",
       .keys = {{SDLK_y, kCtrl}, {SDLK_z, kCtrl | kShift}},
       .left_to_text = true,
       .menu = {"Edit/history"},
       .label_now = [&desk] { return with_operation("Redo", desk.simulation.session().history().redo_title); },
       .why_not =
           [&desk] { return unless(!desk.simulation.session().history().redo_title.empty(), "Nothing to redo."); },
       .perform = [&desk] { desk.simulation.travel(command::Redo{}); }},
      {.id = "settings",
       .group = "Edit",
       .title = "Settings",
       .keys = {{SDLK_COMMA, kCtrl}},
       .menu = {"Edit/settings", "Settings..."},
       .other_words = "preferences options text size memory autosave volume",
       .perform = [&desk] { desk.dialogs->settings.open(); }},
  };
}

}  // namespace repose

// The actions of help.
#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/desk/desk.hpp"
#include "app/dialogs/dialogs.hpp"
#include "app/panels/panels.hpp"

namespace repose {

namespace {

void toggle_command_palette(Desk& desk) {
  CommandPalette& palette = desk.dialogs->command_palette;
  palette.is_open() ? palette.close() : palette.open();
}

std::string why_no_command_palette(Desk& desk) {
  return unless(desk.dialogs->command_palette.is_open() || !desk.dialogs->stack.any_open(), "Close the dialog first.");
}

}  // namespace

std::vector<ActionRow> help_actions(Desk& desk) {
  return {
      {.id = action::command_palette,
       .group = "Help",
       .title = "Search everything",
       .keys = {{SDLK_p, kCtrl}},
       .in_dialogs = true,
       .opens_field = true,
       .menu = {"Help/help", "Search everything..."},
       .in_palette = false,
       .why_not = [&desk] { return why_no_command_palette(desk); },
       .perform = [&desk] { toggle_command_palette(desk); }},
      {.id = action::help,
       .group = "Help",
       .title = "Keys and mouse",
       .keys = {{SDLK_F1}},
       .in_dialogs = true,
       .menu = {"Help/help", "Keys and mouse"},
       .other_words = "shortcuts hotkeys",
       .perform = [&desk] { desk.dialogs->help.toggle(); }},
      {.id = "keys",
       .group = "Settings",
       .title = "Change keys",
       .menu = {"Help/help", "Change keys..."},
       .other_words = "bindings rebind remap",
       .perform = [&desk] { desk.dialogs->settings.open_keys(); }},
      {.id = "tour",
       .group = "Help",
       .title = "Take the tour",
       .menu = {"Help/help"},
       .perform = [&desk] { desk.panels->tour.start(); }},
      {.id = action::messages,
       .group = "Help",
       .title = "Recent messages",
       .menu = {"Help/help", "Recent messages..."},
       .other_words = "log errors warnings status",
       .perform = [&desk] { desk.dialogs->message_log.open(); }},
      {.id = "report_problem",
       .group = "Help",
       .title = "Report a problem",
       .keys = {{SDLK_F1, kShift}},
       .menu = {"Help/help", "Report a problem..."},
       .perform = [&desk] { desk.dialogs->report.open(); }},
      {.id = "about",
       .group = "Help",
       .title = "About Repose",
       .menu = {"Help/help"},
       .perform = [&desk] { desk.dialogs->about.open(); }},
      {.id = action::cancel,
       .group = "Help",
       .title = "Close or cancel",
       .keys = {{SDLK_ESCAPE}},
       .fixed_keys = "Escape",
       .in_dialogs = true,
       .in_palette = false,
       .perform = [&desk] { desk.cancel(); }},
  };
}

}  // namespace repose

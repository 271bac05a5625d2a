// The actions of help.
#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/dialogs/about.hpp"
#include "app/dialogs/command_palette.hpp"
#include "app/dialogs/dialog_stack.hpp"
#include "app/dialogs/help.hpp"
#include "app/dialogs/message_log.hpp"
#include "app/dialogs/problem_report.hpp"
#include "app/dialogs/settings.hpp"
#include "app/panels/tour.hpp"

namespace repose {

namespace {

void toggle_command_palette(const HelpRooms& rooms) {
  CommandPalette& palette = rooms.command_palette;
  palette.is_open() ? palette.close() : palette.open();
}

std::string why_no_command_palette(const HelpRooms& rooms) {
  return unless(rooms.command_palette.is_open() || !rooms.dialogs.any_open(), "Close the dialog first.");
}

}  // namespace

std::vector<ActionRow> help_actions(const HelpRooms& rooms) {
  return {
      {.id = action::command_palette,
       .group = "Help",
       .title = "Search everything",
       .keys = {{SDLK_p, kCtrl}},
       .in_dialogs = true,
       .opens_field = true,
       .menu = {"Help/help", "Search everything..."},
       .in_palette = false,
       .why_not = [rooms] { return why_no_command_palette(rooms); },
       .perform = [rooms] { toggle_command_palette(rooms); }},
      {.id = action::help,
       .group = "Help",
       .title = "Keys and mouse",
       .keys = {{SDLK_F1}},
       .in_dialogs = true,
       .menu = {"Help/help", "Keys and mouse"},
       .other_words = "shortcuts hotkeys",
       .perform = [rooms] { rooms.help.toggle(); }},
      {.id = "keys",
       .group = "Settings",
       .title = "Change keys",
       .menu = {"Help/help", "Change keys..."},
       .other_words = "bindings rebind remap",
       .perform = [rooms] { rooms.settings_dialog.open_keys(); }},
      {.id = "tour",
       .group = "Help",
       .title = "Take the tour",
       .menu = {"Help/help"},
       .perform = [rooms] { rooms.tour.start(); }},
      {.id = action::messages,
       .group = "Help",
       .title = "Recent messages",
       .menu = {"Help/help", "Recent messages..."},
       .other_words = "log errors warnings status",
       .perform = [rooms] { rooms.message_log.open(); }},
      {.id = "report_problem",
       .group = "Help",
       .title = "Report a problem",
       .keys = {{SDLK_F1, kShift}},
       .menu = {"Help/help", "Report a problem..."},
       .perform = [rooms] { rooms.report.open(); }},
      {.id = "about",
       .group = "Help",
       .title = "About Repose",
       .menu = {"Help/help"},
       .perform = [rooms] { rooms.about.open(); }},
      {.id = action::cancel,
       .group = "Help",
       .title = "Close or cancel",
       .keys = {{SDLK_ESCAPE}},
       .fixed_keys = "Escape",
       .in_dialogs = true,
       .in_palette = false,
       .perform = [rooms] { rooms.window.cancel(); }},
  };
}

}  // namespace repose

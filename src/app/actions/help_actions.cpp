#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/app.hpp"

namespace repose {

namespace {

void toggle_command_palette(App& app) {
  CommandPalette& palette = app.command_palette();
  palette.is_open() ? palette.close() : palette.open();
}

std::string why_no_command_palette(App& app) {
  return unless(app.command_palette().is_open() || !app.dialog_open(), "Close the dialog first.");
}

}  // namespace

std::vector<ActionRow> help_actions(App& app) {
  return {
      {.id = action::command_palette,
       .group = "Help",
       .title = "Search everything there is to do",
       .keys = {{SDLK_p, kCtrl}},
       .in_dialogs = true,
       .menu = {"Help/help", "Search everything..."},
       .in_palette = false,
       .why_not = [&app] { return why_no_command_palette(app); },
       .perform = [&app] { toggle_command_palette(app); }},
      {.id = action::help,
       .group = "Help",
       .title = "This list",
       .keys = {{SDLK_F1}},
       .in_dialogs = true,
       .menu = {"Help/help", "Keys and mouse"},
       .other_words = "shortcuts hotkeys",
       .perform = [&app] { app.ui().show_help = !app.ui().show_help; }},
      {.id = "keys",
       .group = "Help",
       .title = "Change keys",
       .menu = {"Help/help", "Change keys..."},
       .other_words = "shortcuts hotkeys bindings",
       .perform = [&app] { app.key_settings().open(); }},
      {.id = "tour",
       .group = "Help",
       .title = "Take the tour",
       .menu = {"Help/help"},
       .perform = [&app] { app.tour().start(); }},
      {.id = "report_problem",
       .group = "Help",
       .title = "Report a problem",
       .keys = {{SDLK_F1, kShift}},
       .menu = {"Help/help", "Report a problem..."},
       .perform = [&app] { app.ask_for_report(); }},
      {.id = "about",
       .group = "Help",
       .title = "About Repose",
       .menu = {"Help/help"},
       .perform = [&app] { app.ui().show_about = true; }},
      {.id = action::cancel,
       .group = "Help",
       .title = "Close what is open",
       .keys = {{SDLK_ESCAPE}},
       .fixed_keys = "Escape",
       .in_dialogs = true,
       .in_palette = false,
       .perform = [&app] { app.cancel(); }},
  };
}

}  // namespace repose

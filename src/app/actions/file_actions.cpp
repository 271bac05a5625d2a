#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/app.hpp"
#include "repose/replay.hpp"
#include "repose/world_file.hpp"

namespace repose {

namespace {

namespace fs = std::filesystem;

void ask_what_to_open(App& app) {
  app.browser().open({"Open a world, a config, a picture or a replay",
                      false,
                      {std::string(kWorldFileSuffix), std::string(kReplayFileSuffix), ".cfg", ".txt", ".png"},
                      "",
                      [&app](const fs::path& path) { app.open_file(path); }});
}

void ask_where_to_export(App& app) {
  const bool heights = app.knows(Plane::height);
  app.browser().open({heights ? "Export the heights as a greyscale picture" : "Export a picture of the world",
                      true,
                      {".png"},
                      heights ? "heights.png" : "world.png",
                      [&app](const fs::path& path) { app.save_picture(path); }});
}

// Of a replay: the time line holds at least a step.
std::string why_no_replay(const App& app) {
  return unless(app.can_step_back() || app.in_the_past(), "Nothing has happened yet.");
}

bool is_recording(App& app) { return app.recording().state() == Recording::State::recording; }

void show_config_problems(App& app) {
  app.ui().problems = {app.session().ruleset().title, app.session().config_diagnostics(), {}};
  app.ui().show_problems = true;
}

std::vector<ActionRow> world_file_actions(App& app) {
  return {
      {.id = "open",
       .group = "File",
       .title = "Open a world, config, picture or replay",
       .keys = {{SDLK_o, kCtrl}},
       .menu = {"File/open", "Open..."},
       .perform = [&app] { ask_what_to_open(app); }},
      {.id = "go_on",
       .group = "File",
       .title = "Continue where you left off",
       .keys = {{SDLK_o, kCtrl | kShift}},
       .menu = {"File/continue"},
       .about = "The world of the window that was closed last.",
       .why_not = [&app] { return unless(app.world_files().can_go_on(), "No world was kept by an earlier window."); },
       .perform = [&app] { app.world_files().go_on(); }},
      {.id = "save_world",
       .group = "File",
       .title = "Save the world",
       .keys = {{SDLK_s, kCtrl}},
       .menu = {"File/save", "Save world"},
       .perform = [&app] { app.world_files().save(); }},
      {.id = "save_world_as",
       .group = "File",
       .title = "Save the world under another name",
       .keys = {{SDLK_s, kCtrl | kShift}},
       .menu = {"File/save", "Save world as..."},
       .perform = [&app] { app.world_files().ask_where_to_save(); }},
      {.id = "reload_config",
       .group = "File",
       .title = "Reload the config",
       .keys = {{SDLK_F5}},
       .menu = {"File/config", "Reload config"},
       .why_not = [&app] { return unless(!app.session().ruleset().source.empty(), "The running config has no file."); },
       .perform = [&app] { app.load_config(command::ReloadConfig{false}, app.session().ruleset().title); }},
      {.id = "config_problems",
       .group = "File",
       .title = "Problems of the running config",
       .menu = {"File/config", "Config problems..."},
       .why_not = [&app] { return unless(!app.session().config_diagnostics().empty(), "The config has no problems."); },
       .perform = [&app] { show_config_problems(app); }},
  };
}

std::vector<ActionRow> export_actions(App& app) {
  return {
      {.id = "save_picture",
       .group = "File",
       .title = "Export a picture of the world",
       .keys = {{SDLK_e, kCtrl | kShift}},
       .menu = {"File/save"},
       .label_now = [&app] { return app.knows(Plane::height) ? "Export heights..." : "Export picture..."; },
       .perform = [&app] { ask_where_to_export(app); }},
      {.id = "save_replay",
       .group = "File",
       .title = "Save the last minutes as a replay",
       .keys = {{SDLK_F10}},
       .menu = {"File/save", "Save the last minutes as a replay..."},
       .why_not = [&app] { return why_no_replay(app); },
       .perform = [&app] { app.replays().ask_where_to_save(); }},
      {.id = "share",
       .group = "File",
       .title = "Share a picture that carries its replay",
       .keys = {{SDLK_F10, kShift}},
       .menu = {"File/save", "Share picture with replay..."},
       .about = "A picture of the world that plays the last minutes when it is dropped on a window of Repose.",
       .why_not = [&app] { return why_no_replay(app); },
       .perform = [&app] { app.replays().ask_where_to_share(); }},
      {.id = "screenshot",
       .group = "File",
       .title = "Screenshot",
       .keys = {{SDLK_F2}},
       .in_dialogs = true,
       .menu = {"File/save"},
       .other_words = "picture image",
       .perform = [&app] { app.ask_for_screenshot(); }},
      {.id = action::record,
       .group = "File",
       .title = "Record a film; again: stop and save it",
       .keys = {{SDLK_F9}},
       .menu = {"File/save"},
       .label_now = [&app] { return is_recording(app) ? "Stop and save the film" : "Record a film"; },
       .other_words = "gif video movie",
       .why_not = [&app] { return app.recording().why_not_toggle(); },
       .perform = [&app] { app.recording().toggle(); }},
      {.id = "quit",
       .group = "File",
       .title = "Quit",
       .keys = {{SDLK_q, kCtrl}},
       .in_dialogs = true,
       .menu = {"File/quit"},
       .perform = [&app] { app.quit(); }},
  };
}

}  // namespace

std::vector<ActionRow> file_actions(App& app) {
  std::vector<ActionRow> rows = world_file_actions(app), others = export_actions(app);
  rows.insert(rows.end(), others.begin(), others.end());
  return rows;
}

}  // namespace repose

// The actions of files: open, save, export.
#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/desk/desk.hpp"
#include "app/simulation/why_no_plane.hpp"
#include "platform/page.hpp"
#include "repose/replay.hpp"
#include "repose/world_file.hpp"

namespace repose {

namespace {

namespace fs = std::filesystem;

constexpr double kCopiedSeconds = 5;  // at the automaton's own pace

// Why there is no replay to save: the time line holds no step. Empty if there is one.
std::string why_no_replay(Desk& desk) {
  return unless(desk.simulation.can_step_back() || desk.simulation.in_the_past(), "Nothing has happened yet.");
}

std::string why_no_injection(Desk& desk) {
  const std::string reason = page::why_no_folders();
  return reason.empty() ? why_no_plane(desk.simulation.session(), Plane::height) : reason;
}

bool is_recording(Desk& desk) { return desk.files.recording.state() == Recording::State::recording; }

void show_config_problems(Desk& desk) {
  desk.files.opener.problems().open(
      {desk.simulation.session().ruleset().title, desk.simulation.session().config_diagnostics(), {}});
}

std::vector<ActionRow> world_file_actions(Desk& desk) {
  return {
      {.id = "open",
       .group = "File",
       .title = "Open a world, config, picture or replay",
       .keys = {{SDLK_o, kCtrl}},
       .menu = {"File/open", "Open..."},
       .perform = [&desk] { desk.files.opener.ask_what_to_open(); }},
      {.id = "go_on",
       .group = "File",
       .title = "Continue where you left off",
       .keys = {{SDLK_o, kCtrl | kShift}},
       .menu = {"File/continue"},
       .about = "The world of the window that was closed last.",
       .why_not = [&desk] { return unless(desk.files.worlds.can_go_on(), "No world was kept by an earlier window."); },
       .perform = [&desk] { desk.files.worlds.go_on(); }},
      {.id = "save_world",
       .group = "File",
       .title = "Save the world",
       .keys = {{SDLK_s, kCtrl}},
       .menu = {"File/save", "Save world"},
       .perform = [&desk] { desk.files.worlds.save(); }},
      {.id = "save_world_as",
       .group = "File",
       .title = "Save the world under another name",
       .keys = {{SDLK_s, kCtrl | kShift}},
       .menu = {"File/save", "Save world as..."},
       .perform = [&desk] { desk.files.worlds.ask_where_to_save(); }},
      {.id = "reload_config",
       .group = "File",
       .title = "Reload the config",
       .keys = {{SDLK_F5}},
       .menu = {"File/config", "Reload config"},
       .why_not =
           [&desk] {
             return unless(!desk.simulation.session().ruleset().source.empty(), "The running config has no file.");
           },
       .perform =
           [&desk] {
             desk.files.opener.load_config(command::ReloadConfig{false}, desk.simulation.session().ruleset().title);
           }},
      {.id = "config_problems",
       .group = "File",
       .title = "Problems of the running config",
       .menu = {"File/config", "Config problems..."},
       .why_not =
           [&desk] {
             return unless(!desk.simulation.session().config_diagnostics().empty(), "The config has no problems.");
           },
       .perform = [&desk] { show_config_problems(desk); }},
  };
}

std::vector<ActionRow> export_actions(Desk& desk) {
  return {
      {.id = "save_picture",
       .group = "File",
       .title = "Export a picture of the world",
       .keys = {{SDLK_e, kCtrl | kShift}},
       .menu = {"File/save"},
       .label_now =
           [&desk] { return desk.simulation.knows(Plane::height) ? "Export heights..." : "Export picture..."; },
       .perform = [&desk] { desk.files.opener.ask_where_to_save_picture(); }},
      {.id = "save_replay",
       .group = "File",
       .title = "Save the last minutes as a replay",
       .keys = {{SDLK_F10}},
       .menu = {"File/save", "Save the last minutes as a replay..."},
       .why_not = [&desk] { return why_no_replay(desk); },
       .perform = [&desk] { desk.files.replays.ask_where_to_save(); }},
      {.id = "share",
       .group = "File",
       .title = "Share a picture that carries its replay",
       .keys = {{SDLK_F10, kShift}},
       .menu = {"File/save", "Share picture with replay..."},
       .about = "A picture of the world that plays the last minutes when it is dropped on a window of Repose.",
       .why_not = [&desk] { return why_no_replay(desk); },
       .perform = [&desk] { desk.files.replays.ask_where_to_share(); }},
      {.id = "share_link",
       .group = "File",
       .title = "Share a link that carries the config",
       .menu = {"File/save", "Share link"},
       .about = "Copies an address that opens the page of Repose with this config.",
       .other_words = "url copy web send",
       .why_not = [] { return page::why_no_links(); },
       .perform = [&desk] { desk.files.links.share(); }},
      {.id = "inject_heights",
       .group = "File",
       .title = "Inject heights from a folder of pictures; again: stop",
       .menu = {"File/open"},
       .about = "Plays greyscale pictures into the running sand, one every five steps: each adds its difference to the "
                "one before.",
       .label_now = [&desk] { return desk.files.injection.playing() ? "Stop injecting heights" : "Inject heights..."; },
       .other_words = "animation play height maps png",
       .why_not = [&desk] { return why_no_injection(desk); },
       .perform =
           [&desk] {
             desk.files.injection.playing() ? desk.files.injection.stop() : desk.files.injection.ask_for_folder();
           }},
      {.id = "screenshot",
       .group = "File",
       .title = "Screenshot",
       .keys = {{SDLK_F2}},
       .in_dialogs = true,
       .menu = {"File/save"},
       .other_words = "picture image",
       .perform = [&desk] { desk.save_screenshot(); }},
      {.id = action::record,
       .group = "File",
       .title = "Record a film; again: stop and save it",
       .keys = {{SDLK_F9}},
       .menu = {"File/save"},
       .label_now = [&desk] { return is_recording(desk) ? "Stop and save the film" : "Record a film"; },
       .other_words = "gif video movie",
       .why_not = [&desk] { return desk.files.recording.why_not_toggle(); },
       .perform = [&desk] { desk.files.recording.toggle(); }},
      {.id = action::copy_gif,
       .group = "File",
       .title = "Copy the last five seconds as a GIF",
       .keys = {{SDLK_F9, kShift}},
       .menu = {"File/save"},
       .about = "A film of the whole world, to paste into another program.",
       .other_words = "film clipboard video movie share",
       .why_not = [&desk] { return desk.files.recording.why_not_copy(); },
       .perform = [&desk] { desk.files.recording.copy_past(kCopiedSeconds); }},
      {.id = "quit",
       .group = "File",
       .title = "Quit",
       .keys = {{SDLK_q, kCtrl}},
       .in_dialogs = true,
       .menu = {"File/quit"},
       .why_not = [] { return page::why_no_quit(); },
       .perform = [&desk] { desk.quit(); }},
  };
}

}  // namespace

std::vector<ActionRow> file_actions(Desk& desk) {
  std::vector<ActionRow> rows = world_file_actions(desk), others = export_actions(desk);
  rows.insert(rows.end(), others.begin(), others.end());
  return rows;
}

}  // namespace repose

// The list of all actions, and those on the app: view, sound, files, config editor, help.
#include <fmt/format.h>

#include "app/ui/actions/action_rows.hpp"
#include "app/ui/panels/panels.hpp"
#include "core/language.hpp"
#include "repose/replay.hpp"

namespace repose {

namespace {

// What would help past a challenge.
constexpr std::string_view kNotInChallenges[] = {
    action::clear,           action::paste,           action::cut,
    action::erase_selection, action::shake,           action::tool_blow,
    action::tool_body,       action::turn_world_left, action::turn_world_right,
    action::turn_world_over, action::stamps,          "resize",
};

}  // namespace

std::vector<ActionRow> action_rows(Desk& desk) {
  using RowsOf = std::vector<ActionRow> (*)(Desk & desk);
  constexpr std::pair<std::string_view, RowsOf> kGroups[] = {
      {"Edit", edit_actions},       {"Simulation", time_actions},  {"Simulation", speed_actions},
      {"Simulation", hand_actions}, {"Simulation", world_actions}, {"Brush", brush_actions},
      {"Tools", tool_actions},      {"View", camera_actions},      {"View", show_actions},
      {"View", look_actions},       {"View", window_actions},      {"View", sound_actions},
      {"File", world_file_actions}, {"File", export_actions},      {"Selection", selection_actions},
      {"Cursor", cursor_actions},   {"Placing", placing_actions},  {"Config editor", editor_actions},
      {"Help", help_actions}};
  std::vector<ActionRow> all;
  for (const auto& [group, rows_of] : kGroups) {
    for (ActionRow& row : rows_of(desk)) {
      if (row.group.empty()) row.group = group;
      if (std::ranges::find(kNotInChallenges, row.id) != std::end(kNotInChallenges)) {
        row.why_not = [&desk, id = row.id, before = row.why_not] {
          if (const auto challenge = running_challenge(desk);
              challenge && !(id == action::tool_blow && challenge->may_blow))
            return std::string("Not a part of this challenge.");
          return before ? before() : std::string();
        };
      }
      all.push_back(std::move(row));
    }
  }
  return all;
}

// The actions of the view: zoom, layers, panels.

namespace {

PixelPoint middle_of_view(Desk& desk) {
  const PixelRect& port = desk.view.canvas.camera().viewport();
  return {port.x + port.width / 2.0, port.y + port.height / 2.0};
}

// Moves the view by fractions of its height.
void pan(Desk& desk, double right, double down) {
  const double height = desk.view.canvas.camera().viewport().height;
  desk.view.canvas.glide(-right * height, -down * height);
}

ActionRow pan_row(Desk& desk, std::string_view id, std::string_view title, std::vector<DefaultKey> keys, int right,
                  int down) {
  constexpr double kTap = 0.05, kPerSecond = 1.0;  // heights of the view
  return {.id = id,
          .title = title,
          .keys = std::move(keys),
          .other_words = "pan scroll",
          .perform = [&desk, right, down] { pan(desk, kTap * right, kTap * down); },
          .while_held = [&desk, right, down](double s) { pan(desk, kPerSecond * s * right, kPerSecond * s * down); }};
}

ActionRow cursor_row(Desk& desk, std::string_view id, std::string_view title, SDL_Keycode key, int right, int down) {
  constexpr int kFarCells = 10;
  const auto factor = [] { return (SDL_GetModState() & KMOD_SHIFT) != 0 ? kFarCells : 1; };
  return {.id = id,
          .title = title,
          .keys = {{key}, {key, kShift, false}},
          .other_words = "keyboard ring pen",
          .perform = [&desk, right, down, factor] { desk.cursor.step(factor() * right, factor() * down); },
          .while_held = [&desk, right, down](double seconds) { desk.cursor.travel(right, down, seconds); }};
}

// A switch that changes one setting and shows no message.
ActionRow setting_row(std::string_view id, std::string_view section, std::string_view title, bool& setting,
                      std::string_view about = {}) {
  return {.id = id,
          .title = title,
          .menu = {section},
          .about = about,
          .is_on = [&setting] { return setting; },
          .perform = [&setting] { setting = !setting; }};
}

// One of the views of the world. If it is on already, the action goes back to natural colours.
ActionRow show_row(Desk& desk, WorldShow what, std::string_view id, std::string_view title,
                   std::vector<DefaultKey> keys = {}, std::string_view other_words = {}) {
  WorldViews& views = desk.view.world_views;
  return {.id = id,
          .title = title,
          .keys = std::move(keys),
          .menu = {"View/views", title_of(what)},
          .other_words = other_words,
          .why_not = [&views, what] { return views.why_not(what); },
          .is_on = [&views, what] { return views.shown() == what; },
          .perform = [&views, what] { views.show(views.shown() == what ? WorldShow::natural : what); }};
}

bool& soft_picture(Desk& desk) { return desk.settings.view.soft(desk.session()); }

std::string why_no_gl(Desk& desk) {
  const std::string problem = desk.screen->gpu_unavailable();
  return problem.empty() ? "" : fmt::format("This needs OpenGL, which is not in use: {}.", problem);
}

}  // namespace

std::vector<ActionRow> camera_actions(Desk& desk) {
  return {
      {.id = "zoom_in",
       .title = "Zoom in",
       .keys = {{SDLK_PLUS}, {SDLK_EQUALS, kNone, false}, {SDLK_EQUALS, kShift, false}, {SDLK_KP_PLUS, kNone, false}},
       .menu = {"View/zoom"},
       .perform = [&desk] { desk.view.canvas.zoom(middle_of_view(desk), 1); }},
      {.id = "zoom_out",
       .title = "Zoom out",
       .keys = {{SDLK_MINUS}, {SDLK_KP_MINUS, kNone, false}},
       .menu = {"View/zoom"},
       .perform = [&desk] { desk.view.canvas.zoom(middle_of_view(desk), -1); }},
      {.id = "zoom_fit",
       .title = "Fit the world into the window",
       .keys = {{SDLK_0}, {SDLK_HOME}},
       .menu = {"View/zoom", "Fit"},
       .perform = [&desk] { desk.view.canvas.glide_to_fit(); }},
      {.id = "zoom_to_cells",
       .title = "One pixel per cell",
       .keys = {{SDLK_0, kCtrl}, {SDLK_z}},
       .menu = {"View/zoom"},
       .perform = [&desk] { desk.view.canvas.zoom_to_cells(desk.pointer.on_canvas().value_or(middle_of_view(desk))); }},
      {.id = action::minimap,
       .title = "Mini-map",
       .keys = {{SDLK_o}},
       .menu = {"View/zoom"},
       .about = "The whole world in a corner, whenever a part of it is out of sight.",
       .is_on = [&desk] { return desk.settings.view.minimap; },
       .perform =
           [&desk] {
             bool& minimap = desk.settings.view.minimap;
             minimap = !minimap;
             desk.messages.say(minimap ? "The mini-map appears when a part of the world is out of sight."
                                       : "No mini-map.");
           }},
      setting_row("wheel_zooms", "View/zoom", "Wheel zooms", desk.settings.controls.wheel_zooms,
                  "The wheel zooms, and Ctrl+wheel changes the size of the brush. Off: the other way round."),
      pan_row(desk, "pan_left", "Move the view left", {{SDLK_a}}, -1, 0),
      pan_row(desk, "pan_right", "Move the view right", {{SDLK_d}}, 1, 0),
      pan_row(desk, "pan_up", "Move the view up", {{SDLK_w}}, 0, -1),
      pan_row(desk, "pan_down", "Move the view down", {{SDLK_s}}, 0, 1),
  };
}

// What the keyboard does in place of the mouse.
std::vector<ActionRow> cursor_actions(Desk& desk) {
  return {
      cursor_row(desk, "cursor_left", "Cursor left; far with Shift", SDLK_LEFT, -1, 0),
      cursor_row(desk, "cursor_right", "Cursor right", SDLK_RIGHT, 1, 0),
      cursor_row(desk, "cursor_up", "Cursor up", SDLK_UP, 0, -1),
      cursor_row(desk, "cursor_down", "Cursor down", SDLK_DOWN, 0, 1),
      {.id = "panel_next",
       .title = "Go to the next panel",
       .keys = {{SDLK_TAB}},
       .in_dialogs = true,
       .left_to_text = true,
       .other_words = "keyboard focus",
       .perform = [&desk] { desk.panel_focus.go(+1); }},
      {.id = "panel_before",
       .title = "Go to the panel before",
       .keys = {{SDLK_TAB, kShift}},
       .in_dialogs = true,
       .left_to_text = true,
       .other_words = "keyboard focus",
       .perform = [&desk] { desk.panel_focus.go(-1); }},
      {.id = "cursor_paint",
       .title = "Paint at the cursor",
       .keys = {{SDLK_RETURN}, {SDLK_KP_ENTER, kNone, false}},
       .other_words = "keyboard press click",
       .perform = [&desk] { desk.cursor.hold(MouseButton::left); },
       .while_held = [&desk](double) { desk.cursor.hold(MouseButton::left); }},
      {.id = "cursor_erase",
       .title = "Erase at the cursor",
       .keys = {{SDLK_RETURN, kShift}},
       .other_words = "keyboard press right button second element",
       .perform = [&desk] { desk.cursor.hold(MouseButton::right); },
       .while_held = [&desk](double) { desk.cursor.hold(MouseButton::right); }},
      {.id = "cursor_hold",
       .title = "Keep the brush down at the cursor",
       .keys = {{SDLK_INSERT}},
       .other_words = "keyboard sticky one hand drag",
       .is_on = [&desk] { return desk.cursor.holds(); },
       .perform = [&desk] { desk.cursor.toggle_hold(); }},
  };
}

std::vector<ActionRow> show_actions(Desk& desk) {
  return {
      {show_row(desk, WorldShow::natural, "show_natural", "Show natural colours")},
      {show_row(desk, WorldShow::density, "show_density", "Show density in false colours")},
      {show_row(desk, WorldShow::energy, "heat", "Show heat in false colours", {{SDLK_h}}, "energy temperature")},
      {show_row(desk, WorldShow::active_cells, "show_active_cells", "Show active cells")},
      {show_row(desk, WorldShow::activity, "show_activity", "Show activity")},
      {show_row(desk, WorldShow::air, "show_air", "Show the air", {}, "wind pressure flow")},
      {.id = "next_view",
       .title = "Next view: density, energy, activity, air",
       .keys = {{SDLK_t}},
       .menu = {"View/show", "Next view"},
       .perform = [&desk] { desk.view.world_views.show_next(); }},
      {.id = "grid",
       .title = "Grid between cells",
       .keys = {{SDLK_g, kShift}},
       .menu = {"View/show", "Grid"},
       .is_on = [&desk] { return desk.settings.view.grid; },
       .perform = [&desk] { desk.view.world_views.toggle_grid(); }},
      setting_row("safe_colors", "View/show", "Colours safe for colour-blind people", desk.settings.view.safe_colors,
                  "Elements in colours that everybody can tell apart. The config and exported pictures keep theirs."),
      {.id = action::compare,
       .title = "Compare two solvers",
       .keys = {{SDLK_c}},
       .menu = {"View/compare"},
       .label_now = [&desk] { return desk.view.compare.active() ? "Stop comparing" : "The most similar solver"; },
       .why_not = [&desk] { return desk.view.compare.why_not_toggle(); },
       .perform = [&desk] { desk.view.compare.toggle(); }},
  };
}

std::vector<ActionRow> look_actions(Desk& desk) {
  Looks& looks = desk.settings.view.looks;
  return {
      setting_row("grain", "View/looks", "Grain on powders", looks.grain),
      setting_row("depth_tint", "View/looks", "Depth in liquids", looks.depth_tint),
      setting_row("glow", "View/looks", "Glow of fire and lava", looks.glow,
                  "What gives off light lights its surroundings."),
      setting_row("motion", "View/looks", "Streaks of what falls", looks.motion,
                  "Falling matter is drawn as streaks and streams; thin liquids and smoke without gaps; foam."),
      {.id = "soft_picture",
       .title = "Soft picture",
       .menu = {"View/looks"},
       .about =
           "Neighbouring cells blend into each other. FastSAB begins with it, as its original; it has its own switch.",
       .is_on = [&desk] { return soft_picture(desk); },
       .perform = [&desk] { soft_picture(desk) = !soft_picture(desk); }},
      {.id = "pressure",
       .title = "Show pressure in false colours",
       .keys = {{SDLK_p}},
       .menu = {"View/looks", "Pressure in false colours"},
       .why_not = [&desk] { return why_no_plane(desk.session(), Plane::mass); },
       .is_on = [&looks] { return looks.pressure; },
       .perform =
           [&desk] {
             bool& pressure = desk.settings.view.looks.pressure;
             pressure = !pressure;
             desk.messages.say(pressure ? "Pressure in false colours." : "Elements in their colours.");
           }},
      {.id = action::relief,
       .title = "Heights in three dimensions",
       .keys = {{SDLK_v}},
       .menu = {"View/heights", "Three dimensions"},
       .why_not =
           [&desk] {
             const std::string reason = why_no_plane(desk.session(), Plane::height);
             return reason.empty() ? why_no_gl(desk) : reason;
           },
       .is_on = [&looks] { return looks.relief; },
       .perform =
           [&desk] {
             bool& relief = desk.settings.view.looks.relief;
             relief = !relief;
             desk.messages.say(
                 relief ? fmt::format("Three dimensions: drag with the right button to turn the sand. {} goes back.",
                                      desk.actions.way_to(action::relief))
                        : "Seen from above.");
           }},
  };
}

std::vector<ActionRow> window_actions(Desk& desk) {
  return {
      {.id = "theme",
       .title = "Light theme",
       .menu = {"View/theme"},
       .other_words = "dark",
       .is_on = [&desk] { return desk.settings.window.theme == ThemeName::light; },
       .perform =
           [&desk] {
             ThemeName& theme = desk.settings.window.theme;
             theme = theme == ThemeName::light ? ThemeName::dark : ThemeName::light;
             desk.style.restyle();
           }},
      {.id = "ledger",
       .title = "Matter ledger",
       .keys = {{SDLK_l}},
       .menu = {"View/panels"},
       .about = "Where every element came from and where it went, while it runs.",
       .is_on = [&desk] { return desk.session().keeps_ledger(); },
       .perform = [&desk] { desk.simulation.execute(command::KeepLedger{!desk.session().keeps_ledger()}); }},
      {.id = action::inspector,
       .title = "Inspect a cell and the rules that act on it",
       .keys = {{SDLK_q}},
       .menu = {"View/panels", "Inspector"},
       .about = "Point at a cell to see what the next step does to it, and why. A click pins it.",
       .other_words = "explain why",
       .is_on = [&desk] { return desk.view.inspector.on(); },
       .perform = [&desk] { desk.view.inspector.toggle(); }},
      {.id = action::panels,
       .title = "Hide or show the panels",
       .keys = {{SDLK_F7}},
       .menu = {"View/panels", "Panels"},
       .is_on = [&desk] { return desk.settings.window.panels_visible; },
       .perform =
           [&desk] {
             bool& visible = desk.settings.window.panels_visible;
             visible = !visible;
             if (!visible)
               desk.messages.say(fmt::format("{} brings the panels back.", desk.actions.way_at_start(action::panels)));
           }},
      {.id = action::config_editor,
       .title = "Config editor",
       .keys = {{SDLK_e, kCtrl}},
       .menu = {"View/panels"},
       .other_words = "rules edit",
       .is_on = [&desk] { return desk.editor->visible(); },
       .perform =
           [&desk] {
             desk.settings.window.panels_visible = true;
             desk.editor->toggle();
           }},
      {.id = "fullscreen",
       .title = "Full screen",
       .keys = {{SDLK_F11}},
       .in_dialogs = true,
       .menu = {"View/panels"},
       .is_on = [&desk] { return desk.style.is_fullscreen(); },
       .perform = [&desk] { desk.style.toggle_fullscreen(); }},
  };
}

// The actions of sound.

std::vector<ActionRow> sound_actions(Desk& desk) {
  return {
      {.id = action::mute,
       .title = "Mute",
       .keys = {{SDLK_m, kCtrl}},
       .menu = {"Edit/settings"},
       .about = "Turns the sound off and on.",
       .other_words = "sound volume audio silence",
       .why_not = [&desk] { return desk.sound.problem(); },
       .is_on = [&desk] { return desk.settings.sound.muted; },
       .perform =
           [&desk] {
             bool& muted = desk.settings.sound.muted;
             muted = !muted;
             desk.messages.say(muted ? "The sound is off." : "The sound is on.");
           }},
  };
}

// The actions of files: open, save, export.

namespace {

namespace fs = std::filesystem;

constexpr double kCopiedSeconds = 5;  // at the automaton's own pace

// Why there is no replay to save: the time line holds no step. Empty if there is one.
std::string why_no_replay(Desk& desk) {
  return unless(desk.simulation.can_step_back() || desk.simulation.in_the_past(), "Nothing has happened yet.");
}

}  // namespace

std::vector<ActionRow> world_file_actions(Desk& desk) {
  return {
      {.id = "open",
       .title = "Open a world, config, picture or replay",
       .keys = {{SDLK_o, kCtrl}},
       .menu = {"File/open", "Open..."},
       .perform = [&desk] { desk.files.opener.ask_what_to_open(); }},
      {.id = "go_on",
       .title = "Continue where you left off",
       .keys = {{SDLK_o, kCtrl | kShift}},
       .menu = {"File/continue"},
       .about = "The world of the window that was closed last.",
       .why_not = [&desk] { return unless(desk.files.worlds.can_go_on(), "No world was kept by an earlier window."); },
       .perform = [&desk] { desk.files.worlds.go_on(); }},
      {.id = "save_world",
       .title = "Save the world",
       .keys = {{SDLK_s, kCtrl}},
       .menu = {"File/save", "Save world"},
       .perform = [&desk] { desk.files.worlds.save(); }},
      {.id = "save_world_as",
       .title = "Save the world under another name",
       .keys = {{SDLK_s, kCtrl | kShift}},
       .menu = {"File/save", "Save world as..."},
       .perform = [&desk] { desk.files.worlds.ask_where_to_save(); }},
      {.id = "reload_config",
       .title = "Reload the config",
       .keys = {{SDLK_F5}},
       .menu = {"File/config", "Reload config"},
       .why_not =
           [&desk] { return unless(!desk.session().ruleset().source.empty(), "The running config has no file."); },
       .perform =
           [&desk] { desk.files.opener.load_config(command::ReloadConfig{false}, desk.session().ruleset().title); }},
      {.id = "config_problems",
       .title = "Problems of the running config",
       .menu = {"File/config", "Config problems..."},
       .why_not =
           [&desk] { return unless(!desk.session().config_diagnostics().empty(), "The config has no problems."); },
       .perform =
           [&desk] {
             desk.show_problems({desk.session().ruleset().title, desk.session().config_diagnostics(), {}});
           }},
  };
}

namespace {

ActionRow injection_row(Desk& desk, Injection& injection, std::string_view id, std::string_view title,
                        std::string_view about, std::string_view other_words) {
  return {.id = id,
          .title = title,
          .menu = {"File/open"},
          .about = about,
          .label_now =
              [&injection] {
                return injection.playing() ? fmt::format("Stop injecting {}", injection.what())
                                           : fmt::format("Inject {}...", injection.what());
              },
          .other_words = other_words,
          .why_not =
              [&desk] {
                const std::string reason = page::why_no_folders();
                return reason.empty() ? why_no_plane(desk.session(), Plane::height) : reason;
              },
          .perform = [&injection] { injection.playing() ? injection.stop() : injection.ask_for_folder(); }};
}

}  // namespace

std::vector<ActionRow> export_actions(Desk& desk) {
  return {
      {.id = "save_picture",
       .title = "Export a picture of the world",
       .keys = {{SDLK_e, kCtrl | kShift}},
       .menu = {"File/save"},
       .label_now =
           [&desk] { return desk.simulation.knows(Plane::height) ? "Export heights..." : "Export picture..."; },
       .perform = [&desk] { desk.files.opener.ask_where_to_save_picture(); }},
      {.id = "save_replay",
       .title = "Save the last minutes as a replay",
       .keys = {{SDLK_F10}},
       .menu = {"File/save", "Save the last minutes as a replay..."},
       .why_not = [&desk] { return why_no_replay(desk); },
       .perform = [&desk] { desk.files.replays.ask_where_to_save(); }},
      {.id = "share",
       .title = "Share a picture that carries its replay",
       .keys = {{SDLK_F10, kShift}},
       .menu = {"File/save", "Share picture with replay..."},
       .about = "A picture of the world that plays the last minutes when it is dropped on a window of Repose.",
       .why_not = [&desk] { return why_no_replay(desk); },
       .perform = [&desk] { desk.files.replays.ask_where_to_share(); }},
      {.id = "share_link",
       .title = "Share a link that carries the config",
       .menu = {"File/save", "Share link"},
       .about = "Copies an address that opens the page of Repose with this config.",
       .other_words = "url copy web send",
       .why_not = [] { return page::why_no_links(); },
       .perform = [&desk] { share_config_link(desk); }},
      injection_row(desk, desk.files.heights, "inject_heights", "Inject heights from a folder of pictures; again: stop",
                    "Plays greyscale pictures into the running sand, one every five steps: each adds its difference to "
                    "the one before.",
                    "animation play height maps png"),
      injection_row(desk, desk.files.colliders, "inject_colliders",
                    "Inject moving colliders from a folder of pictures; again: stop",
                    "Plays greyscale pictures into the running sand, one every five steps: where they are light, an "
                    "obstacle pushes the sand aside.",
                    "animation play obstacles objects collision png"),
      {.id = "screenshot",
       .title = "Screenshot",
       .keys = {{SDLK_F2}},
       .in_dialogs = true,
       .menu = {"File/save"},
       .other_words = "picture image",
       .perform = [&desk] { desk.picture.ask_for_screenshot(); }},
      {.id = action::record,
       .title = "Record a film; again: stop and save it",
       .keys = {{SDLK_F9}},
       .menu = {"File/save"},
       .label_now =
           [&desk] {
             return desk.files.recording.state() == Recording::State::recording ? "Stop and save the film"
                                                                                : "Record a film";
           },
       .other_words = "gif video movie",
       .why_not = [&desk] { return desk.files.recording.why_not_toggle(); },
       .perform = [&desk] { desk.files.recording.toggle(); }},
      {.id = action::copy_gif,
       .title = "Copy the last five seconds as a GIF",
       .keys = {{SDLK_F9, kShift}},
       .menu = {"File/save"},
       .about = "A film of the whole world, to paste into another program.",
       .other_words = "film clipboard video movie share",
       .why_not = [&desk] { return desk.files.recording.why_not_copy(); },
       .perform = [&desk] { desk.files.recording.copy_past(kCopiedSeconds); }},
      {.id = "quit",
       .title = "Quit",
       .keys = {{SDLK_q, kCtrl}},
       .in_dialogs = true,
       .menu = {"File/quit"},
       .why_not = [] { return page::why_no_quit(); },
       .perform = [&desk] { desk.quit(); }},
  };
}

// The actions of the config editor.

namespace {

constexpr std::string_view kHidden = "The config editor is closed.";

ActionRow editor_row(std::string_view id, std::string_view title, std::vector<DefaultKey> keys,
                     std::function<std::string()> why_not, std::function<void()> perform) {
  return {.id = id,
          .title = title,
          .keys = std::move(keys),
          .context = KeyContext::editor,
          .in_palette = false,
          .why_not = std::move(why_not),
          .perform = std::move(perform)};
}

}  // namespace

std::vector<ActionRow> editor_actions(Desk& desk) {
  ConfigEditor& editor = *desk.editor;
  const auto why_hidden = [&editor] { return unless(editor.visible(), kHidden); };
  const auto why_not_apply = [&editor] {
    return !editor.visible() ? std::string(kHidden)
                             : unless(editor.draft().applicable(), "This text is running already.");
  };
  return {
      editor_row(action::editor_apply, "Apply the text to the running world", {{SDLK_RETURN, kCtrl}}, why_not_apply,
                 [&editor] { editor.draft().apply(); }),
      editor_row(action::editor_save, "Save the config", {{SDLK_s, kCtrl}}, why_hidden, [&editor] { editor.save(); }),
      editor_row(action::editor_undo, "Undo", {{SDLK_z, kCtrl}}, why_hidden, [&editor] { editor.undo(); }),
      editor_row(action::editor_redo, "Redo", {{SDLK_y, kCtrl}, {SDLK_z, kCtrl | kShift, false}}, why_hidden,
                 [&editor] { editor.redo(); }),
  };
}

// The actions of help.

std::vector<ActionRow> help_actions(Desk& desk) {
  return {
      {.id = action::command_palette,
       .title = "Search everything",
       .keys = {{SDLK_p, kCtrl}},
       .in_dialogs = true,
       .opens_field = true,
       .menu = {"Help/help", "Search everything..."},
       .in_palette = false,
       .why_not =
           [&desk] {
             return unless(desk.dialogs->command_palette.is_open() || !desk.dialogs->any_open(),
                           "Close the dialog first.");
           },
       .perform =
           [&desk] {
             CommandPalette& palette = desk.dialogs->command_palette;
             palette.is_open() ? palette.close() : palette.open();
           }},
      {.id = "speak_cell",
       .title = text_id("Speak what is under the cursor"),
       .keys = {{SDLK_q, kShift}},
       .menu = {"Help/help"},
       .about = text_id("Says aloud which cell it is, and what the next step does to it."),
       .other_words = text_id("voice read aloud screen reader accessibility"),
       .perform = [&desk] { desk.view.inspector.speak(); }},
      {.id = action::help,
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
       .title = "Take the tour",
       .menu = {"Help/help"},
       .perform = [&desk] { desk.panels->tour.start(); }},
      {.id = action::messages,
       .title = "Recent messages",
       .menu = {"Help/help", "Recent messages..."},
       .other_words = "log errors warnings status",
       .perform = [&desk] { desk.dialogs->message_log.open(); }},
      {.id = "report_problem",
       .title = "Report a problem",
       .keys = {{SDLK_F1, kShift}},
       .menu = {"Help/help", "Report a problem..."},
       .perform = [&desk] { desk.dialogs->report.open(); }},
      {.id = "about",
       .title = "About Repose",
       .menu = {"Help/help"},
       .perform = [&desk] { desk.dialogs->about.open(); }},
      {.id = action::cancel,
       .title = "Close or cancel",
       .keys = {{SDLK_ESCAPE}},
       .fixed_keys = "Escape",
       .in_dialogs = true,
       .in_palette = false,
       .perform = [&desk] { desk.cancel(); }},
  };
}

}  // namespace repose

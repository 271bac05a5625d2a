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
  constexpr std::pair<std::string_view, RowsOf> kGroups[] = {{text_id("Edit"), edit_actions},
                                                             {text_id("Simulation"), time_actions},
                                                             {text_id("Simulation"), speed_actions},
                                                             {text_id("Simulation"), hand_actions},
                                                             {text_id("Simulation"), world_actions},
                                                             {text_id("Brush"), brush_actions},
                                                             {text_id("Tools"), tool_actions},
                                                             {text_id("View"), camera_actions},
                                                             {text_id("View"), show_actions},
                                                             {text_id("View"), look_actions},
                                                             {text_id("View"), window_actions},
                                                             {text_id("View"), sound_actions},
                                                             {text_id("File"), world_file_actions},
                                                             {text_id("File"), export_actions},
                                                             {text_id("Selection"), selection_actions},
                                                             {text_id("Cursor"), cursor_actions},
                                                             {text_id("Placing"), placing_actions},
                                                             {text_id("Config editor"), editor_actions},
                                                             {text_id("Help"), help_actions}};
  std::vector<ActionRow> all;
  for (const auto& [group, rows_of] : kGroups) {
    for (ActionRow& row : rows_of(desk)) {
      if (row.group.empty()) row.group = group;
      if (std::ranges::find(kNotInChallenges, row.id) != std::end(kNotInChallenges)) {
        row.why_not = [&desk, id = row.id, before = row.why_not] {
          if (const auto challenge = running_challenge(desk);
              challenge && !(id == action::tool_blow && challenge->may_blow))
            return std::string(tr("Not a part of this challenge."));
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
          .other_words = text_id("pan scroll"),
          .perform = [&desk, right, down] { pan(desk, kTap * right, kTap * down); },
          .while_held = [&desk, right, down](double s) { pan(desk, kPerSecond * s * right, kPerSecond * s * down); }};
}

ActionRow cursor_row(Desk& desk, std::string_view id, std::string_view title, SDL_Keycode key,
                     SDL_GameControllerButton button, int right, int down) {
  constexpr int kFarCells = 10;
  const auto factor = [] { return (SDL_GetModState() & KMOD_SHIFT) != 0 ? kFarCells : 1; };
  return {.id = id,
          .title = title,
          .keys = {{key}, {key, kShift, false}, {pad(button)}},
          .other_words = text_id("keyboard ring pen"),
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
  return problem.empty() ? "" : trf("This needs OpenGL, which is not in use: {}.", problem);
}

}  // namespace

std::vector<ActionRow> camera_actions(Desk& desk) {
  return {
      {.id = "zoom_in",
       .title = text_id("Zoom in"),
       .keys = {{SDLK_PLUS},
                {SDLK_EQUALS, kNone, false},
                {SDLK_EQUALS, kShift, false},
                {SDLK_KP_PLUS, kNone, false},
                {pad(SDL_CONTROLLER_BUTTON_RIGHTSTICK)}},
       .menu = {"View/zoom"},
       .perform = [&desk] { desk.view.canvas.zoom(middle_of_view(desk), 1); }},
      {.id = "zoom_out",
       .title = text_id("Zoom out"),
       .keys = {{SDLK_MINUS}, {SDLK_KP_MINUS, kNone, false}, {pad(SDL_CONTROLLER_BUTTON_LEFTSTICK)}},
       .menu = {"View/zoom"},
       .perform = [&desk] { desk.view.canvas.zoom(middle_of_view(desk), -1); }},
      {.id = "zoom_fit",
       .title = text_id("Fit the world into the window"),
       .keys = {{SDLK_0}, {SDLK_HOME}},
       .menu = {"View/zoom", text_id("Fit")},
       .perform = [&desk] { desk.view.canvas.glide_to_fit(); }},
      {.id = "zoom_to_cells",
       .title = text_id("One pixel per cell"),
       .keys = {{SDLK_0, kCtrl}, {SDLK_z}},
       .menu = {"View/zoom"},
       .perform = [&desk] { desk.view.canvas.zoom_to_cells(desk.pointer.on_canvas().value_or(middle_of_view(desk))); }},
      {.id = action::minimap,
       .title = text_id("Mini-map"),
       .keys = {{SDLK_o}},
       .menu = {"View/zoom"},
       .about = text_id("The whole world in a corner, whenever a part of it is out of sight."),
       .is_on = [&desk] { return desk.settings.view.minimap; },
       .perform =
           [&desk] {
             bool& minimap = desk.settings.view.minimap;
             minimap = !minimap;
             desk.messages.say(minimap ? tr("The mini-map appears when a part of the world is out of sight.")
                                       : tr("No mini-map."));
           }},
      setting_row("wheel_zooms", "View/zoom", text_id("Wheel zooms"), desk.settings.controls.wheel_zooms,
                  text_id("The wheel zooms, and Ctrl+wheel changes the size of the brush. Off: the other way round.")),
      pan_row(desk, "pan_left", text_id("Move the view left"), {{SDLK_a}}, -1, 0),
      pan_row(desk, "pan_right", text_id("Move the view right"), {{SDLK_d}}, 1, 0),
      pan_row(desk, "pan_up", text_id("Move the view up"), {{SDLK_w}}, 0, -1),
      pan_row(desk, "pan_down", text_id("Move the view down"), {{SDLK_s}}, 0, 1),
  };
}

// What the keyboard does in place of the mouse.
std::vector<ActionRow> cursor_actions(Desk& desk) {
  return {
      cursor_row(desk, "cursor_left", text_id("Cursor left; far with Shift"), SDLK_LEFT,
                 SDL_CONTROLLER_BUTTON_DPAD_LEFT, -1, 0),
      cursor_row(desk, "cursor_right", text_id("Cursor right"), SDLK_RIGHT, SDL_CONTROLLER_BUTTON_DPAD_RIGHT, 1, 0),
      cursor_row(desk, "cursor_up", text_id("Cursor up"), SDLK_UP, SDL_CONTROLLER_BUTTON_DPAD_UP, 0, -1),
      cursor_row(desk, "cursor_down", text_id("Cursor down"), SDLK_DOWN, SDL_CONTROLLER_BUTTON_DPAD_DOWN, 0, 1),
      {.id = action::panel_next,
       .title = text_id("Go to the next panel"),
       .keys = {{SDLK_TAB}, {pad(SDL_CONTROLLER_BUTTON_BACK)}},
       .in_dialogs = true,
       .left_to_text = true,
       .other_words = text_id("keyboard focus"),
       .perform = [&desk] { desk.panel_focus.go(+1); }},
      {.id = "panel_before",
       .title = text_id("Go to the panel before"),
       .keys = {{SDLK_TAB, kShift}},
       .in_dialogs = true,
       .left_to_text = true,
       .other_words = text_id("keyboard focus"),
       .perform = [&desk] { desk.panel_focus.go(-1); }},
      {.id = action::cursor_paint,
       .title = text_id("Paint at the cursor"),
       .keys = {{SDLK_RETURN},
                {SDLK_KP_ENTER, kNone, false},
                {kPadRightTrigger},
                {pad(SDL_CONTROLLER_BUTTON_A), kNone, false}},
       .other_words = text_id("keyboard press click"),
       .perform = [&desk] { desk.cursor.hold(MouseButton::left); },
       .while_held = [&desk](double) { desk.cursor.hold(MouseButton::left); }},
      {.id = action::cursor_erase,
       .title = text_id("Erase at the cursor"),
       .keys = {{SDLK_RETURN, kShift}, {kPadLeftTrigger}},
       .other_words = text_id("keyboard press right button second element"),
       .perform = [&desk] { desk.cursor.hold(MouseButton::right); },
       .while_held = [&desk](double) { desk.cursor.hold(MouseButton::right); }},
      {.id = "cursor_hold",
       .title = text_id("Keep the brush down at the cursor"),
       .keys = {{SDLK_INSERT}},
       .other_words = text_id("keyboard sticky one hand drag"),
       .is_on = [&desk] { return desk.cursor.holds(); },
       .perform = [&desk] { desk.cursor.toggle_hold(); }},
      {.id = "pick_here",
       .title = text_id("Pick the element under the cursor"),
       .keys = {{pad(SDL_CONTROLLER_BUTTON_X)}},
       .other_words = text_id("eyedropper"),
       .perform = [&desk] { desk.view.canvas.pick_under_mouse(); }},
      {.id = "move_view",
       .title = text_id("Left button moves the view; again: it paints"),
       .keys = {{SDLK_SPACE, kShift}},
       .other_words = text_id("pan drag sticky one hand"),
       .is_on = [&desk] { return desk.pointer.space_held(); },
       .perform = [&desk] { desk.pointer.toggle_pan(); }},
      setting_row(
          "sticky_modifiers", {}, text_id("Sticky Shift, Ctrl and Alt"), desk.settings.controls.sticky_modifiers,
          text_id("Pressed alone they stay down for the next key or click; pressed twice, until a third time.")),
  };
}

std::vector<ActionRow> show_actions(Desk& desk) {
  return {
      {show_row(desk, WorldShow::natural, "show_natural", text_id("Show natural colours"))},
      {show_row(desk, WorldShow::density, "show_density", text_id("Show density in false colours"))},
      {show_row(desk, WorldShow::energy, "heat", text_id("Show heat in false colours"), {{SDLK_h}},
                text_id("energy temperature"))},
      {show_row(desk, WorldShow::active_cells, "show_active_cells", text_id("Show active cells"))},
      {show_row(desk, WorldShow::activity, "show_activity", text_id("Show activity"))},
      {show_row(desk, WorldShow::air, "show_air", text_id("Show the air"), {}, text_id("wind pressure flow"))},
      {.id = "next_view",
       .title = text_id("Next view: density, energy, activity, air"),
       .keys = {{SDLK_t}},
       .menu = {"View/show", text_id("Next view")},
       .perform = [&desk] { desk.view.world_views.show_next(); }},
      {.id = "grid",
       .title = text_id("Grid between cells"),
       .keys = {{SDLK_g, kShift}},
       .menu = {"View/show", text_id("Grid")},
       .is_on = [&desk] { return desk.settings.view.grid; },
       .perform = [&desk] { desk.view.world_views.toggle_grid(); }},
      setting_row("signs", "View/show", text_id("Signs"), desk.settings.view.signs,
                  text_id("The texts that are pinned to places. With the tool Sign they are always there.")),
      setting_row(
          "safe_colors", "View/show", text_id("Colours safe for colour-blind people"), desk.settings.view.safe_colors,
          text_id("Elements in colours that everybody can tell apart. The config and exported pictures keep theirs.")),
      {.id = action::compare,
       .title = text_id("Compare two solvers"),
       .keys = {{SDLK_c}},
       .menu = {"View/compare"},
       .label_now =
           [&desk] { return desk.view.compare.active() ? tr("Stop comparing") : tr("The most similar solver"); },
       .why_not = [&desk] { return desk.view.compare.why_not_toggle(); },
       .perform = [&desk] { desk.view.compare.toggle(); }},
  };
}

std::vector<ActionRow> look_actions(Desk& desk) {
  Looks& looks = desk.settings.view.looks;
  return {
      setting_row("grain", "View/looks", text_id("Grain on powders"), looks.grain),
      setting_row("depth_tint", "View/looks", text_id("Depth in liquids"), looks.depth_tint),
      setting_row("glow", "View/looks", text_id("Glow of fire and lava"), looks.glow,
                  text_id("What gives off light lights its surroundings.")),
      setting_row(
          "motion", "View/looks", text_id("Streaks of what falls"), looks.motion,
          text_id("Falling matter is drawn as streaks and streams; thin liquids and smoke without gaps; foam.")),
      {.id = "soft_picture",
       .title = text_id("Soft picture"),
       .menu = {"View/looks"},
       .about = text_id(
           "Neighbouring cells blend into each other. FastSAB begins with it, as its original; it has its own switch."),
       .is_on = [&desk] { return soft_picture(desk); },
       .perform = [&desk] { soft_picture(desk) = !soft_picture(desk); }},
      {.id = "pressure",
       .title = text_id("Show pressure in false colours"),
       .keys = {{SDLK_p}},
       .menu = {"View/looks", text_id("Pressure in false colours")},
       .why_not = [&desk] { return why_no_plane(desk.session(), Plane::mass); },
       .is_on = [&looks] { return looks.pressure; },
       .perform =
           [&desk] {
             bool& pressure = desk.settings.view.looks.pressure;
             pressure = !pressure;
             desk.messages.say(pressure ? tr("Pressure in false colours.") : tr("Elements in their colours."));
           }},
      {.id = action::relief,
       .title = text_id("Heights in three dimensions"),
       .keys = {{SDLK_v}},
       .menu = {"View/heights", text_id("Three dimensions")},
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
             desk.messages.say(relief
                                   ? trf("Three dimensions: drag with the right button to turn the sand. {} goes back.",
                                         desk.actions.way_to(action::relief))
                                   : tr("Seen from above."));
           }},
  };
}

std::vector<ActionRow> window_actions(Desk& desk) {
  return {
      {.id = "theme",
       .title = text_id("Light theme"),
       .menu = {"View/theme"},
       .other_words = text_id("dark"),
       .is_on = [&desk] { return desk.settings.window.theme == ThemeName::light; },
       .perform =
           [&desk] {
             ThemeName& theme = desk.settings.window.theme;
             theme = theme == ThemeName::light ? ThemeName::dark : ThemeName::light;
             desk.style.restyle();
           }},
      {.id = "ledger",
       .title = text_id("Matter ledger"),
       .keys = {{SDLK_l}},
       .menu = {"View/panels"},
       .about = text_id("Where every element came from and where it went, while it runs."),
       .is_on = [&desk] { return desk.session().keeps_ledger(); },
       .perform = [&desk] { desk.simulation.execute(command::KeepLedger{!desk.session().keeps_ledger()}); }},
      {.id = action::inspector,
       .title = text_id("Inspect a cell and the rules that act on it"),
       .keys = {{SDLK_q}},
       .menu = {"View/panels", text_id("Inspector")},
       .about = text_id("Point at a cell to see what the next step does to it, and why. A click pins it."),
       .other_words = text_id("explain why"),
       .is_on = [&desk] { return desk.view.inspector.on(); },
       .perform = [&desk] { desk.view.inspector.toggle(); }},
      {.id = action::panels,
       .title = text_id("Hide or show the panels"),
       .keys = {{SDLK_F7}},
       .menu = {"View/panels", text_id("Panels")},
       .is_on = [&desk] { return desk.settings.window.panels_visible; },
       .perform =
           [&desk] {
             bool& visible = desk.settings.window.panels_visible;
             visible = !visible;
             if (!visible)
               desk.messages.say(trf("{} brings the panels back.", desk.actions.way_at_start(action::panels)));
           }},
      {.id = action::config_editor,
       .title = text_id("Config editor"),
       .keys = {{SDLK_e, kCtrl}},
       .menu = {"View/panels"},
       .other_words = text_id("rules edit"),
       .is_on = [&desk] { return desk.editor->visible(); },
       .perform =
           [&desk] {
             desk.settings.window.panels_visible = true;
             desk.editor->toggle();
           }},
      {.id = "fullscreen",
       .title = text_id("Full screen"),
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
       .title = text_id("Mute"),
       .keys = {{SDLK_m, kCtrl}},
       .menu = {"Edit/settings"},
       .about = text_id("Turns the sound off and on."),
       .other_words = text_id("sound volume audio silence"),
       .why_not = [&desk] { return desk.sound.problem(); },
       .is_on = [&desk] { return desk.settings.sound.muted; },
       .perform =
           [&desk] {
             bool& muted = desk.settings.sound.muted;
             muted = !muted;
             desk.messages.say(muted ? tr("The sound is off.") : tr("The sound is on."));
           }},
  };
}

// The actions of files: open, save, export.

namespace {

namespace fs = std::filesystem;

constexpr double kCopiedSeconds = 5;  // at the automaton's own pace

// Why there is no replay to save: the time line holds no step. Empty if there is one.
std::string why_no_replay(Desk& desk) {
  return unless(desk.simulation.can_step_back() || desk.simulation.in_the_past(), tr("Nothing has happened yet."));
}

}  // namespace

std::vector<ActionRow> world_file_actions(Desk& desk) {
  return {
      {.id = "open",
       .title = text_id("Open a world, config, picture or replay"),
       .keys = {{SDLK_o, kCtrl}},
       .menu = {"File/open", text_id("Open...")},
       .perform = [&desk] { desk.files.opener.ask_what_to_open(); }},
      {.id = "go_on",
       .title = text_id("Continue where you left off"),
       .keys = {{SDLK_o, kCtrl | kShift}},
       .menu = {"File/continue"},
       .about = text_id("The world of the window that was closed last."),
       .why_not =
           [&desk] { return unless(desk.files.worlds.can_go_on(), tr("No world was kept by an earlier window.")); },
       .perform = [&desk] { desk.files.worlds.go_on(); }},
      {.id = "save_world",
       .title = text_id("Save the world"),
       .keys = {{SDLK_s, kCtrl}},
       .menu = {"File/save", text_id("Save world")},
       .perform = [&desk] { desk.files.worlds.save(); }},
      {.id = "save_world_as",
       .title = text_id("Save the world under another name"),
       .keys = {{SDLK_s, kCtrl | kShift}},
       .menu = {"File/save", text_id("Save world as...")},
       .perform = [&desk] { desk.files.worlds.ask_where_to_save(); }},
      {.id = "reload_config",
       .title = text_id("Reload the config"),
       .keys = {{SDLK_F5}},
       .menu = {"File/config", text_id("Reload config")},
       .why_not =
           [&desk] { return unless(!desk.session().ruleset().source.empty(), tr("The running config has no file.")); },
       .perform =
           [&desk] { desk.files.opener.load_config(command::ReloadConfig{false}, desk.session().ruleset().title); }},
      {.id = "config_problems",
       .title = text_id("Problems of the running config"),
       .menu = {"File/config", text_id("Config problems...")},
       .why_not =
           [&desk] { return unless(!desk.session().config_diagnostics().empty(), tr("The config has no problems.")); },
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
                if (injection.of_colliders())
                  return injection.playing() ? tr("Stop injecting colliders") : tr("Inject colliders...");
                return injection.playing() ? tr("Stop injecting heights") : tr("Inject heights...");
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
       .title = text_id("Export a picture of the world"),
       .keys = {{SDLK_e, kCtrl | kShift}},
       .menu = {"File/save"},
       .label_now =
           [&desk] { return desk.simulation.knows(Plane::height) ? tr("Export heights...") : tr("Export picture..."); },
       .perform = [&desk] { desk.files.opener.ask_where_to_save_picture(); }},
      {.id = "save_replay",
       .title = text_id("Save the last minutes as a replay"),
       .keys = {{SDLK_F10}},
       .menu = {"File/save", text_id("Save the last minutes as a replay...")},
       .why_not = [&desk] { return why_no_replay(desk); },
       .perform = [&desk] { desk.files.replays.ask_where_to_save(); }},
      {.id = "share",
       .title = text_id("Share a picture that carries its replay"),
       .keys = {{SDLK_F10, kShift}},
       .menu = {"File/save", text_id("Share picture with replay...")},
       .about = text_id("A picture of the world that plays the last minutes when it is dropped on a window of Repose."),
       .why_not = [&desk] { return why_no_replay(desk); },
       .perform = [&desk] { desk.files.replays.ask_where_to_share(); }},
      {.id = "share_link",
       .title = text_id("Share a link that carries the config"),
       .menu = {"File/save", text_id("Share link")},
       .about = text_id("Copies an address that opens the page of Repose with this config."),
       .other_words = text_id("url copy web send"),
       .why_not = [] { return page::why_no_links(); },
       .perform = [&desk] { share_config_link(desk); }},
      injection_row(
          desk, desk.files.heights, "inject_heights", text_id("Inject heights from a folder of pictures; again: stop"),
          text_id("Plays greyscale pictures into the running sand, one every five steps: each adds its difference to "
                  "the one before."),
          text_id("animation play height maps png")),
      injection_row(
          desk, desk.files.colliders, "inject_colliders",
          text_id("Inject moving colliders from a folder of pictures; again: stop"),
          text_id("Plays greyscale pictures into the running sand, one every five steps: where they are light, an "
                  "obstacle pushes the sand aside."),
          text_id("animation play obstacles objects collision png")),
      {.id = "screenshot",
       .title = text_id("Screenshot"),
       .keys = {{SDLK_F2}},
       .in_dialogs = true,
       .menu = {"File/save"},
       .other_words = text_id("picture image"),
       .perform = [&desk] { desk.picture.ask_for_screenshot(); }},
      {.id = action::record,
       .title = text_id("Record a film; again: stop and save it"),
       .keys = {{SDLK_F9}},
       .menu = {"File/save"},
       .label_now =
           [&desk] {
             return desk.files.recording.state() == Recording::State::recording ? tr("Stop and save the film")
                                                                                : tr("Record a film");
           },
       .other_words = text_id("gif video movie"),
       .why_not = [&desk] { return desk.files.recording.why_not_toggle(); },
       .perform = [&desk] { desk.files.recording.toggle(); }},
      {.id = action::copy_gif,
       .title = text_id("Copy the last five seconds as a GIF"),
       .keys = {{SDLK_F9, kShift}},
       .menu = {"File/save"},
       .about = text_id("A film of the whole world, to paste into another program."),
       .other_words = text_id("film clipboard video movie share"),
       .why_not = [&desk] { return desk.files.recording.why_not_copy(); },
       .perform = [&desk] { desk.files.recording.copy_past(kCopiedSeconds); }},
      {.id = "quit",
       .title = text_id("Quit"),
       .keys = {{SDLK_q, kCtrl}},
       .in_dialogs = true,
       .menu = {"File/quit"},
       .why_not = [] { return page::why_no_quit(); },
       .perform = [&desk] { desk.quit(); }},
  };
}

// The actions of the config editor.

namespace {

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
  const auto why_hidden = [&editor] { return unless(editor.visible(), tr("The config editor is closed.")); };
  const auto why_not_apply = [&editor, why_hidden] {
    return !editor.visible() ? why_hidden() : unless(editor.draft().applicable(), tr("This text is running already."));
  };
  return {
      editor_row(action::editor_apply, text_id("Apply the text to the running world"), {{SDLK_RETURN, kCtrl}},
                 why_not_apply, [&editor] { editor.draft().apply(); }),
      editor_row(action::editor_save, text_id("Save the config"), {{SDLK_s, kCtrl}}, why_hidden,
                 [&editor] { editor.save(); }),
      editor_row(action::editor_undo, text_id("Undo"), {{SDLK_z, kCtrl}}, why_hidden, [&editor] { editor.undo(); }),
      editor_row(action::editor_redo, text_id("Redo"), {{SDLK_y, kCtrl}, {SDLK_z, kCtrl | kShift, false}}, why_hidden,
                 [&editor] { editor.redo(); }),
  };
}

// The actions of help.

std::vector<ActionRow> help_actions(Desk& desk) {
  return {
      {.id = action::command_palette,
       .title = text_id("Search everything"),
       .keys = {{SDLK_p, kCtrl}, {pad(SDL_CONTROLLER_BUTTON_START), kWithWheel}},
       .in_dialogs = true,
       .opens_field = true,
       .menu = {"Help/help", text_id("Search everything...")},
       .in_palette = false,
       .why_not =
           [&desk] {
             return unless(desk.dialogs->command_palette.is_open() || !desk.dialogs->any_open(),
                           tr("Close the dialog first."));
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
       .title = text_id("Keys and mouse"),
       .keys = {{SDLK_F1}, {pad(SDL_CONTROLLER_BUTTON_BACK), kWithWheel}},
       .in_dialogs = true,
       .menu = {"Help/help", text_id("Keys and mouse")},
       .other_words = text_id("shortcuts hotkeys"),
       .perform = [&desk] { desk.dialogs->help.toggle(); }},
      {.id = "keys",
       .group = text_id("Settings"),
       .title = text_id("Change keys"),
       .menu = {"Help/help", text_id("Change keys...")},
       .other_words = text_id("bindings rebind remap"),
       .perform = [&desk] { desk.dialogs->settings.open_keys(); }},
      {.id = "tour",
       .title = text_id("Take the tour"),
       .menu = {"Help/help"},
       .perform = [&desk] { desk.panels->tour.start(); }},
      {.id = action::messages,
       .title = text_id("Recent messages"),
       .menu = {"Help/help", text_id("Recent messages...")},
       .other_words = text_id("log errors warnings status"),
       .perform = [&desk] { desk.dialogs->message_log.open(); }},
      {.id = "report_problem",
       .title = text_id("Report a problem"),
       .keys = {{SDLK_F1, kShift}},
       .menu = {"Help/help", text_id("Report a problem...")},
       .perform = [&desk] { desk.dialogs->report.open(); }},
      {.id = "about",
       .title = text_id("About Repose"),
       .menu = {"Help/help"},
       .perform = [&desk] { desk.dialogs->about.open(); }},
      {.id = action::cancel,
       .title = text_id("Close or cancel"),
       .keys = {{SDLK_ESCAPE}},
       .fixed_keys = text_id("Escape"),
       .in_dialogs = true,
       .in_palette = false,
       .perform = [&desk] { desk.cancel(); }},
  };
}

}  // namespace repose

// The rows of the action table by subject.
#include <fmt/format.h>

#include <cmath>

#include "app/ui/panels/panels.hpp"
#include "core/language.hpp"
#include "platform/page.hpp"
#include "repose/replay.hpp"

namespace repose {

namespace {

// For `why_not`: empty when the action is possible, else the sentence, which is marked with text_id().
std::function<std::string()> unless(std::function<bool()> possible, const char* sentence) {
  return [possible = std::move(possible), sentence] { return possible() ? std::string() : std::string(tr(sentence)); };
}

// A row with what most rows have, and with the other members of `more`.
ActionRow row(std::string_view id, std::string_view title, std::vector<DefaultKey> keys, MenuPlace menu, ActionRow more,
              std::function<void()> perform) {
  more.id = id;
  more.title = title;
  more.keys = std::move(keys);
  more.menu = menu;
  more.perform = std::move(perform);
  return more;
}
ActionRow row(std::string_view id, std::string_view title, std::vector<DefaultKey> keys, MenuPlace menu,
              std::function<void()> perform) {
  return row(id, title, std::move(keys), menu, ActionRow{}, std::move(perform));
}

// The actions of the view: zoom, layers, panels.

// Where keys zoom: at the cursor of the canvas, else in the middle of the view.
PixelPoint zoom_point(Desk& desk) {
  if (const auto at = desk.cursor.active() ? desk.pointer.on_canvas() : std::nullopt) return *at;
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
  return row(
      id, title, std::move(keys), {},
      {.other_words = text_id("pan scroll"),
       .while_held = [&desk, right, down](double s) { pan(desk, kPerSecond * s * right, kPerSecond * s * down); }},
      [&desk, right, down] { pan(desk, kTap * right, kTap * down); });
}

ActionRow cursor_row(Desk& desk, std::string_view id, std::string_view title, SDL_Keycode key,
                     SDL_GameControllerButton button, int right, int down) {
  constexpr int kFarCells = 10;
  const auto factor = [] { return (SDL_GetModState() & KMOD_SHIFT) != 0 ? kFarCells : 1; };
  return row(id, title, {{key}, {key, kShift, false}, {pad(button)}}, {},
             {.other_words = text_id("keyboard ring pen"),
              .while_held = [&desk, right, down](double seconds) { desk.cursor.travel(right, down, seconds); }},
             [&desk, right, down, factor] { desk.cursor.step(factor() * right, factor() * down); });
}

// The new value.
bool flip(bool& setting) { return setting = !setting; }

// A switch that changes one setting and shows no message.
ActionRow setting_row(std::string_view id, std::string_view section, std::string_view title, bool& setting,
                      std::string_view about = {}) {
  return row(id, title, {}, {section}, {.about = about, .is_on = [&setting] { return setting; }},
             [&setting] { flip(setting); });
}

// One of the views of the world. If it is on already, the action goes back to natural colours.
ActionRow show_row(Desk& desk, WorldShow what, std::string_view id, std::string_view title,
                   std::vector<DefaultKey> keys = {}, std::string_view other_words = {}) {
  WorldViews& views = desk.view.world_views;
  return row(id, title, std::move(keys), {"View/views", title_of(what)},
             {.other_words = other_words,
              .why_not = [&views, what] { return views.why_not(what); },
              .is_on = [&views, what] { return views.shown() == what; }},
             [&views, what] { views.show(views.shown() == what ? WorldShow::natural : what); });
}

std::vector<ActionRow> view_actions(Desk& desk) {
  Looks& looks = desk.settings.view.looks;
  return {
      row("zoom_in", text_id("Zoom in"),
          {{SDLK_PLUS},
           {SDLK_EQUALS, kNone, false},
           {SDLK_EQUALS, kShift, false},
           {SDLK_KP_PLUS, kNone, false},
           {pad(SDL_CONTROLLER_BUTTON_RIGHTSTICK)}},
          {"View/zoom"}, [&desk] { desk.view.canvas.zoom(zoom_point(desk), 1); }),
      row("zoom_out", text_id("Zoom out"),
          {{SDLK_MINUS}, {SDLK_KP_MINUS, kNone, false}, {pad(SDL_CONTROLLER_BUTTON_LEFTSTICK)}}, {"View/zoom"},
          [&desk] { desk.view.canvas.zoom(zoom_point(desk), -1); }),
      row("zoom_fit", text_id("Fit the world into the window"), {{SDLK_0}, {SDLK_HOME}}, {"View/zoom", text_id("Fit")},
          [&desk] { desk.view.canvas.glide_to_fit(); }),
      row("zoom_to_cells", text_id("One pixel per cell"), {{SDLK_0, kCtrl}, {SDLK_z}}, {"View/zoom"},
          [&desk] { desk.view.canvas.zoom_to_cells(desk.pointer.on_canvas().value_or(zoom_point(desk))); }),
      row(action::minimap, text_id("Mini-map"), {{SDLK_o}}, {"View/zoom"},
          {.about = text_id("The whole world in a corner, whenever a part of it is out of sight."),
           .is_on = [&desk] { return desk.settings.view.minimap; }},
          [&desk] {
            desk.messages.say(flip(desk.settings.view.minimap)
                                  ? tr("The mini-map appears when a part of the world is out of sight.")
                                  : tr("No mini-map."));
          }),
      setting_row("wheel_zooms", "View/zoom", text_id("Wheel zooms"), desk.settings.controls.wheel_zooms,
                  text_id("The wheel zooms, and Ctrl+wheel changes the size of the brush. Off: the other way round.")),
      pan_row(desk, "pan_left", text_id("Move the view left"), {{SDLK_a}}, -1, 0),
      pan_row(desk, "pan_right", text_id("Move the view right"), {{SDLK_d}}, 1, 0),
      pan_row(desk, "pan_up", text_id("Move the view up"), {{SDLK_w}}, 0, -1),
      pan_row(desk, "pan_down", text_id("Move the view down"), {{SDLK_s}}, 0, 1),
      show_row(desk, WorldShow::natural, "show_natural", text_id("Show natural colours")),
      show_row(desk, WorldShow::density, "show_density", text_id("Show density in false colours")),
      show_row(desk, WorldShow::energy, "heat", text_id("Show heat in false colours"), {{SDLK_h}},
               text_id("energy temperature")),
      show_row(desk, WorldShow::active_cells, "show_active_cells", text_id("Show active cells")),
      show_row(desk, WorldShow::activity, "show_activity", text_id("Show activity")),
      show_row(desk, WorldShow::air, "show_air", text_id("Show the air"), {}, text_id("wind pressure flow")),
      row("next_view", text_id("Next view: density, energy, activity, air"), {{SDLK_t}},
          {"View/show", text_id("Next view")}, [&desk] { desk.view.world_views.show_next(); }),
      row("grid", text_id("Grid between cells"), {{SDLK_g, kShift}}, {"View/show", text_id("Grid")},
          {.is_on = [&desk] { return desk.settings.view.grid; }}, [&desk] { desk.view.world_views.toggle_grid(); }),
      setting_row("signs", "View/show", text_id("Signs"), desk.settings.view.signs,
                  text_id("The texts that are pinned to places. With the tool Sign they are always there.")),
      setting_row(
          "safe_colors", "View/show", text_id("Colours safe for colour-blind people"), desk.settings.view.safe_colors,
          text_id("Elements in colours that everybody can tell apart. The config and exported pictures keep theirs.")),
      row(action::compare, text_id("Compare two solvers"), {{SDLK_c}}, {"View/compare"},
          {.label_now =
               [&desk] { return desk.view.compare.active() ? tr("Stop comparing") : tr("The most similar solver"); },
           .why_not = [&desk] { return desk.view.compare.why_not_toggle(); }},
          [&desk] { desk.view.compare.toggle(); }),
      setting_row("grain", "View/looks", text_id("Grain on powders"), looks.grain),
      setting_row("depth_tint", "View/looks", text_id("Depth in liquids"), looks.depth_tint),
      setting_row("glow", "View/looks", text_id("Glow of fire and lava"), looks.glow,
                  text_id("What gives off light lights its surroundings.")),
      setting_row(
          "motion", "View/looks", text_id("Streaks of what falls"), looks.motion,
          text_id("Falling matter is drawn as streaks and streams; thin liquids and smoke without gaps; foam.")),
      row("soft_picture", text_id("Soft picture"), {}, {"View/looks"},
          {.about = text_id("Neighbouring cells blend into each other. FastSAB begins with it, as its original; it has "
                            "its own switch."),
           .is_on = [&desk] { return desk.settings.view.soft(desk.session()); }},
          [&desk] { flip(desk.settings.view.soft(desk.session())); }),
      row("pressure", text_id("Show pressure in false colours"), {{SDLK_p}},
          {"View/looks", text_id("Pressure in false colours")},
          {.why_not = [&desk] { return why_no_plane(desk.session(), Plane::mass); },
           .is_on = [&looks] { return looks.pressure; }},
          [&desk] {
            desk.messages.say(flip(desk.settings.view.looks.pressure) ? tr("Pressure in false colours.")
                                                                      : tr("Elements in their colours."));
          }),
      row(action::relief, text_id("Heights in three dimensions"), {{SDLK_v}},
          {"View/heights", text_id("Three dimensions")},
          {.why_not =
               [&desk] {
                 const std::string reason = why_no_plane(desk.session(), Plane::height);
                 const std::string no_gl = desk.screen->gpu_unavailable();
                 if (!reason.empty() || no_gl.empty()) return reason;
                 return trf("This needs OpenGL, which is not in use: {}.", no_gl);
               },
           .is_on = [&looks] { return looks.relief; }},
          [&desk] {
            desk.messages.say(flip(desk.settings.view.looks.relief)
                                  ? trf("Three dimensions: drag with the right button to turn the sand. {} goes back.",
                                        desk.actions.way_to(action::relief))
                                  : tr("Seen from above."));
          }),
      row("theme", text_id("Light theme"), {}, {"View/theme"},
          {.other_words = text_id("dark"), .is_on = [&desk] { return desk.settings.window.theme == ThemeName::light; }},
          [&desk] {
            ThemeName& theme = desk.settings.window.theme;
            theme = theme == ThemeName::light ? ThemeName::dark : ThemeName::light;
            desk.style.restyle();
          }),
      row("ledger", text_id("Matter ledger"), {{SDLK_l}}, {"View/panels"},
          {.about = text_id("Where every element came from and where it went, while it runs."),
           .is_on = [&desk] { return desk.session().keeps_ledger(); }},
          [&desk] { desk.simulation.execute(command::KeepLedger{!desk.session().keeps_ledger()}); }),
      row(action::inspector, text_id("Inspect a cell and the rules that act on it"), {{SDLK_q}},
          {"View/panels", text_id("Inspector")},
          {.about = text_id("Point at a cell to see what the next step does to it, and why. A click pins it."),
           .other_words = text_id("explain why"),
           .is_on = [&desk] { return desk.view.inspector.on(); }},
          [&desk] { desk.view.inspector.toggle(); }),
      row(action::panels, text_id("Hide or show the panels"), {{SDLK_F7}}, {"View/panels", text_id("Panels")},
          {.is_on = [&desk] { return desk.settings.window.panels_visible; }},
          [&desk] {
            if (!flip(desk.settings.window.panels_visible))
              desk.messages.say(trf("{} brings the panels back.", desk.actions.way_at_start(action::panels)));
          }),
      row(action::config_editor, text_id("Config editor"), {{SDLK_e, kCtrl}}, {"View/panels"},
          {.other_words = text_id("rules edit"), .is_on = [&desk] { return desk.editor->visible(); }},
          [&desk] {
            desk.settings.window.panels_visible = true;
            desk.editor->toggle();
          }),
      row("fullscreen", text_id("Full screen"), {{SDLK_F11}}, {"View/panels"},
          {.in_dialogs = true, .is_on = [&desk] { return desk.style.is_fullscreen(); }},
          [&desk] { desk.style.toggle_fullscreen(); }),
      row(action::mute, text_id("Mute"), {{SDLK_m, kCtrl}}, {"Edit/settings"},
          {.about = text_id("Turns the sound off and on."),
           .other_words = text_id("sound volume audio silence"),
           .why_not = [&desk] { return desk.sound.problem(); },
           .is_on = [&desk] { return desk.settings.sound.muted; }},
          [&desk] {
            desk.messages.say(flip(desk.settings.sound.muted) ? tr("The sound is off.") : tr("The sound is on."));
          }),
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
      row(action::panel_next, text_id("Go to the next panel"), {{SDLK_TAB}, {pad(SDL_CONTROLLER_BUTTON_BACK)}}, {},
          {.in_dialogs = true, .left_to_text = true, .other_words = text_id("keyboard focus")},
          [&desk] { desk.panel_focus.go(+1); }),
      row("panel_before", text_id("Go to the panel before"), {{SDLK_TAB, kShift}}, {},
          {.in_dialogs = true, .left_to_text = true, .other_words = text_id("keyboard focus")},
          [&desk] { desk.panel_focus.go(-1); }),
      row(action::cursor_paint, text_id("Paint at the cursor"),
          {{SDLK_RETURN},
           {SDLK_KP_ENTER, kNone, false},
           {kPadRightTrigger},
           {pad(SDL_CONTROLLER_BUTTON_A), kNone, false}},
          {},
          {.other_words = text_id("keyboard press click"),
           .while_held = [&desk](double) { desk.cursor.hold(MouseButton::left); }},
          [&desk] { desk.cursor.hold(MouseButton::left); }),
      row(action::cursor_erase, text_id("Erase at the cursor"), {{SDLK_RETURN, kShift}, {kPadLeftTrigger}}, {},
          {.other_words = text_id("keyboard press right button second element"),
           .while_held = [&desk](double) { desk.cursor.hold(MouseButton::right); }},
          [&desk] { desk.cursor.hold(MouseButton::right); }),
      row("cursor_hold", text_id("Keep the brush down at the cursor"), {{SDLK_INSERT}}, {},
          {.other_words = text_id("keyboard sticky one hand drag"), .is_on = [&desk] { return desk.cursor.holds(); }},
          [&desk] { desk.cursor.toggle_hold(); }),
      row("pick_here", text_id("Pick the element under the cursor"), {{pad(SDL_CONTROLLER_BUTTON_X)}}, {},
          {.other_words = text_id("eyedropper")}, [&desk] { desk.view.canvas.pick_under_mouse(); }),
      row("move_view", text_id("Left button moves the view; again: it paints"), {{SDLK_SPACE, kShift}}, {},
          {.other_words = text_id("pan drag sticky one hand"), .is_on = [&desk] { return desk.pointer.space_held(); }},
          [&desk] { desk.pointer.toggle_pan(); }),
      setting_row(
          "sticky_modifiers", {}, text_id("Sticky Shift, Ctrl and Alt"), desk.settings.controls.sticky_modifiers,
          text_id("Pressed alone they stay down for the next key or click; pressed twice, until a third time.")),
  };
}

// The actions of files: open, save, export.

constexpr double kCopiedSeconds = 5;  // at the automaton's own pace

ActionRow injection_row(Desk& desk, Injection& injection, std::string_view id, std::string_view title,
                        std::string_view about, std::string_view other_words) {
  return row(id, title, {}, {"File/open"},
             {.about = about,
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
                  }},
             [&injection] { injection.playing() ? injection.stop() : injection.ask_for_folder(); });
}

std::vector<ActionRow> file_actions(Desk& desk) {
  const auto no_replay = unless(  // the time line holds no step
      [&desk] { return desk.simulation.can_step_back() || desk.simulation.in_the_past(); },
      text_id("Nothing has happened yet."));
  return {
      row("open", text_id("Open a world, config, picture or replay"), {{SDLK_o, kCtrl}},
          {"File/open", text_id("Open...")}, [&desk] { desk.files.opener.ask_what_to_open(); }),
      row("go_on", text_id("Continue where you left off"), {{SDLK_o, kCtrl | kShift}}, {"File/continue"},
          {.about = text_id("The world of the window that was closed last."),
           .why_not = unless([&desk] { return desk.files.worlds.autosave().last_world().has_value(); },
                             text_id("No world was kept by an earlier window."))},
          [&desk] { desk.files.worlds.go_on(); }),
      row("save_world", text_id("Save the world"), {{SDLK_s, kCtrl}}, {"File/save", text_id("Save world")},
          [&desk] { desk.files.worlds.save(); }),
      row("save_world_as", text_id("Save the world under another name"), {{SDLK_s, kCtrl | kShift}},
          {"File/save", text_id("Save world as...")}, [&desk] { desk.files.worlds.ask_where_to_save(); }),
      row("reload_config", text_id("Reload the config"), {{SDLK_F5}}, {"File/config", text_id("Reload config")},
          {.why_not = unless([&desk] { return !desk.session().ruleset().source.empty(); },
                             text_id("The running config has no file."))},
          [&desk] { desk.files.opener.load_config(command::ReloadConfig{false}, desk.session().ruleset().title); }),
      row("config_problems", text_id("Problems of the running config"), {},
          {"File/config", text_id("Config problems...")},
          {.why_not = unless([&desk] { return !desk.session().config_diagnostics().empty(); },
                             text_id("The config has no problems."))},
          [&desk] {
            desk.show_problems({desk.session().ruleset().title, desk.session().config_diagnostics(), {}});
          }),
      row("save_picture", text_id("Export a picture of the world"), {{SDLK_e, kCtrl | kShift}}, {"File/save"},
          {.label_now =
               [&desk] {
                 return desk.simulation.knows(Plane::height) ? tr("Export heights...") : tr("Export picture...");
               }},
          [&desk] { desk.files.opener.ask_where_to_save_picture(); }),
      row("save_replay", text_id("Save the last minutes as a replay"), {{SDLK_F10}},
          {"File/save", text_id("Save the last minutes as a replay...")}, {.why_not = no_replay},
          [&desk] { desk.files.replays.ask_where_to_save(); }),
      row("share", text_id("Share a picture that carries its replay"), {{SDLK_F10, kShift}},
          {"File/save", text_id("Share picture with replay...")},
          {.about =
               text_id("A picture of the world that plays the last minutes when it is dropped on a window of Repose."),
           .why_not = no_replay},
          [&desk] { desk.files.replays.ask_where_to_save(true); }),
      row("share_link", text_id("Share a link that carries the config"), {}, {"File/save", text_id("Share link")},
          {.about = text_id("Copies an address that opens the page of Repose with this config."),
           .other_words = text_id("url copy web send"),
           .why_not = [] { return page::why_no_links(); }},
          [&desk] { share_config_link(desk); }),
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
      row("screenshot", text_id("Screenshot"), {{SDLK_F2}}, {"File/save"},
          {.in_dialogs = true, .other_words = text_id("picture image")},
          [&desk] { desk.picture.ask_for_screenshot(); }),
      row(action::record, text_id("Record a film; again: stop and save it"), {{SDLK_F9}}, {"File/save"},
          {.label_now =
               [&desk] {
                 return desk.files.recording.state() == Recording::State::recording ? tr("Stop and save the film")
                                                                                    : tr("Record a film");
               },
           .other_words = text_id("gif video movie"),
           .why_not = [&desk] { return desk.files.recording.why_not_toggle(); }},
          [&desk] { desk.files.recording.toggle(); }),
      row(action::copy_gif, text_id("Copy the last five seconds as a GIF"), {{SDLK_F9, kShift}}, {"File/save"},
          {.about = text_id("A film of the whole world, to paste into another program."),
           .other_words = text_id("film clipboard video movie share"),
           .why_not = [&desk] { return desk.files.recording.why_not_copy(); }},
          [&desk] { desk.files.recording.copy_past(kCopiedSeconds); }),
      row("quit", text_id("Quit"), {{SDLK_q, kCtrl}}, {"File/quit"},
          {.in_dialogs = true, .why_not = [] { return page::why_no_quit(); }}, [&desk] { desk.quit(); }),
  };
}

// The actions of the config editor.

ActionRow editor_row(std::string_view id, std::string_view title, std::vector<DefaultKey> keys,
                     std::function<std::string()> why_not, std::function<void()> perform) {
  return row(id, title, std::move(keys), {},
             {.context = KeyContext::editor, .in_palette = false, .why_not = std::move(why_not)}, std::move(perform));
}

std::vector<ActionRow> editor_actions(Desk& desk) {
  ConfigEditor& editor = *desk.editor;
  const auto why_hidden = unless([&editor] { return editor.visible(); }, text_id("The config editor is closed."));
  const auto why_not_apply = [&editor, why_hidden] {
    return !editor.visible()             ? why_hidden()
           : editor.draft().applicable() ? std::string()
                                         : tr("This text is running already.");
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
      row("command_palette", text_id("Search everything"),
          {{SDLK_p, kCtrl}, {pad(SDL_CONTROLLER_BUTTON_START), kWithWheel}},
          {"Help/help", text_id("Search everything...")},
          {.in_dialogs = true,
           .opens_field = true,
           .in_palette = false,
           .why_not = unless([&desk] { return desk.dialogs->command_palette.is_open() || !desk.dialogs->any_open(); },
                             text_id("Close the dialog first."))},
          [&desk] {
            CommandPalette& palette = desk.dialogs->command_palette;
            palette.is_open() ? palette.close() : palette.open();
          }),
      row("speak_cell", text_id("Speak what is under the cursor"), {{SDLK_q, kShift}}, {"Help/help"},
          {.about = text_id("Says aloud which cell it is, and what the next step does to it."),
           .other_words = text_id("voice read aloud screen reader accessibility")},
          [&desk] { desk.view.inspector.speak(); }),
      row(action::help, text_id("Keys and mouse"), {{SDLK_F1}, {pad(SDL_CONTROLLER_BUTTON_BACK), kWithWheel}},
          {"Help/help", text_id("Keys and mouse")}, {.in_dialogs = true, .other_words = text_id("shortcuts hotkeys")},
          [&desk] { desk.dialogs->help.toggle(); }),
      row("keys", text_id("Change keys"), {}, {"Help/help", text_id("Change keys...")},
          {.group = text_id("Settings"), .other_words = text_id("bindings rebind remap")},
          [&desk] { desk.dialogs->settings.open_keys(); }),
      row("tour", text_id("Take the tour"), {}, {"Help/help"}, [&desk] { desk.panels->tour.start(); }),
      row(action::messages, text_id("Recent messages"), {}, {"Help/help", text_id("Recent messages...")},
          {.other_words = text_id("log errors warnings status")}, [&desk] { desk.dialogs->message_log.open(); }),
      row("report_problem", text_id("Report a problem"), {{SDLK_F1, kShift}},
          {"Help/help", text_id("Report a problem...")}, [&desk] { desk.dialogs->report.open(); }),
      row("about", text_id("About Repose"), {}, {"Help/help"}, [&desk] { desk.dialogs->about.open(); }),
      row(action::cancel, text_id("Close or cancel"), {{SDLK_ESCAPE}}, {},
          {.fixed_keys = text_id("Escape"), .in_dialogs = true, .in_palette = false}, [&desk] { desk.cancel(); }),
  };
}

// What would help past a challenge.
constexpr std::string_view kNotInChallenges[] = {
    action::clear,           action::paste,           action::cut,
    action::erase_selection, action::shake,           action::tool_blow,
    action::tool_body,       action::turn_world_left, action::turn_world_right,
    action::turn_world_over, action::stamps,          "resize",
};

constexpr double kRewindSeconds = 5;  // at the automaton's own pace

Backend other_backend(Desk& desk) { return desk.session().backend() == Backend::gpu ? Backend::cpu : Backend::gpu; }

std::vector<ActionRow> simulation_actions(Desk& desk) {
  using command::Turn;
  const auto no_way_back =
      unless([&desk] { return desk.simulation.can_step_back(); }, text_id("Nothing earlier is kept."));
  const auto no_challenge =
      unless([&desk] { return running_challenge(desk) != nullptr; }, text_id("No challenge runs."));
  const auto turn_row = [&desk](std::string_view id, std::string_view title, std::vector<DefaultKey> keys, Turn turn) {
    return row(id, title, std::move(keys), {"Simulation/turn"}, {.other_words = text_id("rotate flip hourglass")},
               [&desk, turn] { desk.view.turn.turn(turn); });
  };
  return {
      row(action::play_pause, text_id("Play or pause"), {{SDLK_SPACE}, {pad(SDL_CONTROLLER_BUTTON_START)}},
          {"Simulation/time"}, {.label_now = [&desk] { return desk.simulation.playing() ? tr("Pause") : tr("Play"); }},
          [&desk] { desk.simulation.toggle_playing(); }),
      row(action::step, text_id("One step"),
          {{SDLK_PERIOD}, {SDLK_f}, {pad(SDL_CONTROLLER_BUTTON_DPAD_RIGHT), kWithWheel}}, {"Simulation/time"},
          [&desk] { desk.simulation.step_once(); }),
      row(action::step_back, text_id("One step back in time"),
          {{SDLK_COMMA}, {pad(SDL_CONTROLLER_BUTTON_DPAD_LEFT), kWithWheel}},
          {"Simulation/time", text_id("One step back")}, {.why_not = no_way_back},
          [&desk] { desk.simulation.go_back(1); }),
      row(action::rewind, text_id("Five seconds back in time"), {{SDLK_j}, {kPadLeftTrigger, kWithWheel}},
          {"Simulation/time", text_id("Five seconds back")},
          {.other_words = text_id("rewind undo history"), .why_not = no_way_back},
          [&desk] {
            const double steps = kRewindSeconds * desk.simulation.steps_per_second(Speed());
            desk.simulation.go_back(static_cast<std::uint64_t>(std::llround(steps)));
          }),
      row(action::slower, text_id("Slower"), {{SDLK_COMMA, kShift}, {SDLK_LESS, kNone, false}}, {"Simulation/time"},
          {.why_not = unless([&desk] { return desk.simulation.speed() != desk.simulation.speed().slower(); },
                             text_id("This is the slowest speed."))},
          [&desk] { desk.simulation.choose_speed(desk.simulation.speed().slower()); }),
      row(action::faster, text_id("Faster"), {{SDLK_PERIOD, kShift}, {SDLK_GREATER, kNone, false}}, {"Simulation/time"},
          {.why_not = unless([&desk] { return desk.simulation.speed() != desk.simulation.speed().faster(); },
                             text_id("This is the fastest speed."))},
          [&desk] { desk.simulation.choose_speed(desk.simulation.speed().faster()); }),
      row("unlimited", text_id("As fast as possible"), {}, {"Simulation/time"},
          {.is_on = [&desk] { return desk.simulation.speed().unlimited(); }},
          [&desk] {
            desk.simulation.choose_speed(desk.simulation.speed().unlimited() ? Speed() : Speed(Speed::kUnlimited));
          }),
      row("own_pace", text_id("The automaton's own pace"), {}, {}, [&desk] { desk.simulation.choose_speed(Speed()); }),
      // What hands do to the whole world.
      turn_row(action::turn_world_left, text_id("Turn the world left"), {{SDLK_LEFT, kAlt}}, Turn::left),
      turn_row(action::turn_world_right, text_id("Turn the world right"), {{SDLK_RIGHT, kAlt}}, Turn::right),
      turn_row(action::turn_world_over, text_id("Turn the world upside down"),
               {{SDLK_DOWN, kAlt}, {SDLK_UP, kAlt, false}}, Turn::half),
      row(action::shake, text_id("Shake the world"), {{SDLK_s, kAlt}}, {"Simulation/turn"},
          {.about = text_id("Everything loose is pushed to either side for a moment."),
           .why_not = [&desk] { return desk.simulation.why_no_push(); }},
          [&desk] { desk.shaker.shake(desk); }),
      !page::can_be_tilted()
          ? ActionRow()
          : row(action::tilt, text_id("Tilt to turn gravity"), {}, {"Simulation/turn"},
                {.about = text_id("The world keeps its place in the device that you turn, and what is loose falls."),
                 .other_words = text_id("phone sensor orientation"),
                 .is_on = [] { return page::feels_tilt(); }},
                [&desk] {
                  desk.view.turn.forget_tilt();
                  page::want_tilt(!page::feels_tilt());
                }),
      row(action::toggle_solver, text_id("Switch between GPU and CPU"), {{SDLK_g, kCtrl}}, {},
          {.why_not =
               [&desk] {
                 const Session& session = desk.session();
                 const SolverEntry* const other = session.registry().solver(session.automaton(), other_backend(desk));
                 return other == nullptr ? trf("{} has no other backend.", session.automaton()) : other->unavailable;
               }},
          [&desk] { desk.simulation.switch_solver(desk.session().automaton(), other_backend(desk)); }),
      row(action::reset, text_id("Reset to the scene as it was loaded"), {{SDLK_r, kCtrl}},
          {"Simulation/reset", text_id("Reset")}, [&desk] { desk.simulation.execute(command::Reset{}); }),
      row(action::clear, text_id("Clear the world"), {{SDLK_r}}, {"Simulation/reset", text_id("Clear")},
          {.other_words = text_id("delete erase empty")},
          [&desk] {
            if (desk.simulation.execute(command::Clear{}).ok)
              desk.messages.say(trf("Cleared. {} takes it back.", desk.actions.way_at_start(action::undo)));
          }),
      row("new_world", text_id("New world"), {{SDLK_n, kCtrl}}, {"Simulation/size", text_id("New world...")},
          [&desk] { desk.dialogs->new_world.open(false); }),
      row("resize", text_id("Resize the world"), {}, {"Simulation/size", text_id("Resize world...")},
          [&desk] { desk.dialogs->new_world.open(true); }),
      row(action::scene_gallery, text_id("Choose a scene"), {{SDLK_F3}},
          {"Scenes/gallery", text_id("All scenes, with pictures...")},
          {.other_words = text_id("scenes examples worlds")}, [&desk] { desk.dialogs->scenes.open(); }),
      row("make_land", text_id("Make a land"), {}, {"Scenes/gallery", text_id("Make a land...")},
          {.other_words = text_id("generate terrain landscape random hills lake caves world")},
          [&desk] { desk.dialogs->land.open(); }),
      row(action::challenge_gallery, text_id("Choose a challenge"), {{SDLK_F6}},
          {"Scenes/gallery", text_id("Challenges, with goals and medals...")},
          {.other_words = text_id("goals puzzles levels missions")}, [&desk] { desk.dialogs->challenges.open(); }),
      row("discoveries", text_id("Discoveries: what you have made happen"), {{SDLK_F6, kShift}},
          {"Scenes/gallery", text_id("Discoveries, by chapter...")},
          {.other_words = text_id("codex achievements collection reactions hints")},
          [&desk] { desk.dialogs->discoveries.open(); }),
      row("world_gallery", text_id("Look at worlds that people share"), {},
          {"Scenes/gallery", text_id("Gallery of shared worlds...")},
          {.other_words = text_id("community replays pictures index")}, [&desk] { desk.dialogs->gallery.open(); }),
      row(action::challenge_again, text_id("Begin the challenge again"), {{SDLK_F8}}, {},
          {.other_words = text_id("retry reset"), .why_not = no_challenge},
          [&desk] { desk.panels->challenge.again(); }),
      row(action::challenge_next, text_id("The next challenge"), {{SDLK_F8, kShift}}, {}, {.why_not = no_challenge},
          [&desk] { desk.panels->challenge.next(); }),
      row("config_gallery", text_id("Choose a config"), {{SDLK_F4}},
          {"Configs/gallery", text_id("All configs, with their contents...")},
          {.other_words = text_id("configs rules mods")}, [&desk] { desk.dialogs->configs.open(); }),
      row("pause_when_unfocused", text_id("Pause when another window is in front"), {}, {"Simulation/pause"},
          {.about = text_id("Off: the simulation keeps running."),
           .is_on = [&desk] { return desk.settings.window.pause_when_unfocused; }},
          [&desk] { desk.settings.window.pause_when_unfocused = !desk.settings.window.pause_when_unfocused; }),
  };
}

// The actions of editing: undo, redo, clear, fill.

// "paint sand". Titles of operations begin with a capital letter, which English has not within a sentence.
std::string within_sentence(std::string operation) {
  const bool is_word = operation.size() > 1 && std::islower(static_cast<unsigned char>(operation[1])) != 0;
  if (is_word && current_language() == "en")
    operation[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(operation[0])));
  return operation;
}

std::vector<ActionRow> edit_actions(Desk& desk) {
  return {
      row(action::undo, text_id("Undo"), {{SDLK_z, kCtrl}, {pad(SDL_CONTROLLER_BUTTON_B)}}, {"Edit/history"},
          {.left_to_text = true,
           .label_now =
               [&desk] {
                 const std::string& operation = desk.session().history().undo_title;
                 return operation.empty() ? tr("Undo") : trf("Undo {}", within_sentence(operation));
               },
           .why_not =
               unless([&desk] { return !desk.session().history().undo_title.empty(); }, text_id("Nothing to undo."))},
          [&desk] { desk.simulation.travel(command::Undo{}); }),
      row(action::redo, text_id("Redo"),
          {{SDLK_y, kCtrl}, {SDLK_z, kCtrl | kShift}, {pad(SDL_CONTROLLER_BUTTON_X), kWithWheel}}, {"Edit/history"},
          {.left_to_text = true,
           .label_now =
               [&desk] {
                 const std::string& operation = desk.session().history().redo_title;
                 return operation.empty() ? tr("Redo") : trf("Redo {}", within_sentence(operation));
               },
           .why_not =
               unless([&desk] { return !desk.session().history().redo_title.empty(); }, text_id("Nothing to redo."))},
          [&desk] { desk.simulation.travel(command::Redo{}); }),
      row("settings", text_id("Settings"), {{SDLK_COMMA, kCtrl}}, {"Edit/settings", text_id("Settings...")},
          {.other_words = text_id("preferences options text size memory autosave volume")},
          [&desk] { desk.dialogs->settings.open(); }),
  };
}

// The actions of the brush and what it paints.

ActionRow tab_row(Desk& desk, std::string_view id, std::string_view title, DefaultKey key, int by) {
  return row(id, title, {key}, {"Edit/elements"},
             {.other_words = text_id("group"),
              .why_not = unless([&desk] { return desk.panels->elements.has_tabs(); },
                                text_id("The elements of this config have no tabs."))},
             [&desk, by] {
               desk.settings.window.panels_visible = true;
               desk.panels->elements.turn_tab(by);
             });
}

std::vector<ActionRow> brush_actions(Desk& desk) {
  const auto no_pouring = unless([&desk] { return pour_of(desk.session(), desk.paint_box.brush()).has_value(); },
                                 text_id("The elements of this automaton have no rate."));
  std::vector<DefaultKey> number_keys;
  for (int number = 1; number <= 9; ++number) number_keys.push_back({SDLK_0 + number, kNone, false});
  return {
      row(action::brush_smaller, text_id("Smaller brush"),
          {{SDLK_LEFTBRACKET}, {pad(SDL_CONTROLLER_BUTTON_DPAD_DOWN), kWithWheel}}, {},
          {.other_words = text_id("size")}, [&desk] { desk.paint_box.change_brush_size(-1); }),
      row(action::brush_larger, text_id("Larger brush"),
          {{SDLK_RIGHTBRACKET}, {pad(SDL_CONTROLLER_BUTTON_DPAD_UP), kWithWheel}}, {}, {.other_words = text_id("size")},
          [&desk] { desk.paint_box.change_brush_size(+1); }),
      row(action::pour, text_id("Pour loose matter as grains, or fill"), {{SDLK_b, kShift}}, {},
          {.about = text_id(
               "A poured stream makes heaps and pools. What fills cells falls as one body. Walls, solids, fire, lines "
               "and rectangles always fill."),
           .other_words = text_id("spray stream scatter density"),
           .why_not = [&desk] { return why_no_stream(desk.session()); },
           .is_on = [&desk] { return desk.paint_box.brush().pour; }},
          [&desk] { desk.paint_box.switch_pouring(); }),
      row(action::pour_less, text_id("Pour less"), {{SDLK_LEFTBRACKET, kShift}}, {}, {.why_not = no_pouring},
          [&desk] { desk.paint_box.change_pour_rate(-1); }),
      row(action::pour_more, text_id("Pour more"), {{SDLK_RIGHTBRACKET, kShift}}, {}, {.why_not = no_pouring},
          [&desk] { desk.paint_box.change_pour_rate(+1); }),
      row(action::paint_over, text_id("Paint over all, empty or one element"), {{SDLK_SEMICOLON}}, {},
          {.label_now = [&desk] { return std::string(describe(desk.paint_box.brush().over)); },
           .why_not = unless([&desk] { return !desk.simulation.knows(Plane::height); },
                             text_id("Poured sand always adds to what is there."))},
          [&desk] {
            PaintOver& over = desk.paint_box.brush().over;
            over = next(over);
            desk.messages.say(std::string(describe(over)));
          }),
      row(action::search_element, text_id("Search for an element"), {{SDLK_e}, {SDLK_f, kCtrl}}, {"Edit/elements"},
          {.opens_field = true,
           .about = text_id("By name or description, in all tabs."),
           .other_words = text_id("find")},
          [&desk] {
            desk.settings.window.panels_visible = true;
            desk.panels->elements.focus_search();
          }),
      tab_row(desk, "next_tab", text_id("Next tab of elements"), {SDLK_PAGEDOWN, kCtrl}, +1),
      tab_row(desk, "previous_tab", text_id("Previous tab of elements"), {SDLK_PAGEUP, kCtrl}, -1),
      row("element_next", text_id("Next element"), {{pad(SDL_CONTROLLER_BUTTON_RIGHTSHOULDER)}}, {},
          [&desk] { desk.paint_box.pick_next(+1); }),
      row("element_before", text_id("Element before"), {{pad(SDL_CONTROLLER_BUTTON_LEFTSHOULDER)}}, {},
          [&desk] { desk.paint_box.pick_next(-1); }),
      row(action::wheel, text_id("Wheel of elements and tools, while held"),
          {{SDLK_e, kShift}, {SDLK_BACKQUOTE, kNone, false}, {pad(SDL_CONTROLLER_BUTTON_Y)}}, {},
          {.other_words = text_id("radial ring pie"), .while_held = [&desk](double) { desk.panels->wheel.hold(); }},
          [&desk] { desk.panels->wheel.press(); }),
      row("element_by_number", text_id("Choose an element by its number"), number_keys, {},
          {.fixed_keys = text_id("1 to 9"),
           .in_palette = false,
           .perform_numbered = [&desk](int number) { desk.paint_box.pick_by_number(number); }},
          nullptr),
  };
}

// The actions of tools.

std::vector<ActionRow> tool_actions(Desk& desk) {
  const auto tool_row = [&desk](Tool tool, std::string_view title, DefaultKey key, std::string_view other_words,
                                std::function<std::string()> why_not = nullptr) {
    const ToolInfo& info = tool_info(tool);
    return row(info.action, title, {key}, {},
               {.about = info.summary,
                .other_words = other_words,
                .why_not = std::move(why_not),
                .is_on = [&desk, tool] { return desk.paint_box.tool() == tool; }},
               [&desk, tool] { desk.paint_box.choose_tool(tool); });
  };
  const auto why_no_body = [&desk] { return desk.simulation.why_no_body(); };
  std::vector<ActionRow> rows = {
      tool_row(Tool::brush, text_id("Brush; again: round or square"), {SDLK_b}, text_id("paint draw pencil erase")),
      tool_row(Tool::line, text_id("Line"), {SDLK_n}, text_id("straight draw")),
      tool_row(Tool::rectangle, text_id("Rectangle; again: filled or outline"), {SDLK_u}, text_id("box square draw")),
      tool_row(Tool::fill, text_id("Fill"), {SDLK_g}, text_id("flood bucket")),
      tool_row(Tool::pick, text_id("Pick"), {SDLK_i}, text_id("eyedropper element")),
      tool_row(Tool::select, text_id("Select"), {SDLK_m}, text_id("mark area")),
      tool_row(Tool::blow, text_id("Blow"), {SDLK_y}, text_id("wind air push fan breath"),
               [&desk] { return desk.simulation.why_no_push(); }),
      tool_row(Tool::sign, text_id("Sign"), {SDLK_n, kShift}, text_id("text label note write name"),
               unless([&desk] { return !desk.view.canvas.in_relief(); },
                      text_id("There are no signs in the view in three dimensions."))),
      row(action::mirror, text_id("Mirror: left and right, up and down, both"), {{SDLK_x}}, {},
          {.label_now =
               [&desk] {  // The state of the mirror, and how its axes are moved.
                 const Symmetry symmetry = desk.paint_box.mirror_axes().symmetry;
                 const char* const text = describe(symmetry);
                 return symmetry == Symmetry::none
                            ? std::string(text)
                            : trf("{} Drag the dots at the edge of the view to move the axes.", text);
               },
           .other_words = text_id("symmetry")},
          [&desk] {
            MirrorAxes& mirror = desk.paint_box.mirror_axes();
            mirror.symmetry = next(mirror.symmetry);
            if (mirror.symmetry == Symmetry::none) mirror = {};  // it starts in the middle again next time
            desk.messages.say(std::string(describe(mirror.symmetry)));
          }),
      row("mirror_here", text_id("Mirror around the cell under the mouse"), {{SDLK_x, kShift}}, {},
          {.in_palette = false}, [&desk] { desk.view.canvas.put_mirror_here(); }),
      // The bodies are chosen by the tool's key again and again, or by an action each.
      tool_row(Tool::body, text_id("Body; again: ball, wheel, foot, rake"), {SDLK_y, kShift},
               text_id("press print footprint collider"), why_no_body),
  };
  for (int i = 0; i < kBodyShapeCount; ++i) {
    const auto shape = static_cast<BodyShape>(i);
    const auto is_on = [&desk, shape] {
      return desk.paint_box.tool() == Tool::body && desk.paint_box.brush().body == shape;
    };
    rows.push_back(row(body_info(shape).action, body_info(shape).title, {}, {},
                       {.other_words = text_id("body press print collider"), .why_not = why_no_body, .is_on = is_on},
                       [&desk, shape] { desk.paint_box.choose_body(shape); }));
  }
  return rows;
}

// Actions on the selection, and on the clip that is being placed.

std::vector<ActionRow> selection_actions(Desk& desk) {
  const auto nothing_selected = [&desk]() -> std::string {
    if (desk.view.clipping.selection()) return "";
    if (is_narrow()) return tr("Nothing is selected. The tool Select and Select all are in the menu.");
    const ActionTable& actions = desk.actions;
    return trf("Nothing is selected. Press {} and drag to select, or press {} to select everything.",
               actions.way_to(action::tool_select), actions.way_to(action::select_all));
  };
  return {
      row(action::cut, text_id("Cut"), {{SDLK_x, kCtrl}}, {"Edit/selection"},
          {.left_to_text = true, .why_not = nothing_selected}, [&desk] { desk.view.clipping.cut(); }),
      row(action::copy, text_id("Copy"), {{SDLK_c, kCtrl}}, {"Edit/selection"},
          {.left_to_text = true, .why_not = nothing_selected}, [&desk] { desk.view.clipping.copy(); }),
      row(action::paste, text_id("Paste, pictures too"), {{SDLK_v, kCtrl}}, {"Edit/selection", text_id("Paste")},
          {.left_to_text = true}, [&desk] { desk.view.clipping.paste(); }),
      row(action::erase_selection, text_id("Clear the selection"), {{SDLK_DELETE}, {SDLK_BACKSPACE, kNone, false}},
          {"Edit/selection"}, {.why_not = nothing_selected}, [&desk] { desk.view.clipping.erase(); }),
      row(action::select_all, text_id("Select everything"), {{SDLK_a, kCtrl}},
          {"Edit/selection", text_id("Select all")}, {.left_to_text = true},
          [&desk] { desk.view.clipping.select_all(); }),
      row(action::stamps, text_id("Choose a stamp"), {{SDLK_k}}, {"Edit/stamps", text_id("Stamps...")},
          {.about = text_id("Stamps are parts of worlds to be placed.")},
          [&desk] {
            StampGallery& stamps = desk.dialogs->stamps;
            stamps.is_open() ? stamps.close() : stamps.open();
          }),
      row(action::save_stamp, text_id("Save the selection as a stamp"), {{SDLK_k, kShift}},
          {"Edit/stamps", text_id("Save as a stamp")}, {.why_not = nothing_selected},
          [&desk] {
            if (const auto file = desk.view.clipping.save_stamp()) desk.dialogs->stamps.open_to_name(*file);
          }),
  };
}

std::vector<ActionRow> placing_actions(Desk& desk) {
  Clipping& clip = desk.view.clipping;
  const auto clip_row = [&desk](std::string_view id, std::string_view title, std::vector<DefaultKey> keys,
                                std::function<void()> perform) {
    return row(
        id, title, std::move(keys), {},
        {.context = KeyContext::placing,
         .why_not = unless([&desk] { return desk.view.clipping.is_placing(); }, text_id("No clip is being placed."))},
        std::move(perform));
  };
  return {
      clip_row(action::turn_right, text_id("Turn clockwise"), {{SDLK_r}, {pad(SDL_CONTROLLER_BUTTON_RIGHTSHOULDER)}},
               [&clip] { clip.transform(ClipTransform::clockwise); }),
      clip_row("turn_left", text_id("Turn counterclockwise"),
               {{SDLK_r, kShift}, {pad(SDL_CONTROLLER_BUTTON_LEFTSHOULDER)}},
               [&clip] { clip.transform(ClipTransform::counterclockwise); }),
      clip_row(action::mirror_sideways, text_id("Mirror left and right"), {{SDLK_m}, {pad(SDL_CONTROLLER_BUTTON_X)}},
               [&clip] { clip.transform(ClipTransform::left_right); }),
      clip_row("mirror_upright", text_id("Mirror above and below"), {{SDLK_m, kShift}},
               [&clip] { clip.transform(ClipTransform::up_down); }),
      clip_row("nudge_left", text_id("One cell to the left"), {{SDLK_LEFT}, {pad(SDL_CONTROLLER_BUTTON_DPAD_LEFT)}},
               [&clip] { clip.nudge(-1, 0); }),
      clip_row("nudge_right", text_id("One cell to the right"), {{SDLK_RIGHT}, {pad(SDL_CONTROLLER_BUTTON_DPAD_RIGHT)}},
               [&clip] { clip.nudge(1, 0); }),
      clip_row("nudge_up", text_id("One cell up"), {{SDLK_UP}, {pad(SDL_CONTROLLER_BUTTON_DPAD_UP)}},
               [&clip] { clip.nudge(0, -1); }),
      clip_row("nudge_down", text_id("One cell down"), {{SDLK_DOWN}, {pad(SDL_CONTROLLER_BUTTON_DPAD_DOWN)}},
               [&clip] { clip.nudge(0, 1); }),
      clip_row(action::with_background, text_id("With or without its background"), {{SDLK_b}},
               [&clip] { clip.toggle_background(); }),
      clip_row("put_down", text_id("Place it"), {{SDLK_RETURN}, {SDLK_KP_ENTER, kNone, false}},
               [&clip] { clip.put_down(false); }),
  };
}

}  // namespace

std::vector<ActionRow> action_rows(Desk& desk) {
  const std::pair<std::string_view, std::vector<ActionRow>> groups[] = {
      {text_id("Edit"), edit_actions(desk)},
      {text_id("Simulation"), simulation_actions(desk)},
      {text_id("Brush"), brush_actions(desk)},
      {text_id("Tools"), tool_actions(desk)},
      {text_id("View"), view_actions(desk)},
      {text_id("File"), file_actions(desk)},
      {text_id("Selection"), selection_actions(desk)},
      {text_id("Cursor"), cursor_actions(desk)},
      {text_id("Placing"), placing_actions(desk)},
      {text_id("Config editor"), editor_actions(desk)},
      {text_id("Help"), help_actions(desk)}};
  std::vector<ActionRow> all;
  for (const auto& [group, rows] : groups) {
    for (ActionRow row : rows) {
      if (row.id.empty()) continue;  // not on this system
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

}  // namespace repose

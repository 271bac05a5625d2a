#include <fmt/format.h>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/app.hpp"
#include "app/simulation/why_no_plane.hpp"

namespace repose {

namespace {

PixelPoint middle_of_view(App& app) {
  const PixelRect& port = app.canvas().camera().viewport();
  return {port.x + port.width / 2.0, port.y + port.height / 2.0};
}

// Moves the view by so many of its heights.
void pan(App& app, double right, double down) {
  const double height = app.canvas().camera().viewport().height;
  app.canvas().glide(-right * height, -down * height);
}

ActionRow pan_row(App& app, std::string_view id, std::string_view title, std::vector<DefaultKey> keys, int right,
                  int down) {
  constexpr double kTap = 0.05, kPerSecond = 1.0;  // heights of the view
  return {.id = id,
          .group = "View",
          .title = title,
          .keys = std::move(keys),
          .in_palette = false,
          .perform = [&app, right, down] { pan(app, kTap * right, kTap * down); },
          .while_held = [&app, right, down](double s) { pan(app, kPerSecond * s * right, kPerSecond * s * down); }};
}

// A switch among the settings that needs nothing and says nothing.
ActionRow setting_row(std::string_view id, std::string_view section, std::string_view title, bool& setting,
                      std::string_view about = {}) {
  return {.id = id,
          .group = "View",
          .title = title,
          .menu = {section},
          .about = about,
          .is_on = [&setting] { return setting; },
          .perform = [&setting] { setting = !setting; }};
}

std::string why_no_gl(const App& app) {
  const std::string problem = app.screen().gpu_unavailable();
  return problem.empty() ? "" : fmt::format("This needs OpenGL, which is not in use: {}.", problem);
}

std::string why_no_relief(const App& app) {
  const std::string reason = why_no_plane(app.session(), Plane::height);
  return reason.empty() ? why_no_gl(app) : reason;
}

void toggle_heat(App& app) {
  WorldViews& views = app.world_views();
  views.show(views.shown() == WorldShow::energy ? WorldShow::natural : WorldShow::energy);
}

void toggle_pressure(App& app) {
  bool& pressure = app.settings().looks.pressure;
  pressure = !pressure;
  app.say(pressure ? "Pressure in false colours." : "Elements in their colours.");
}

void toggle_relief(App& app) {
  bool& relief = app.settings().looks.relief;
  relief = !relief;
  app.say(relief ? fmt::format("Three dimensions: drag with the right button to turn the sand. {} goes back.",
                               app.actions().way_to(action::relief))
                 : "Seen from above.");
}

void toggle_minimap(App& app) {
  bool& minimap = app.settings().minimap;
  minimap = !minimap;
  app.say(minimap ? "The mini-map appears when a part of the world is out of sight." : "No mini-map.");
}

void toggle_panels(App& app) {
  bool& visible = app.settings().panels_visible;
  visible = !visible;
  if (!visible) app.say(fmt::format("{} brings the panels back.", app.actions().way_to(action::panels)));
}

void toggle_config_editor(App& app) {
  app.settings().panels_visible = true;
  app.config_editor().toggle();
}

void toggle_theme(App& app) {
  ThemeName& theme = app.settings().theme;
  theme = theme == ThemeName::light ? ThemeName::dark : ThemeName::light;
  app.restyle();
}

std::vector<ActionRow> camera_actions(App& app) {
  return {
      {.id = "zoom_in",
       .group = "View",
       .title = "Zoom in",
       .keys = {{SDLK_PLUS}, {SDLK_EQUALS, kNone, false}, {SDLK_EQUALS, kShift, false}, {SDLK_KP_PLUS, kNone, false}},
       .menu = {"View/zoom"},
       .perform = [&app] { app.canvas().zoom(middle_of_view(app), 1); }},
      {.id = "zoom_out",
       .group = "View",
       .title = "Zoom out",
       .keys = {{SDLK_MINUS}, {SDLK_KP_MINUS, kNone, false}},
       .menu = {"View/zoom"},
       .perform = [&app] { app.canvas().zoom(middle_of_view(app), -1); }},
      {.id = "zoom_fit",
       .group = "View",
       .title = "Fit the world into the window",
       .keys = {{SDLK_0}, {SDLK_HOME}},
       .menu = {"View/zoom", "Fit"},
       .perform = [&app] { app.canvas().glide_to_fit(); }},
      {.id = "zoom_to_cells",
       .group = "View",
       .title = "One pixel per cell",
       .keys = {{SDLK_0, kCtrl}, {SDLK_z}},
       .menu = {"View/zoom"},
       .perform = [&app] { app.canvas().zoom_to_cells(app.mouse_on_canvas().value_or(middle_of_view(app))); }},
      {.id = action::minimap,
       .group = "View",
       .title = "Mini-map",
       .keys = {{SDLK_o}},
       .menu = {"View/zoom"},
       .about = "The whole world in a corner, whenever a part of it is out of sight.",
       .is_on = [&app] { return app.settings().minimap; },
       .perform = [&app] { toggle_minimap(app); }},
      setting_row("wheel_zooms", "View/zoom", "Wheel zooms", app.settings().wheel_zooms,
                  "The wheel zooms, and Ctrl+wheel changes the size of the brush. Off: the other way round."),
      pan_row(app, "pan_left", "Move the view left", {{SDLK_LEFT}, {SDLK_a}}, -1, 0),
      pan_row(app, "pan_right", "Move the view right", {{SDLK_RIGHT}, {SDLK_d}}, 1, 0),
      pan_row(app, "pan_up", "Move the view up", {{SDLK_UP}, {SDLK_w}}, 0, -1),
      pan_row(app, "pan_down", "Move the view down", {{SDLK_DOWN}, {SDLK_s}}, 0, 1),
  };
}

std::vector<ActionRow> picture_actions(App& app) {
  Looks& looks = app.settings().looks;
  return {
      {.id = action::heat,
       .group = "View",
       .title = "Show heat in false colours",
       .keys = {{SDLK_h}},
       .other_words = "temperature",
       .why_not = [&app] { return app.world_views().why_not(WorldShow::energy); },
       .is_on = [&app] { return app.world_views().shown() == WorldShow::energy; },
       .perform = [&app] { toggle_heat(app); }},
      {.id = "next_view",
       .group = "View",
       .title = "Next view: density, energy, active cells, activity",
       .keys = {{SDLK_t}},
       .menu = {"View/show", "Next view"},
       .perform = [&app] { app.world_views().show_next(); }},
      {.id = "grid",
       .group = "View",
       .title = "Grid between cells",
       .keys = {{SDLK_g, kShift}},
       .menu = {"View/show", "Grid"},
       .is_on = [&app] { return app.settings().grid; },
       .perform = [&app] { app.world_views().toggle_grid(); }},
      setting_row("safe_colors", "View/show", "Colours safe for colour-blind people", app.settings().safe_colors,
                  "Elements in colours that everybody can tell apart. The config and exported pictures keep theirs."),
      {.id = action::compare,
       .group = "View",
       .title = "Compare two solvers",
       .keys = {{SDLK_c}},
       .menu = {"View/compare"},
       .label_now = [&app] { return app.compare_view().active() ? "One solver again" : "The nearest relative"; },
       .why_not = [&app] { return app.compare_view().why_not_toggle(); },
       .perform = [&app] { app.compare_view().toggle(); }},
      setting_row("grain", "View/looks", "Grain on powders", looks.grain),
      setting_row("depth_tint", "View/looks", "Depth in liquids", looks.depth_tint),
      setting_row("glow", "View/looks", "Glow of fire and lava", looks.glow,
                  "What gives off light lights its surroundings."),
      {.id = "soft_picture",
       .group = "View",
       .title = "Soft picture",
       .menu = {"View/looks"},
       .about = "Neighbouring cells blend into each other.",
       .why_not = [&app] { return why_no_gl(app); },
       .is_on = [&looks] { return looks.blur; },
       .perform = [&looks] { looks.blur = !looks.blur; }},
      {.id = "pressure",
       .group = "View",
       .title = "Show pressure in false colours",
       .keys = {{SDLK_p}},
       .menu = {"View/looks", "Pressure in false colours"},
       .why_not = [&app] { return why_no_plane(app.session(), Plane::mass); },
       .is_on = [&looks] { return looks.pressure; },
       .perform = [&app] { toggle_pressure(app); }},
      {.id = action::relief,
       .group = "View",
       .title = "Heights in three dimensions",
       .keys = {{SDLK_v}},
       .menu = {"View/heights", "Three dimensions"},
       .why_not = [&app] { return why_no_relief(app); },
       .is_on = [&looks] { return looks.relief; },
       .perform = [&app] { toggle_relief(app); }},
  };
}

std::vector<ActionRow> window_actions(App& app) {
  return {
      {.id = "theme",
       .group = "View",
       .title = "Light theme",
       .menu = {"View/theme"},
       .other_words = "dark",
       .is_on = [&app] { return app.settings().theme == ThemeName::light; },
       .perform = [&app] { toggle_theme(app); }},
      {.id = "ledger",
       .group = "View",
       .title = "Matter ledger",
       .keys = {{SDLK_l}},
       .menu = {"View/panels"},
       .about = "Where every element came from and where it went, while it runs.",
       .is_on = [&app] { return app.session().keeps_ledger(); },
       .perform = [&app] { app.execute(command::KeepLedger{!app.session().keeps_ledger()}); }},
      {.id = action::inspector,
       .group = "View",
       .title = "Inspect a cell: why it does what it does",
       .keys = {{SDLK_q}},
       .menu = {"View/panels", "Inspector"},
       .about = "Point at a cell to see what the next step makes of it, and why; a click pins it.",
       .is_on = [&app] { return app.inspector().on(); },
       .perform = [&app] { app.inspector().toggle(); }},
      {.id = action::panels,
       .group = "View",
       .title = "Hide or show the panels",
       .keys = {{SDLK_TAB}},
       .menu = {"View/panels", "Panels"},
       .is_on = [&app] { return app.settings().panels_visible; },
       .perform = [&app] { toggle_panels(app); }},
      {.id = action::config_editor,
       .group = "View",
       .title = "Config editor",
       .keys = {{SDLK_e, kCtrl}},
       .menu = {"View/panels"},
       .other_words = "rules edit",
       .is_on = [&app] { return app.config_editor().visible(); },
       .perform = [&app] { toggle_config_editor(app); }},
      {.id = "fullscreen",
       .group = "View",
       .title = "Full screen",
       .keys = {{SDLK_F11}},
       .in_dialogs = true,
       .menu = {"View/panels"},
       .is_on = [&app] { return app.ui().fullscreen; },
       .perform = [&app] { app.toggle_fullscreen(); }},
  };
}

}  // namespace

std::vector<ActionRow> view_actions(App& app) {
  std::vector<ActionRow> rows;
  for (const std::vector<ActionRow>& part : {camera_actions(app), picture_actions(app), window_actions(app)})
    rows.insert(rows.end(), part.begin(), part.end());
  return rows;
}

}  // namespace repose

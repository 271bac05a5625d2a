#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/actions/history_labels.hpp"
#include "app/actions/why_not.hpp"
#include "app/app.hpp"
#include "app/simulation/backend_title.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

// A menu item that is one action, with its keys from the live bindings; greyed out where there is a reason, which its
// tooltip says instead of `about`.
void action_item(App& app, Action action, const char* label, bool checked = false, std::string_view about = {}) {
  const std::string keys = app.bindings().keys(action), reason = why_not(app, action);
  if (ImGui::MenuItem(label, keys.empty() ? nullptr : keys.c_str(), checked && reason.empty(), reason.empty()))
    app.perform(action);
  landmarks().mark(std::string("menu/") + label);
  if (!reason.empty()) about = reason;
  if (!about.empty()) tooltip(about);
}

bool begin_menu(const char* label, bool enabled = true) {
  const bool open = ImGui::BeginMenu(label, enabled);
  landmarks().mark(std::string("menu/") + label);
  return open;
}

void recent_files(App& app) {
  if (!begin_menu("Recent files", !app.settings().recent_files.empty())) return;
  const std::vector<std::string> files = app.settings().recent_files;
  for (const std::string& file : files) {
    const std::filesystem::path path = file;
    std::error_code error;
    const bool there = std::filesystem::exists(path, error);
    const std::string label = path.filename().string() + "##" + file, folder = path.parent_path().string();
    if (ImGui::MenuItem(label.c_str(), folder.c_str(), false, there)) app.open_file(path);
    landmarks().mark("menu/recent/" + file);
    if (!there) tooltip("It is not there any more.");
  }
  ImGui::Separator();
  if (ImGui::MenuItem("Clear this list")) app.settings().recent_files.clear();
  landmarks().mark("menu/Clear this list");
  ImGui::EndMenu();
}

void file_menu(App& app) {
  if (!begin_menu("File")) return;
  action_item(app, Action::open, "Open...");
  recent_files(app);
  action_item(app, Action::go_on, "Continue where you left off", false,
              "The world of the window that was closed last.");
  ImGui::Separator();
  action_item(app, Action::save_world, "Save world");
  action_item(app, Action::save_world_as, "Save world as...");
  action_item(app, Action::save_picture, app.knows(Plane::height) ? "Export heights..." : "Export picture...");
  action_item(app, Action::share, "Share picture with replay...", false,
              "A picture of the world that plays the last minutes when it is dropped on a window of Repose.");
  action_item(app, Action::save_replay, "Save the last minutes as a replay...");
  action_item(app, Action::screenshot, "Screenshot");
  action_item(app, Action::record,
              app.recording().state() == Recording::State::recording ? "Stop and save the film" : "Record a film");
  ImGui::Separator();
  action_item(app, Action::reload_config, "Reload config");
  const bool has_problems = !app.session().config_diagnostics().empty();
  if (ImGui::MenuItem("Config problems...", nullptr, false, has_problems)) {
    app.ui().problems = {app.session().ruleset().title, app.session().config_diagnostics(), {}};
    app.ui().show_problems = true;
  }
  landmarks().mark("menu/Config problems...");
  ImGui::Separator();
  action_item(app, Action::quit, "Quit");
  ImGui::EndMenu();
}

void history_item(App& app, Action action, const std::string& label, bool possible) {
  const std::string keys = app.bindings().keys(action);
  if (ImGui::MenuItem((label + (action == Action::undo ? "###undo" : "###redo")).c_str(), keys.c_str(), false,
                      possible))
    app.perform(action);
  landmarks().mark(action == Action::undo ? "menu/undo" : "menu/redo");
}

void edit_menu(App& app) {
  if (!begin_menu("Edit")) return;
  const HistoryFacts history = app.session().history();
  history_item(app, Action::undo, undo_label(history), !history.undo_title.empty());
  history_item(app, Action::redo, redo_label(history), !history.redo_title.empty());
  ImGui::Separator();
  action_item(app, Action::cut, "Cut");
  action_item(app, Action::copy, "Copy");
  action_item(app, Action::paste, "Paste");
  action_item(app, Action::erase_selection, "Clear what is selected");
  action_item(app, Action::select_all, "Select all");
  ImGui::Separator();
  action_item(app, Action::stamps, "Stamps...");
  action_item(app, Action::save_stamp, "Save as a stamp");
  ImGui::Separator();
  action_item(app, Action::settings, "Settings...");
  ImGui::EndMenu();
}

void solver_menu(App& app) {
  if (!begin_menu("Solver")) return;
  const Registry& registry = app.session().registry();
  for (const AutomatonDefinition& automaton : registry.automata()) {
    section(automaton.title.data());
    tooltip(automaton.summary);
    for (const SolverEntry& entry : registry.solvers()) {
      if (entry.automaton != automaton.name) continue;
      const bool current = entry.automaton == app.session().automaton() && entry.backend == app.session().backend();
      const std::string label = fmt::format("{}##{}", backend_title(entry.backend), automaton.name);
      const bool toggles = entry.automaton == app.session().automaton() && entry.backend != Backend::scalar;
      const std::string keys = toggles ? app.bindings().keys(Action::toggle_solver) : "";
      if (ImGui::MenuItem(label.c_str(), keys.c_str(), current, entry.available()))
        app.switch_solver(entry.automaton, entry.backend);
      landmarks().mark(fmt::format("menu/{}/{}", automaton.name, backend_name(entry.backend)));
      if (!entry.available()) tooltip(entry.unavailable);
    }
  }
  ImGui::EndMenu();
}

// The switches among the automaton's named parameters.
void parameter_items(App& app) {
  const Solver& solver = app.session().solver_facts();
  for (const ParameterInfo& info : solver.parameters()) {
    if (info.kind != ParameterInfo::Kind::boolean) continue;
    const bool on = solver.parameter(info.name) != 0;
    const std::string title(info.title);
    if (ImGui::MenuItem(title.c_str(), nullptr, on))
      app.execute(command::SetParameter{std::string(info.name), on ? 0.0 : 1.0});
    landmarks().mark("menu/parameter/" + std::string(info.name));
    tooltip(info.summary);
  }
}

void simulation_menu(App& app) {
  if (!begin_menu("Simulation")) return;
  action_item(app, Action::play_pause, app.ui().playing ? "Pause" : "Play");
  action_item(app, Action::step, "One step");
  action_item(app, Action::step_back, "One step back");
  action_item(app, Action::rewind, "Five seconds back");
  action_item(app, Action::slower, "Slower");
  action_item(app, Action::faster, "Faster");
  const bool unlimited = app.ui().speed.unlimited();
  if (ImGui::MenuItem("As fast as possible", nullptr, unlimited))
    app.set_speed(unlimited ? Speed() : Speed(Speed::kUnlimited));
  ImGui::Separator();
  action_item(app, Action::new_world, "New world...");
  if (ImGui::MenuItem("Resize world...")) {
    app.perform(Action::new_world);
    app.ui().new_world.resize = true;
  }
  landmarks().mark("menu/Resize world...");
  parameter_items(app);
  action_item(app, Action::reset, "Reset");
  action_item(app, Action::clear, "Clear");
  ImGui::Separator();
  if (ImGui::MenuItem("Pause when another window is in front", nullptr, app.settings().pause_when_unfocused)) {
    app.settings().pause_when_unfocused = !app.settings().pause_when_unfocused;
  }
  ImGui::EndMenu();
}

void config_items(App& app, bool shipped) {
  for (const ConfigEntry& entry : app.config_library().entries()) {
    if (entry.shipped != shipped) continue;
    const std::string name = entry.file.filename().string();
    const bool current = app.session().ruleset().source == entry.file.string();
    if (ImGui::MenuItem((entry.title() + "##" + entry.file.string()).c_str(), nullptr, current))
      app.choose_config(entry.file);
    landmarks().mark("menu/config/" + name);
    tooltip(name);
  }
}

void own_configs(App& app) {
  const auto& entries = app.config_library().entries();
  const bool any = std::ranges::any_of(entries, [](const ConfigEntry& entry) { return !entry.shipped; });
  const std::string folder = user_configs_folder().string();
  const bool open = begin_menu("Your own", any);
  if (!open)
    return tooltip(any ? fmt::format("The configs in {}", folder)
                       : fmt::format("Configs in {} are listed here.", folder));
  config_items(app, false);
  ImGui::EndMenu();
}

void configs_menu(App& app) {
  const bool was_open = ImGui::IsPopupOpen("Configs");
  if (!begin_menu("Configs")) return;
  if (!was_open) app.config_library().refresh();
  action_item(app, Action::config_gallery, "All configs, with what is in them...");
  ImGui::Separator();
  config_items(app, true);
  ImGui::Separator();
  own_configs(app);
  ImGui::EndMenu();
}

void scenes_menu(App& app) {
  if (!begin_menu("Scenes")) return;
  action_item(app, Action::scene_gallery, "All scenes, with pictures...");
  ImGui::Separator();
  for (const Scene& scene : scenes()) {
    if (!scene.in_menu) continue;
    const bool current = app.session().scene() == scene.name;
    if (ImGui::MenuItem(scene.title.data(), nullptr, current)) app.load_scene(std::string(scene.name));
    landmarks().mark("menu/scene/" + std::string(scene.name));
    tooltip(scene.description);
  }
  ImGui::EndMenu();
}

void looks_items(App& app) {
  Looks& looks = app.settings().looks;
  ImGui::MenuItem("Grain on powders", nullptr, &looks.grain);
  landmarks().mark("menu/Grain on powders");
  ImGui::MenuItem("Depth in liquids", nullptr, &looks.depth_tint);
  landmarks().mark("menu/Depth in liquids");
  ImGui::MenuItem("Glow of fire and lava", nullptr, &looks.glow);
  landmarks().mark("menu/Glow of fire and lava");
  tooltip("What gives off light lights its surroundings.");
  const bool with_gl = app.screen().gpu_unavailable().empty();
  ImGui::MenuItem("Soft picture", nullptr, &looks.blur, with_gl);
  landmarks().mark("menu/Soft picture");
  tooltip(with_gl ? "Cells melt into one another." : "Needs OpenGL, which is not in use.");
  action_item(app, Action::pressure, "Pressure in false colours", looks.pressure);
}

// What the picture shows, one of several.
void show_items(App& app) {
  if (!begin_menu("Show")) return;
  WorldViews& views = app.world_views();
  for (const WorldShow what : kWorldShows) {
    const std::string reason = views.why_not(what), title(title_of(what));
    const std::string keys = what == WorldShow::energy ? app.bindings().keys(Action::heat) : std::string();
    if (ImGui::MenuItem(title.c_str(), keys.c_str(), views.shown() == what, reason.empty())) views.show(what);
    landmarks().mark("menu/show/" + title);
    if (!reason.empty()) tooltip(reason);
  }
  ImGui::Separator();
  action_item(app, Action::next_view, "Next view");
  action_item(app, Action::grid, "Grid", app.settings().grid);
  ImGui::MenuItem("Colours safe for colour-blind people", nullptr, &app.settings().safe_colors);
  landmarks().mark("menu/safe colours");
  tooltip("Elements in colours that everybody can tell apart. The config and exported pictures keep theirs.");
  ImGui::EndMenu();
}

// Every solver that can run the same world beside this one.
void compare_items(App& app) {
  if (!begin_menu("Compare with")) return;
  CompareView& compare = app.compare_view();
  const Registry& registry = app.session().registry();
  for (const AutomatonDefinition& automaton : registry.automata()) {
    section(automaton.title.data());
    for (const SolverEntry& entry : registry.solvers()) {
      if (entry.automaton != automaton.name) continue;
      const std::string reason = compare.why_not(entry);
      const bool current = compare.active() && compare.comparison().twin().automaton() == entry.automaton &&
                           compare.comparison().twin().backend() == entry.backend;
      if (ImGui::MenuItem(fmt::format("{}##{}", backend_title(entry.backend), automaton.name).c_str(), nullptr, current,
                          reason.empty())) {
        current ? compare.toggle() : compare.start(entry.automaton, entry.backend);
      }
      landmarks().mark(fmt::format("menu/compare/{}/{}", automaton.name, backend_name(entry.backend)));
      if (!reason.empty()) tooltip(reason);
    }
  }
  ImGui::Separator();
  action_item(app, Action::compare, compare.active() ? "One solver again" : "The nearest relative");
  ImGui::EndMenu();
}

// How heights are shown.
void heights_items(App& app) {
  Looks& looks = app.settings().looks;
  const bool heights = app.knows(Plane::height);
  action_item(app, Action::relief, "Three dimensions", looks.relief);
  const bool open = begin_menu("Sun", heights);
  if (!heights) tooltip(std::string(app.session().automaton()) + " knows no heights.");
  if (!open) return;
  ImGui::TextColored(theme().dim, "Direction");
  ImGui::Dummy({px(220), 0});
  linear_slider("sun/azimuth", looks.sun_azimuth, 0, kSunAzimuthMax,
                fmt::format("{:.0f}\xc2\xb0", looks.sun_azimuth).c_str(), px(52));
  ImGui::TextColored(theme().dim, "Above the horizon");
  linear_slider("sun/elevation", looks.sun_elevation, kSunElevationMin, kSunElevationMax,
                fmt::format("{:.0f}\xc2\xb0", looks.sun_elevation).c_str(), px(52));
  ImGui::EndMenu();
}

void wheel_item(App& app) {
  ImGui::MenuItem("Wheel zooms", nullptr, &app.settings().wheel_zooms);
  landmarks().mark("menu/Wheel zooms");
  tooltip("The wheel zooms, and Ctrl+wheel sets the size of the brush. Off: the other way round.");
}

void theme_items(App& app) {
  const bool light = app.settings().theme == ThemeName::light;
  if (ImGui::MenuItem("Light theme", nullptr, light)) {
    app.settings().theme = light ? ThemeName::dark : ThemeName::light;
    app.restyle();
  }
  landmarks().mark("menu/Light theme");
  if (!begin_menu("Text size")) return;
  if (ImGui::MenuItem("Automatic", nullptr, app.settings().ui_scale_percent == 0)) {
    app.settings().ui_scale_percent = 0;
    app.restyle();
  }
  for (const int percent : {75, 100, 125, 150, 175, 200, 250, 300}) {
    if (ImGui::MenuItem(fmt::format("{} %", percent).c_str(), nullptr, app.settings().ui_scale_percent == percent)) {
      app.settings().ui_scale_percent = percent;
      app.restyle();
    }
    landmarks().mark(fmt::format("menu/{} %", percent));
  }
  ImGui::EndMenu();
}

void view_menu(App& app) {
  if (!begin_menu("View")) return;
  action_item(app, Action::zoom_in, "Zoom in");
  action_item(app, Action::zoom_out, "Zoom out");
  action_item(app, Action::zoom_fit, "Fit");
  action_item(app, Action::zoom_to_cells, "One pixel a cell");
  action_item(app, Action::minimap, "Mini-map", app.settings().minimap,
              "The whole world in a corner, whenever a part of it is out of sight.");
  wheel_item(app);
  ImGui::Separator();
  show_items(app);
  compare_items(app);
  ImGui::Separator();
  looks_items(app);
  heights_items(app);
  ImGui::Separator();
  theme_items(app);
  action_item(app, Action::ledger, "Matter ledger", app.session().keeps_ledger(),
              "Where every element came from and where it went, while it runs.");
  action_item(app, Action::inspector, "Inspector", app.inspector().on(),
              "Point at a cell to see why it does what it does.");
  action_item(app, Action::panels, "Panels", app.settings().panels_visible);
  action_item(app, Action::config_editor, "Config editor", app.config_editor().visible());
  action_item(app, Action::fullscreen, "Full screen", app.ui().fullscreen);
  ImGui::EndMenu();
}

void help_menu(App& app) {
  if (!begin_menu("Help")) return;
  action_item(app, Action::command_palette, "Search everything...");
  action_item(app, Action::help, "Keys and mouse");
  if (ImGui::MenuItem("Change keys...")) app.key_settings().open();
  landmarks().mark("menu/Change keys...");
  if (ImGui::MenuItem("Take the tour")) app.tour().start();
  landmarks().mark("menu/Take the tour");
  action_item(app, Action::report_problem, "Report a problem...");
  if (ImGui::MenuItem("About Repose")) app.ui().show_about = true;
  landmarks().mark("menu/About Repose");
  ImGui::EndMenu();
}

}  // namespace

void draw_menu_bar(App& app) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(10), px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(10), px(7)});
  if (ImGui::BeginMainMenuBar()) {
    ImGui::PopStyleVar();
    file_menu(app);
    edit_menu(app);
    solver_menu(app);
    simulation_menu(app);
    configs_menu(app);
    scenes_menu(app);
    view_menu(app);
    help_menu(app);
    ImGui::EndMainMenuBar();
  } else {
    ImGui::PopStyleVar();
  }
  ImGui::PopStyleVar();
}

}  // namespace repose

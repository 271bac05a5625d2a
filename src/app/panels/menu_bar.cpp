#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_widgets.hpp"
#include "app/app.hpp"
#include "app/simulation/backend_title.hpp"
#include "app/simulation/why_no_plane.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {

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
    if (!there) tooltip("This file is no longer there.");
  }
  ImGui::Separator();
  if (ImGui::MenuItem("Clear this list")) app.settings().recent_files.clear();
  landmarks().mark("menu/Clear this list");
  ImGui::EndMenu();
}

void file_menu(App& app) {
  if (!begin_menu("File")) return;
  action_items(app.actions(), "File/open");
  recent_files(app);
  action_items(app.actions(), "File/continue");
  for (const char* section : {"File/save", "File/config", "File/quit"}) {
    ImGui::Separator();
    action_items(app.actions(), section);
  }
  ImGui::EndMenu();
}

void edit_menu(App& app) {
  if (!begin_menu("Edit")) return;
  action_items(app.actions(), "Edit/history");
  for (const char* section : {"Edit/selection", "Edit/stamps", "Edit/settings"}) {
    ImGui::Separator();
    action_items(app.actions(), section);
  }
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
      const std::string keys = toggles ? app.actions().keys(action::toggle_solver) : "";
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
  action_items(app.actions(), "Simulation/time");
  ImGui::Separator();
  action_items(app.actions(), "Simulation/size");
  parameter_items(app);
  action_items(app.actions(), "Simulation/reset");
  ImGui::Separator();
  action_items(app.actions(), "Simulation/pause");
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
  action_items(app.actions(), "Configs/gallery");
  ImGui::Separator();
  config_items(app, true);
  ImGui::Separator();
  own_configs(app);
  ImGui::EndMenu();
}

void scenes_menu(App& app) {
  if (!begin_menu("Scenes")) return;
  action_items(app.actions(), "Scenes/gallery");
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

// What the picture shows, one of several.
void show_items(App& app) {
  if (!begin_menu("Show")) return;
  WorldViews& views = app.world_views();
  for (const WorldShow what : kWorldShows) {
    const std::string reason = views.why_not(what), title(title_of(what));
    const std::string keys = what == WorldShow::energy ? app.actions().keys(action::heat) : std::string();
    if (ImGui::MenuItem(title.c_str(), keys.c_str(), views.shown() == what, reason.empty())) views.show(what);
    landmarks().mark("menu/show/" + title);
    if (!reason.empty()) tooltip(reason);
  }
  ImGui::Separator();
  action_items(app.actions(), "View/show");
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
  action_items(app.actions(), "View/compare");
  ImGui::EndMenu();
}

// Where the light on heights comes from; greyed out for the same reason as the heights in three dimensions.
void sun_items(App& app) {
  Looks& looks = app.settings().looks;
  const std::string reason = why_no_plane(app.session(), Plane::height);
  const bool open = begin_menu("Sun", reason.empty());
  if (!reason.empty()) tooltip(reason);
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

void text_size_items(App& app) {
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
  action_items(app.actions(), "View/zoom");
  ImGui::Separator();
  show_items(app);
  compare_items(app);
  ImGui::Separator();
  action_items(app.actions(), "View/looks");
  action_items(app.actions(), "View/heights");
  sun_items(app);
  ImGui::Separator();
  action_items(app.actions(), "View/theme");
  text_size_items(app);
  action_items(app.actions(), "View/panels");
  ImGui::EndMenu();
}

void help_menu(App& app) {
  if (!begin_menu("Help")) return;
  action_items(app.actions(), "Help/help");
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

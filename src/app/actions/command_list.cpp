#include "app/actions/command_list.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/actions/why_not.hpp"
#include "app/app.hpp"
#include "app/panels/palette.hpp"
#include "app/simulation/backend_title.hpp"

namespace repose {

namespace {

using Entries = std::vector<CommandEntry>;

// What makes no sense from a list: what needs the mouse elsewhere, is held down, or belongs to a field of text.
bool is_listed(const ActionInfo& info) {
  switch (info.action) {
    case Action::element_by_number:
    case Action::mirror_here:
    case Action::pan_left:
    case Action::pan_right:
    case Action::pan_up:
    case Action::pan_down:
    case Action::command_palette:
    case Action::cancel: return false;
    default: return info.group != "Config editor";
  }
}

void add_actions(App& app, Entries& entries) {
  for (const ActionInfo& info : Bindings::actions()) {
    if (!is_listed(info)) continue;
    CommandEntry& entry = entries.emplace_back();
    entry.id = fmt::format("action/{}", info.id);
    entry.title = info.title;
    entry.kind = info.group;
    entry.keys = app.bindings().keys(info.action);
    entry.why_not = why_not(app, info.action);
    entry.run = [action = info.action](App& a) { a.perform(action); };
  }
}

// What menus have and no key does.
void add_menu_items(App& app, Entries& entries) {
  const auto add = [&](const char* id, const char* title, const char* kind, std::function<void(App&)> run) {
    CommandEntry& entry = entries.emplace_back();
    entry.id = fmt::format("menu/{}", id);
    entry.title = title;
    entry.kind = kind;
    entry.run = std::move(run);
  };
  add("resize", "Resize the world", "Simulation", [](App& a) {
    a.perform(Action::new_world);
    a.ui().new_world.resize = true;
  });
  add("unlimited", "As fast as possible", "Simulation", [](App& a) { a.set_speed(Speed(Speed::kUnlimited)); });
  add("own_pace", "Its own pace", "Simulation", [](App& a) { a.set_speed(Speed()); });
  const bool light = app.settings().theme == ThemeName::light;
  add("theme", light ? "Dark theme" : "Light theme", "View", [light](App& a) {
    a.settings().theme = light ? ThemeName::dark : ThemeName::light;
    a.restyle();
  });
  add("safe_colors",
      app.settings().safe_colors ? "Colours as the config has them" : "Colours safe for colour-blind people", "View",
      [](App& a) { a.settings().safe_colors = !a.settings().safe_colors; });
  add("keys", "Change keys", "Settings", [](App& a) { a.key_settings().open(); });
  add("tour", "Take the tour", "Help", [](App& a) { a.tour().start(); });
  add("about", "About Repose", "Help", [](App& a) { a.ui().show_about = true; });
}

void add_views(App& app, Entries& entries) {
  for (const WorldShow what : kWorldShows) {
    CommandEntry& entry = entries.emplace_back();
    entry.id = fmt::format("view/{}", title_of(what));
    entry.title = title_of(what);
    entry.kind = "View";
    entry.why_not = app.world_views().why_not(what);
    entry.run = [what](App& a) { a.world_views().show(what); };
  }
}

void add_elements(App& app, Entries& entries) {
  const Ruleset& rules = app.session().ruleset();
  for (const std::uint8_t index : palette_elements(rules, kAllGroups)) {
    const Element& element = rules.elements[index];
    CommandEntry& entry = entries.emplace_back();
    entry.id = "element/" + element.name;
    entry.title = shown_name(element);
    entry.kind = "Element";
    entry.color = element.color;
    entry.run = [name = element.name](App& a) {
      if (const auto found = a.session().ruleset().find(name)) a.pick(*found);
    };
  }
}

void add_scenes(Entries& entries) {
  for (const Scene& scene : scenes()) {
    if (!scene.in_menu) continue;
    CommandEntry& entry = entries.emplace_back();
    entry.id = fmt::format("scene/{}", scene.name);
    entry.title = scene.title;
    entry.kind = "Scene";
    entry.run = [name = std::string(scene.name)](App& a) { a.load_scene(name); };
  }
}

void add_configs(App& app, Entries& entries) {
  app.config_library().refresh();
  for (const ConfigEntry& config : app.config_library().entries()) {
    CommandEntry& entry = entries.emplace_back();
    entry.id = "config/" + config.file.string();
    entry.title = config.title();
    entry.kind = "Config";
    entry.run = [file = config.file](App& a) { a.choose_config(file); };
  }
}

void add_stamps(App& app, Entries& entries) {
  app.stamp_gallery().library().refresh();
  for (const StampEntry& stamp : app.stamp_gallery().library().entries()) {
    CommandEntry& entry = entries.emplace_back();
    entry.id = "stamp/" + stamp.file.string();
    entry.title = stamp.title();
    entry.kind = "Stamp";
    entry.run = [stamp](App& a) { a.stamp_gallery().place(stamp); };
  }
}

void add_solvers(App& app, Entries& entries) {
  const Session& session = app.session();
  for (const SolverEntry& solver : session.registry().solvers()) {
    const AutomatonDefinition* automaton = session.registry().automaton(solver.automaton);
    if (automaton == nullptr) continue;
    CommandEntry& entry = entries.emplace_back();
    entry.id = fmt::format("solver/{}/{}", solver.automaton, backend_name(solver.backend));
    entry.title = fmt::format("{} on {}", automaton->title, backend_title(solver.backend));
    entry.kind = "Solver";
    if (solver.automaton == session.automaton() && solver.backend == session.backend()) entry.state = "running";
    entry.why_not = solver.unavailable;
    entry.run = [name = solver.automaton, backend = solver.backend](App& a) { a.switch_solver(name, backend); };
  }
}

void add_parameters(App& app, Entries& entries) {
  const Solver& solver = app.session().solver_facts();
  for (const ParameterInfo& info : solver.parameters()) {
    const double now = solver.parameter(info.name);
    const bool is_switch = info.kind == ParameterInfo::Kind::boolean;
    CommandEntry& entry = entries.emplace_back();
    entry.id = fmt::format("parameter/{}", info.name);
    entry.title = info.title;
    entry.kind = "Parameter";
    entry.state = is_switch ? (now != 0 ? "on" : "off") : fmt::format("{:.3g}", now);
    if (is_switch) {
      entry.run = [name = std::string(info.name), now](App& a) {
        a.execute(command::SetParameter{name, now != 0 ? 0.0 : 1.0});
      };
    } else {
      entry.asks_for = info;
    }
  }
}

void add_recent_files(App& app, Entries& entries) {
  for (const std::string& file : app.settings().recent_files) {
    const std::filesystem::path path = file;
    std::error_code error;
    CommandEntry& entry = entries.emplace_back();
    entry.id = "file/" + file;
    entry.title = path.filename().string();
    entry.kind = "Recent file";
    if (!std::filesystem::exists(path, error)) entry.why_not = "It is not there any more.";
    entry.run = [path](App& a) { a.open_file(path); };
  }
}

}  // namespace

std::vector<CommandEntry> command_list(App& app) {
  Entries entries;
  add_actions(app, entries);
  add_menu_items(app, entries);
  add_views(app, entries);
  add_elements(app, entries);
  add_scenes(entries);
  add_configs(app, entries);
  add_stamps(app, entries);
  add_solvers(app, entries);
  add_parameters(app, entries);
  add_recent_files(app, entries);
  return entries;
}

}  // namespace repose

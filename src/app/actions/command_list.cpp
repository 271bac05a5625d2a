#include "app/actions/command_list.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/app.hpp"
#include "app/panels/palette.hpp"
#include "app/simulation/backend_title.hpp"

namespace repose {

namespace {

using Entries = std::vector<CommandEntry>;

void add_actions(App& app, Entries& entries) {
  const ActionTable& actions = app.actions();
  for (const ActionRow& row : actions.rows()) {
    if (!row.in_palette) continue;
    CommandEntry& entry = entries.emplace_back();
    entry.id = fmt::format("action/{}", row.id);
    entry.title = row.title;
    entry.kind = row.group;
    entry.other_words = row.other_words;
    entry.keys = actions.keys(row.id);
    entry.why_not = actions.why_not(row.id);
    if (row.is_on) entry.state = actions.is_on(row.id) ? "on" : "off";
    entry.run = [id = row.id](App& a) { a.actions().perform(id); };
  }
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
    if (!std::filesystem::exists(path, error)) entry.why_not = "This file is no longer there.";
    entry.run = [path](App& a) { a.open_file(path); };
  }
}

}  // namespace

std::vector<CommandEntry> command_list(App& app) {
  Entries entries;
  add_actions(app, entries);
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

#include "app/actions/command_list.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/actions/action_table.hpp"
#include "app/dialogs/config_gallery.hpp"
#include "app/dialogs/stamp_gallery.hpp"
#include "app/dialogs/world_choice.hpp"
#include "app/files/file_opener.hpp"
#include "app/files/settings.hpp"
#include "app/input/paint_box.hpp"
#include "app/panels/palette.hpp"
#include "app/simulation/backend_title.hpp"
#include "app/simulation/simulation.hpp"

namespace repose {

namespace {

using Entries = std::vector<CommandEntry>;

void add_actions(const CommandRooms& rooms, Entries& entries) {
  const ActionTable& actions = rooms.actions;
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
    entry.run = [rooms, id = row.id] { rooms.actions.perform(id); };
  }
}

void add_elements(const CommandRooms& rooms, Entries& entries) {
  const Ruleset& rules = rooms.simulation.session().ruleset();
  for (const std::uint8_t index : palette_elements(rules, kAllGroups)) {
    const Element& element = rules.elements[index];
    CommandEntry& entry = entries.emplace_back();
    entry.id = "element/" + element.name;
    entry.title = shown_name(element);
    entry.kind = "Element";
    entry.color = element.color;
    entry.run = [rooms, name = element.name] {
      if (const auto found = rooms.simulation.session().ruleset().find(name)) rooms.paint_box.pick(*found);
    };
  }
}

void add_scenes(const CommandRooms& rooms, Entries& entries) {
  for (const Scene& scene : scenes()) {
    if (!scene.in_menu) continue;
    CommandEntry& entry = entries.emplace_back();
    entry.id = fmt::format("scene/{}", scene.name);
    entry.title = scene.title;
    entry.kind = "Scene";
    entry.run = [rooms, name = std::string(scene.name)] { rooms.simulation.load_scene(name); };
  }
}

void add_configs(const CommandRooms& rooms, Entries& entries) {
  rooms.configs.library().refresh();
  for (const ConfigEntry& config : rooms.configs.library().entries()) {
    CommandEntry& entry = entries.emplace_back();
    entry.id = "config/" + config.file.string();
    entry.title = config.title();
    entry.kind = "Config";
    entry.run = [rooms, file = config.file] { rooms.configs.choose(file); };
  }
}

void add_stamps(const CommandRooms& rooms, Entries& entries) {
  rooms.stamps.library().refresh();
  for (const StampEntry& stamp : rooms.stamps.library().entries()) {
    CommandEntry& entry = entries.emplace_back();
    entry.id = "stamp/" + stamp.file.string();
    entry.title = stamp.title();
    entry.kind = "Stamp";
    entry.run = [rooms, stamp] { rooms.stamps.place(stamp); };
  }
}

void add_solvers(const CommandRooms& rooms, Entries& entries) {
  const Session& session = rooms.simulation.session();
  for (const SolverEntry& solver : session.registry().solvers()) {
    const AutomatonDefinition* automaton = session.registry().automaton(solver.automaton);
    if (automaton == nullptr) continue;
    CommandEntry& entry = entries.emplace_back();
    entry.id = fmt::format("solver/{}/{}", solver.automaton, backend_name(solver.backend));
    entry.title = fmt::format("{} on {}", automaton->title, backend_title(solver.backend));
    entry.kind = "Solver";
    if (solver.automaton == session.automaton() && solver.backend == session.backend()) entry.state = "running";
    entry.why_not = solver.unavailable;
    entry.run = [rooms, name = solver.automaton, backend = solver.backend] {
      rooms.world_choice.run_automaton(name, backend);
    };
  }
}

void add_parameters(const CommandRooms& rooms, Entries& entries) {
  const Solver& solver = rooms.simulation.session().solver_facts();
  for (const ParameterInfo& info : solver.parameters()) {
    const double now = solver.parameter(info.name);
    const bool is_switch = info.kind == ParameterInfo::Kind::boolean;
    CommandEntry& entry = entries.emplace_back();
    entry.id = fmt::format("parameter/{}", info.name);
    entry.title = info.title;
    entry.kind = "Parameter";
    entry.state = is_switch ? (now != 0 ? "on" : "off") : fmt::format("{:.3g}", now);
    if (!info.choice_names.empty()) entry.state = parameter_text(info, now);
    if (is_switch) {
      entry.run = [rooms, name = std::string(info.name), now] {
        rooms.simulation.execute(command::SetParameter{name, now != 0 ? 0.0 : 1.0});
      };
    } else {
      entry.asks_for = info;
    }
  }
}

void add_recent_files(const CommandRooms& rooms, Entries& entries) {
  for (const std::string& file : rooms.settings.recent.files) {
    const std::filesystem::path path = file;
    std::error_code error;
    CommandEntry& entry = entries.emplace_back();
    entry.id = "file/" + file;
    entry.title = path.filename().string();
    entry.kind = "Recent file";
    if (!std::filesystem::exists(path, error)) entry.why_not = "This file is no longer there.";
    entry.run = [rooms, path] { rooms.files.open(path); };
  }
}

}  // namespace

std::vector<CommandEntry> command_list(const CommandRooms& rooms) {
  Entries entries;
  add_actions(rooms, entries);
  add_elements(rooms, entries);
  add_scenes(rooms, entries);
  add_configs(rooms, entries);
  add_stamps(rooms, entries);
  add_solvers(rooms, entries);
  add_parameters(rooms, entries);
  add_recent_files(rooms, entries);
  return entries;
}

}  // namespace repose

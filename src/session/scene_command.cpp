#include "session/scene_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "repose/config.hpp"
#include "repose/paths.hpp"
#include "repose/scene.hpp"
#include "repose/session.hpp"
#include "session/command_results.hpp"
#include "session/config_commands.hpp"
#include "session/world_commands.hpp"

namespace repose::commands {

namespace {

// True when the loaded rules come from that file. They may have been edited: a scene works with the present rules.
bool came_from(const Ruleset& ruleset, const std::filesystem::path& path) {
  std::error_code error;
  return !ruleset.source.empty() && std::filesystem::equivalent(ruleset.source, path, error) && !error;
}

struct SceneRules {
  std::optional<Ruleset> ruleset;  // empty: the loaded rules are used
  Diagnostics diagnostics;
  std::string error;
};

SceneRules rules_for(const Scene& scene, const Ruleset& loaded) {
  SceneRules rules;
  if (const Ruleset* own = scene_ruleset(scene.name)) {
    rules.ruleset = *own;
    return rules;
  }
  if (scene.config.empty()) return rules;
  const auto path = find_data(fmt::format("configs/{}", scene.config));
  if (!path) {
    rules.error = fmt::format("The scene {} needs configs/{}, which is not there.", scene.name, scene.config);
    return rules;
  }
  if (came_from(loaded, *path)) return rules;
  ConfigResult config = read_config_file(*path);
  rules.diagnostics = std::move(config.diagnostics);
  rules.ruleset = std::move(config.ruleset);
  if (!rules.ruleset || has_errors(rules.diagnostics)) {
    rules.error = fmt::format("The scene {} needs configs/{}, which has errors.", scene.name, scene.config);
  }
  return rules;
}

CommandResult refuse_name(const std::string& name) {
  std::vector<std::string> names;
  for (const Scene& known : scenes()) names.emplace_back(known.name);
  const std::string near = nearest_name(name, names);
  return failed(
      fmt::format("There is no scene '{}'{}", name, near.empty() ? "." : fmt::format("; did you mean '{}'?", near)));
}

// The automaton in which a scene runs with these rules. `own`: the scene has brought them.
std::string_view automaton_of(const Scene& scene, const Ruleset& ruleset, bool own, const RunningSolver& running,
                              std::string_view sandjs_automaton) {
  if (!scene.automaton.empty()) return scene.automaton;
  const AutomatonDefinition* automaton = running.factory().registry().automaton(running.automaton());
  const bool at_home = automaton->default_for == Dialect::sandjs || automaton->name == sandjs_automaton;
  if (!scene.config.empty() && !at_home)
    return running.factory().registry().automaton_for(ruleset, sandjs_automaton).name;
  return own ? automaton_after(running, ruleset, sandjs_automaton) : std::string_view(running.automaton());
}

// Whether the scene chooses the rules that are loaded already, so that they are not in the place of others any more. A
// world of another kind that waits goes on waiting.
bool chooses_rules(const Scene& scene, const RunState& state) {
  return !scene.config.empty() && state.displaced && !state.displaced->waits;
}

// Resets the parameters of a scene to their defaults.
void take_back(const Scene* scene, ParameterValues& values) {
  if (scene == nullptr) return;
  std::erase_if(values, [&](const auto& value) {
    return std::ranges::find(scene->parameters, value.first, [](const auto& own) { return own.first; }) !=
           scene->parameters.end();
  });
}

void set(const Scene& scene, ParameterValues& values) {
  take_back(&scene, values);
  for (const auto& [name, value] : scene.parameters) values.emplace_back(name, value);
}

}  // namespace

CommandResult load_scene(RunningSolver& running, const command::LoadScene& c, std::string_view sandjs_automaton) {
  const Scene* scene = find_scene(c.name);
  if (scene == nullptr) return refuse_name(c.name);
  const int width = c.width.value_or(scene->width), height = c.height.value_or(scene->height);
  if (auto refused = refuse_size(width, height)) return *refused;
  SceneRules own = rules_for(*scene, running.ruleset());
  if (!own.error.empty()) return {false, std::move(own.error), std::move(own.diagnostics)};

  const Ruleset& ruleset = own.ruleset ? *own.ruleset : running.ruleset();
  World world(width, height);
  Status status = scene->fill(world, ruleset, c.seed.value_or(running.state().run.seed));
  if (!status) return failed(status.message());

  RunState next = running.state();
  if (c.with_parameters) take_back(find_scene(next.origin.scene), next.run.parameters);
  next =
      in_automaton(std::move(next), automaton_of(*scene, ruleset, own.ruleset.has_value(), running, sandjs_automaton));
  if (own.ruleset) {
    next.rules = share_rules(std::move(*own.ruleset), std::move(own.diagnostics));
    take_parameters_of_rules(next);
  }
  if (own.ruleset || chooses_rules(*scene, next)) next.displaced = nullptr;
  if (c.with_parameters) set(*scene, next.run.parameters);
  next = starting_at(std::move(next), {running.store().put(world), 0, std::string(scene->name)});
  status = running.change_to(std::move(next), world);
  return status ? done(fmt::format("Scene: {}", scene->title)) : failed(status.message());
}

}  // namespace repose::commands

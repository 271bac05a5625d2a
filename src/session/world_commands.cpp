// Commands that replace the world: pictures, height maps, world files, scenes, sizes, Clear and Reset.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "repose/clip.hpp"
#include "repose/config.hpp"
#include "repose/paths.hpp"
#include "repose/picture.hpp"
#include "repose/scene.hpp"
#include "repose/session.hpp"
#include "repose/world_file.hpp"
#include "session/commands.hpp"
#include "session/height_map.hpp"
#include "session/world_document.hpp"
#include "session/world_ops.hpp"

namespace repose {

namespace {

// A failed result that says why there can be no world of that size; empty when there can.
std::optional<CommandResult> refuse_size(int width, int height) {
  const auto fits = [](int side) { return side >= kWorldSideMin && side <= kWorldSideMax; };
  if (fits(width) && fits(height)) return std::nullopt;
  return failed(fmt::format("A world of {} x {} cells is out of range: a side has {} to {} cells.", width, height,
                            kWorldSideMin, kWorldSideMax));
}

// Runs this world from step 0, and makes it the one that Reset returns to.
Status begin_with(RunningSolver& running, const World& world) {
  return running.change_to(starting_at(running.state(), {running.store().put(world), 0, {}}), world);
}

CommandResult has_no_heights(const RunningSolver& running) {
  return failed(fmt::format("{} has no heights; sandpile has.", running.automaton()));
}

}  // namespace

CommandResult perform(RunningSolver& running, const command::LoadPicture& c) {
  PictureToWorld read;
  if (const Status status = read_png_as_world(c.path, running.ruleset(), read); !status)
    return failed(status.message());
  const int width = read.world.width(), height = read.world.height();
  const std::uint64_t pixels = read.world.cell_count();
  if (!c.resize_world) {
    read.world = resized(read.world, running.width(), running.height(), command::Anchor::centre, running.ruleset());
  }
  if (const Status status = begin_with(running, read.world); !status) return failed(status.message());
  std::string text = fmt::format("Loaded {}: {} x {} pixels", c.path.filename().string(), width, height);
  if (read.unmatched > 0)
    text += fmt::format("; {} of {} pixels matched no colour; the nearest was used", read.unmatched, pixels);
  return done(std::move(text));
}

CommandResult perform(RunningSolver& running, const command::SavePicture& c) {
  const Status status = write_png(c.path, world_to_picture(running.download(), running.ruleset()));
  return status ? done(fmt::format("Saved {}", c.path.filename().string())) : failed(status.message());
}

CommandResult perform(RunningSolver& running, const command::LoadHeightMap& c) {
  if (!running.facts().state_planes().has(Plane::height)) return has_no_heights(running);
  World world;
  if (const Status status = read_height_map(c.path, world); !status) return failed(status.message());
  if (const Status status = begin_with(running, world); !status) return failed(status.message());
  return done(fmt::format("Loaded {}: {} x {} heights", c.path.filename().string(), running.width(), running.height()));
}

CommandResult perform(RunningSolver& running, const command::SaveHeightMap& c) {
  const World world = running.download();
  if (!world.has(Plane::height)) return has_no_heights(running);
  std::uint64_t clipped = 0;
  if (const Status status = write_height_map(c.path, world.bytes(Plane::height), world.width(), clipped); !status)
    return failed(status.message());
  std::string text = fmt::format("Saved {}", c.path.filename().string());
  if (clipped > 0) text += fmt::format("; {} heights below 0 or above 255 were cut off", clipped);
  return done(std::move(text));
}

CommandResult perform(RunningSolver& running, const command::NewWorld& c) {
  if (auto refused = refuse_size(c.width, c.height)) return *refused;
  if (const Status status = begin_with(running, World(c.width, c.height)); !status) return failed(status.message());
  return done(fmt::format("New world: {} x {} cells", running.width(), running.height()));
}

CommandResult perform(RunningSolver& running, const command::ResizeWorld& c) {
  if (auto refused = refuse_size(c.width, c.height)) return *refused;
  const auto in_new_size = [&](const World& world) {
    return resized(world, c.width, c.height, c.anchor, running.ruleset());
  };
  RunState next = running.state();
  next.origin.world = running.store().put(in_new_size(origin_world(running.state())));
  if (const Status status = running.change_to(std::move(next), in_new_size(running.download())); !status)
    return failed(status.message());
  return done(fmt::format("The world now has {} x {} cells", running.width(), running.height()));
}

CommandResult perform(RunningSolver& running, const command::TurnWorld& c) {
  const ClipTransform transform = c.turn == command::Turn::left    ? ClipTransform::counterclockwise
                                  : c.turn == command::Turn::right ? ClipTransform::clockwise
                                                                   : ClipTransform::half_turn;
  if (const Status status = running.change_to(running.state(), transformed(running.download(), transform)); !status)
    return failed(status.message());
  if (c.turn == command::Turn::half) return done("Turned upside down");
  return done(fmt::format("Turned {}: the world now has {} x {} cells",
                          c.turn == command::Turn::left ? "left" : "right", running.width(), running.height()));
}

CommandResult perform(RunningSolver& running, const command::PutWorld& c) {
  if (const Status status = begin_with(running, c.world); !status) return failed(status.message());
  return done(fmt::format("Loaded a world of {} x {} cells", running.width(), running.height()));
}

CommandResult perform(RunningSolver& running, const command::Clear&) {
  const Status status = running.change_to(running.state(), World(running.width(), running.height()));
  return status ? done("Cleared") : failed(status.message());
}

CommandResult perform(RunningSolver& running, const command::Reset&) {
  RunState next = running.state();
  next.run.step = next.origin.step;
  if (const Status status = running.change_to(std::move(next), origin_world(running.state())); !status)
    return failed(status.message());
  const std::string& scene = running.state().origin.scene;
  return done(scene.empty() ? "Back at the start" : fmt::format("Back at the start of {}", find_scene(scene)->title));
}

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
std::string_view automaton_of(const Scene& scene, const Ruleset& ruleset, bool own, const RunningSolver& running) {
  const std::string_view sandjs_automaton = running.sandjs_automaton();
  if (!scene.automaton.empty()) return scene.automaton;
  const AutomatonDefinition* automaton = running.factory().registry().automaton(running.automaton());
  const bool at_home = automaton->default_for == Dialect::sandjs || automaton->name == sandjs_automaton;
  if (!scene.config.empty() && !at_home)
    return running.factory().registry().automaton_for(ruleset, sandjs_automaton).name;
  return own ? automaton_after(running, ruleset) : std::string_view(running.automaton());
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

CommandResult perform(RunningSolver& running, const command::LoadScene& c) {
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
  next = in_automaton(std::move(next), automaton_of(*scene, ruleset, own.ruleset.has_value(), running));
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

namespace {

// Names of values that this solver has no parameters for. A world with such values is not refused.
std::string unknown_parameters(const Solver& solver, const ParameterValues& values) {
  constexpr std::size_t kNamesMax = 3;
  std::string names;
  std::size_t count = 0;
  for (const auto& [name, value] : values) {
    if (std::ranges::find(solver.parameters(), std::string_view(name), &ParameterInfo::name) !=
        solver.parameters().end())
      continue;
    if (++count <= kNamesMax) names += (names.empty() ? "" : ", ") + name;
  }
  return count > kNamesMax ? fmt::format("{} and {} more", names, count - kNamesMax) : names;
}

}  // namespace

CommandResult perform(RunningSolver& running, const command::SaveWorld& c) {
  const Status status = write_world_file(c.path, document_of(running.state(), running.download()));
  return status ? done(fmt::format("Saved {}", c.path.filename().string())) : failed(status.message());
}

CommandResult perform(RunningSolver& running, const command::LoadWorld& c) {
  const std::string name = c.path.filename().string();
  WorldDocument document;
  const auto planes_of = [&running](std::string_view wanted) {
    const AutomatonDefinition* automaton = running.factory().registry().automaton(wanted);
    return automaton != nullptr ? automaton->planes : PlaneSet{};
  };
  if (const Status status = read_world_file(c.path, document, planes_of); !status) return failed(status.message());
  if (running.factory().registry().automaton(document.run.automaton) == nullptr) {
    return failed(fmt::format("{} could not be opened: it needs the automaton '{}', which is not known here.", name,
                              document.run.automaton));
  }
  LoadedRules rules = read_rules(document.config, document.config_title);
  if (!rules.ruleset)
    return {false, fmt::format("{} could not be opened: it holds no rules.", name), *rules.diagnostics};

  RunState next = in_automaton(running.state(), document.run.automaton);
  next.rules = std::move(rules);
  next.run = document.run;
  next.run.seed = c.seed.value_or(document.run.seed);
  next.run.first_bias = c.first_bias.value_or(document.run.first_bias);
  next.displaced = nullptr;
  next = starting_at(std::move(next), {running.store().put(document.world), document.run.step,
                                       scene_acts(document.acts) != nullptr ? document.acts : std::string()});
  if (const Status status = running.change_on_any(next, document.world); !status)
    return failed(fmt::format("{} could not be opened: {}", name, status.message()));

  std::string text = fmt::format("Opened {}: {} x {} cells at step {}", name, running.width(), running.height(),
                                 running.state().run.step);
  const std::string unknown = unknown_parameters(running.facts(), document.run.parameters);
  if (!unknown.empty()) text += fmt::format("; {} no longer has the parameter {}", running.automaton(), unknown);
  return done(std::move(text));
}

}  // namespace repose

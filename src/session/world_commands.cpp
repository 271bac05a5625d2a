// The session's commands about whole worlds: pictures, sizes, scenes.
#include <fmt/format.h>

#include <cstring>

#include "repose/paths.hpp"
#include "repose/picture.hpp"
#include "repose/session.hpp"
#include "session/height_map.hpp"
#include "session/world_ops.hpp"

namespace repose {

namespace {

CommandResult failed(std::string message) { return {false, std::move(message), {}}; }
CommandResult done(std::string message) { return {true, std::move(message), {}}; }

bool is_world_size(int width, int height) {
  return width >= kWorldSideMin && width <= kWorldSideMax && height >= kWorldSideMin && height <= kWorldSideMax;
}

CommandResult bad_size(int width, int height) {
  return failed(fmt::format("A world of {} x {} cells is out of range: a side has {} to {} cells.", width, height,
                            kWorldSideMin, kWorldSideMax));
}

// True when the loaded rules are those of that file (edited or not: a scene works with the rules at hand).
bool came_from(const Ruleset& ruleset, const std::filesystem::path& path) {
  std::error_code error;
  return !ruleset.source.empty() && std::filesystem::equivalent(ruleset.source, path, error) && !error;
}

struct SceneRules {
  std::optional<Ruleset> ruleset;  // absent: the loaded ones will do
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

}  // namespace

CommandResult Session::run(const command::LoadPicture& c) {
  Picture picture;
  if (const Status status = read_png(c.path, picture); !status) return failed(status.message());
  PictureToWorld read = picture_to_world(picture, *ruleset_);
  World world =
      c.resize_world ? std::move(read.world) : resized(read.world, width_, height_, command::Anchor::centre, *ruleset_);
  if (const Status status = place_world(world); !status) return failed(status.message());
  begin_at(std::move(world), {});
  std::string text =
      fmt::format("Loaded {}: {} x {} pixels", c.path.filename().string(), picture.width, picture.height);
  if (read.unmatched > 0) {
    text += fmt::format("; {} of {} pixels matched no colour; the nearest was used", read.unmatched,
                        static_cast<std::uint64_t>(picture.width) * static_cast<std::uint64_t>(picture.height));
  }
  return done(std::move(text));
}

CommandResult Session::run(const command::SavePicture& c) {
  if (const Status status = write_png(c.path, world_to_picture(download(), *ruleset_)); !status) {
    return failed(status.message());
  }
  return done(fmt::format("Saved {}", c.path.filename().string()));
}

CommandResult Session::run(const command::LoadHeightMap& c) {
  if (!solver_->state_planes().has(Plane::height))
    return failed(fmt::format("{} knows no heights; sandpile does.", automaton_));
  HeightMap map;
  if (const Status status = read_height_map(c.path, map); !status) return failed(status.message());
  World world(map.width, map.height);
  world.add(Plane::height);
  std::memcpy(world.bytes(Plane::height).data(), map.heights.data(), world.bytes(Plane::height).size());
  if (const Status status = place_world(world); !status) return failed(status.message());
  begin_at(std::move(world), {});
  return done(fmt::format("Loaded {}: {} x {} heights", c.path.filename().string(), width_, height_));
}

CommandResult Session::run(const command::SaveHeightMap& c) {
  const World world = download();
  if (!world.has(Plane::height)) return failed(fmt::format("{} knows no heights; sandpile does.", automaton_));
  std::vector<std::int32_t> heights(world.cell_count());
  std::memcpy(heights.data(), world.bytes(Plane::height).data(), world.bytes(Plane::height).size());
  std::uint64_t clipped = 0;
  if (const Status status = write_height_map(c.path, heights, width_, clipped); !status)
    return failed(status.message());
  std::string text = fmt::format("Saved {}", c.path.filename().string());
  if (clipped > 0) text += fmt::format("; {} heights below 0 or above 255 were cut off", clipped);
  return done(std::move(text));
}

CommandResult Session::run(const command::NewWorld& c) {
  if (!is_world_size(c.width, c.height)) return bad_size(c.width, c.height);
  World world(c.width, c.height);
  if (const Status status = place_world(world); !status) return failed(status.message());
  begin_at(std::move(world), {});
  return done(fmt::format("New world: {} x {} cells", width_, height_));
}

CommandResult Session::run(const command::ResizeWorld& c) {
  if (!is_world_size(c.width, c.height)) return bad_size(c.width, c.height);
  const World world = resized(download(), c.width, c.height, c.anchor, *ruleset_);
  if (const Status status = place_world(world); !status) return failed(status.message());
  // Reset comes back to the same beginning in the new size.
  origin_ = store(resized(origin(), c.width, c.height, c.anchor, *ruleset_));
  return done(fmt::format("The world now has {} x {} cells", width_, height_));
}

CommandResult Session::run(const command::LoadScene& c) {
  const Scene* scene = find_scene(c.name);
  if (scene == nullptr) {
    std::vector<std::string> names;
    for (const Scene& known : scenes()) names.emplace_back(known.name);
    const std::string near = nearest_name(c.name, names);
    return failed(fmt::format("There is no scene '{}'{}", c.name,
                              near.empty() ? "." : fmt::format("; did you mean '{}'?", near)));
  }
  const int width = c.width.value_or(scene->width), height = c.height.value_or(scene->height);
  if (!is_world_size(width, height)) return bad_size(width, height);
  SceneRules rules = rules_for(*scene, *ruleset_);
  if (!rules.error.empty()) return {false, std::move(rules.error), std::move(rules.diagnostics)};

  World world(width, height);
  const Ruleset& ruleset = rules.ruleset ? *rules.ruleset : *ruleset_;
  Status status = scene->fill(world, ruleset, c.seed.value_or(options_.seed));
  const bool at_home =
      registry_.automaton(automaton_)->default_for == Dialect::sandjs || automaton_ == options_.sandjs_automaton;
  const std::string_view automaton = !scene->automaton.empty() ? scene->automaton
                                     : !scene->config.empty() && !at_home
                                         ? own_automaton(registry_, ruleset, options_.sandjs_automaton)
                                     : rules.ruleset ? automaton_for(ruleset)
                                                     : std::string_view(automaton_);
  if (status && c.with_parameters) take_parameters_back();
  if (status) status = rules.ruleset ? install_in(automaton, ruleset, world) : place_world_in(automaton, world);
  if (!status) return failed(status.message());
  for (const auto& [name, value] :
       c.with_parameters ? scene->parameters : std::vector<std::pair<std::string_view, double>>{}) {
    solver_->set_parameter(name, value);
  }
  begin_at(std::move(world), std::string(scene->name));
  if (rules.ruleset) {
    displaced_.reset();
    take_rules(std::move(*rules.ruleset), std::move(rules.diagnostics));
  }
  return done(fmt::format("Scene: {}", scene->title));
}

void Session::take_parameters_back() {
  const Scene* scene = find_scene(scene_);
  if (scene == nullptr) return;
  for (const auto& [name, value] : scene->parameters) {
    for (const ParameterInfo& info : solver_->parameters()) {
      if (info.name == name) solver_->set_parameter(name, info.default_value);
    }
  }
}

CommandResult Session::run(const command::PutWorld& c) {
  if (const Status status = place_world(c.world); !status) return failed(status.message());
  begin_at(c.world, {});
  return done(fmt::format("Loaded a world of {} x {} cells", width_, height_));
}

CommandResult Session::run(const command::Clear&) {
  if (const Status status = place_world(World(width_, height_)); !status) return failed(status.message());
  return done("Cleared");
}

CommandResult Session::run(const command::Reset&) {
  if (const Status status = place_world(origin()); !status) return failed(status.message());
  step_ = origin_step_;
  return done(scene_.empty() ? "Back at the start" : fmt::format("Back at the start of {}", find_scene(scene_)->title));
}

}  // namespace repose

// The one list of scenes. Menu, command line, tests and benchmarks all iterate it.
#include "repose/scene.hpp"

#include <algorithm>

#include "session/scenes/elements_bench.hpp"
#include "session/scenes/field_scenes.hpp"
#include "session/scenes/gallery.hpp"
#include "session/scenes/grain_scenes.hpp"
#include "session/scenes/script_scenes.hpp"

namespace repose {

const std::vector<Scene>& scenes() {
  static const std::vector<Scene> all = [] {
    std::vector<Scene> list = script_scenes();
    for (Scene& scene : gallery_scenes()) list.push_back(std::move(scene));
    for (Scene& scene : elements_bench_scenes()) list.push_back(std::move(scene));
    for (Scene& scene : fastsab_scenes()) list.push_back(std::move(scene));
    for (Scene& scene : tiles_scenes()) list.push_back(std::move(scene));
    for (Scene& scene : water_scenes()) list.push_back(std::move(scene));
    for (Scene& scene : sandpile_scenes()) list.push_back(std::move(scene));
    return list;
  }();
  return all;
}

const Scene* find_scene(std::string_view name) {
  for (const Scene& scene : scenes()) {
    if (scene.name == name) return &scene;
  }
  return nullptr;
}

const Ruleset* scene_ruleset(std::string_view name) {
  if (const Ruleset* churn = churn_ruleset(name)) return churn;
  const auto is_it = [name](const Scene& scene) { return scene.name == name; };
  return std::ranges::any_of(elements_bench_scenes(), is_it) ? &elements_bench_ruleset() : nullptr;
}

}  // namespace repose

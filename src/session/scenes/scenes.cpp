// The one list of scenes, for menu, command line, tests and benchmarks.

#include <algorithm>
#include <iterator>

#include "session/scenes/gallery.hpp"

namespace repose {

namespace {

// The first scenes of the menu, for newcomers. The others follow, automaton by automaton.
constexpr std::string_view kFirstInMenu[] = {
    "valley",        "storm",           "wildfire", "fortress",    "demolition", "pressure-cooker", "chimney-sweep",
    "falls",         "winding-river",   "volcano",  "sorting",     "dam-break",  "plugs",           "fireworks",
    "rain-on-slope", "tiles-hourglass", "dunes",    "acid-works",  "pond",       "fountain",        "chemistry",
    "land",          "tap-cave",        "new-land", "burning-bay", "avalanche",  "sandbox"};

std::ptrdiff_t place_in_menu(const Scene& scene) {
  return std::ranges::find(kFirstInMenu, scene.name) - std::begin(kFirstInMenu);
}

}  // namespace

const std::vector<Scene>& scenes() {
  static const std::vector<Scene> all = [] {
    std::vector<Scene> list = script_scenes();
    for (const auto more : {world_scenes, gallery_scenes, elements_bench_scenes, fastsab_scenes, tiles_scenes,
                            water_scenes, sandpile_scenes, sorting_scenes})
      std::ranges::move(more(), std::back_inserter(list));
    // Not std::ranges, whose subrange clang 14 cannot compile.
    const auto menu =
        std::stable_partition(list.begin(), list.end(), [](const Scene& scene) { return !scene.in_menu; });
    std::stable_sort(menu, list.end(),
                     [](const Scene& a, const Scene& b) { return place_in_menu(a) < place_in_menu(b); });
    return list;
  }();
  return all;
}

const Scene* find_scene(std::string_view name) {
  const auto found = std::ranges::find(scenes(), name, &Scene::name);
  return found == scenes().end() ? nullptr : &*found;
}

const SceneActs* scene_acts(std::string_view name) {
  const Scene* const scene = name.empty() ? nullptr : find_scene(name);
  return scene != nullptr && scene->acts.count > 0 ? &scene->acts : nullptr;
}

const Ruleset* scene_ruleset(std::string_view name) {
  if (const Ruleset* churn = churn_ruleset(name)) return churn;
  const auto is_it = [name](const Scene& scene) { return scene.name == name; };
  return std::ranges::any_of(elements_bench_scenes(), is_it) ? &elements_bench_ruleset() : nullptr;
}

}  // namespace repose

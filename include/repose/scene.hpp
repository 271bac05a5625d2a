// Scenes: named, seeded ways to fill a world, shared by tests, benchmarks and the app's Scenes menu.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "repose/ruleset.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

struct Scene {
  std::string_view name = {};         // as in --scene NAME
  std::string_view title = {};        // as in the menu
  std::string_view description = {};  // two sentences
  std::string_view automaton = {};    // the automaton it was made for; empty = any
  std::string_view config = {};       // file in configs/ that it needs; empty = whatever ruleset is loaded
  bool in_menu = false;               // scenes for scripts and benchmarks stay out of the menu
  int width = 640, height = 400;      // its natural size, used when nobody asks for another
  // Fills `world` (already of its size, all background). Fails when the ruleset lacks an element that it needs.
  std::function<Status(World& world, const Ruleset& ruleset, std::uint64_t seed)> fill = {};
  // Parameters of its automaton with which it is worth watching, for those who load it to watch it.
  std::vector<std::pair<std::string_view, double>> parameters = {};
};

// The one list, scripts' scenes first.
const std::vector<Scene>& scenes();
const Scene* find_scene(std::string_view name);

// The ruleset that a scene brings itself (`churn`), or null.
const Ruleset* scene_ruleset(std::string_view name);

}  // namespace repose

// Scenes: named, seeded fillings of a world, shared by tests, benchmarks and the app's Scenes menu.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "repose/edit.hpp"
#include "repose/ruleset.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

// Edits that a scene makes while it is played, before certain steps. They are part of those steps, so undo,
// replays and other backends repeat them. Reset begins them again, another world ends them.
struct SceneActs {
  // Act number k comes before step `every` * k.
  std::uint64_t every = 1;
  std::uint64_t count = 0;  // acts
  std::vector<Edit> (*edits)(int width, int height, std::uint64_t act) = nullptr;
};

struct Scene {
  std::string_view name = {};         // as in --scene NAME
  std::string_view title = {};        // as in the menu
  std::string_view description = {};  // two sentences
  std::string_view automaton = {};    // the only automaton that runs it; empty = any
  std::string_view config = {};       // the file in configs/ that it needs; empty = runs with the loaded rules
  bool in_menu = false;               // false: for scripts and benchmarks only
  int width = 640, height = 400;      // the natural size, in cells
  // Fills `world`, which has its final size and is all background. Fails when the ruleset lacks an element.
  std::function<Status(World& world, const Ruleset& ruleset, std::uint64_t seed)> fill = {};
  // Values of the parameters of its automaton, for LoadScene::with_parameters.
  std::vector<std::pair<std::string_view, double>> parameters = {};
  std::string_view plays_with = {};  // the element that the app puts on the brush; empty: none
  // Suits any ratio of width to height: the app gives it the ratio of the window.
  bool any_shape = false;
  // Played as long as its automaton runs.
  SceneActs acts = {};
  // The automaton in which it opens, though others run it too; empty: that of its config, or the running one.
  std::string_view opens_in = {};
};

// All scenes; scenes for scripts come first.
const std::vector<Scene>& scenes();
// Null if there is no scene of that name.
const Scene* find_scene(std::string_view name);

// The acts of a scene; null if there is no such scene or it has none.
const SceneActs* scene_acts(std::string_view name);

// The ruleset of a scene that brings its own (`churn`); null for others.
const Ruleset* scene_ruleset(std::string_view name);

}  // namespace repose

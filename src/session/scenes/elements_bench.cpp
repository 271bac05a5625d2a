#include "session/scenes/elements_bench.hpp"

#include "repose/config.hpp"

namespace repose {

namespace {

// The elements that the sources of wxSand's own file pour, with the rules that these five need.
constexpr std::string_view kElementsRules = R"(//subversion 4.4
sources Sand Water Salt Oil
element Empty 0 0 0 0 1 0 0 1
element Sand 238 204 128 0.9 0.5 0.9 0 1
element Water 32 32 255 0.7 1 0.5 0.4 1
element Salt 255 255 255 0.9 0.4 0.9 0 1
element Oil 128 64 64 0.7 1 0.2 0 1
element Saltwater 0 0 150 0.7 0 0.5 0.6 1
element Steam 85 85 255 -1 1 0.01 0 1
self 0.001 Water 1 Steam
hotself 50 Water
self 0.001 Steam 1 Water
self 0.00001 Saltwater 0.5 Water 0.5 Salt
neighbor 0.004 Water Salt 1 Saltwater Saltwater
neighbor 0.04 Saltwater Water 1 Water Saltwater
neighbor 0.001 Saltwater Saltwater 1 Salt Steam
hotneighbor 50 Saltwater Saltwater
)";

// A part of the interior, as shares of its height.
struct Part {
  int begin, end;  // halves
};

Status fill_part(World& world, const Ruleset& ruleset, std::string_view name, Part part) {
  const auto element = ruleset.find(name);
  if (!element) return Status::failure("The scene needs an element " + std::string(name) + ".");
  const int rows = world.height() - 2;
  for (int y = 1 + rows * part.begin / 2; y < 1 + rows * part.end / 2; ++y) {
    for (int x = 1; x < world.width() - 1; ++x) world.cell(x, y) = *element;
  }
  return {};
}

Scene bench_scene(std::string_view name, std::string_view title, std::string_view description, std::string_view element,
                  Part part) {
  return {.name = name,
          .title = title,
          .description = description,
          .automaton = "elements",
          .width = 640,
          .height = 480,
          .fill = [=](World& world, const Ruleset& ruleset, std::uint64_t) {
            return fill_part(world, ruleset, element, part);
          }};
}

}  // namespace

const Ruleset& elements_bench_ruleset() {
  static const Ruleset rules = [] {
    Ruleset read = read_config(kElementsRules, "").ruleset.value();
    read.title = "elements-bench";
    return read;
  }();
  return rules;
}

std::vector<Scene> elements_bench_scenes() {
  return {bench_scene("elements-full-sand", "Full of sand", "Sand wherever it fits. Nothing can move.", "Sand", {0, 2}),
          bench_scene("elements-falling-sand", "Falling sand", "The upper half is sand. It falls as one slab.", "Sand",
                      {0, 1}),
          bench_scene("elements-water", "Water at rest", "The lower half is water. It takes warmth from the air.",
                      "Water", {1, 2}),
          bench_scene("elements-sources", "Sources", "Four taps over an empty world. It fills up slowly.", "Empty",
                      {0, 0})};
}

}  // namespace repose

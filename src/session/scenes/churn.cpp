// `churn`: a world that never comes to rest, for benchmarks. It has five densities. Where a sunken cell meets a risen
// one, most pairs become other densities instead of swapping, so that new heavy matter keeps appearing above light
// matter. The rules were found by search; tests/session/scenes_test.cpp checks that they work.
//
// `churn-256`: the same with 51 elements of each density, and a rule for each pair. `churn-patches`: 256 walled patches
// of churn in a world at rest.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "repose/config.hpp"
#include "session/scenes/script_scenes.hpp"

namespace repose {

namespace {

constexpr std::string_view kChurnRules = R"(# churn: five densities that keep turning into each other
cell vapour 26 30 44 0.1
cell spirit 96 120 190 0.3
cell brine 64 168 160 0.5
cell silt 190 150 90 0.7
cell ore 200 84 60 0.9
rule spirit vapour brine brine
rule brine vapour silt ore
rule brine spirit silt ore
rule silt vapour spirit vapour
rule silt spirit silt vapour
rule silt brine brine spirit
rule ore vapour vapour ore
rule ore spirit spirit ore
rule ore brine brine spirit
rule ore silt spirit silt
)";

// kChurnRules as numbers of the five densities, for churn-256: the falling cell, the cell below, and what both become.
constexpr int kPairs[][4] = {{1, 0, 2, 2}, {2, 0, 3, 4}, {2, 1, 3, 4}, {3, 0, 1, 0}, {3, 1, 3, 0},
                             {3, 2, 2, 1}, {4, 0, 0, 4}, {4, 1, 1, 4}, {4, 2, 2, 1}, {4, 3, 1, 3}};
constexpr int kDensities = 5, kKinds = 51;  // 255 elements, and one more for vapour

std::string rules_of_256() {
  constexpr double kDensity[kDensities] = {0.1, 0.3, 0.5, 0.7, 0.9};
  constexpr std::string_view kNames[kDensities] = {"vapour", "spirit", "brine", "silt", "ore"};
  std::string text = "# churn-256: five densities of 51 kinds each\n";
  for (int i = 0; i <= kDensities * kKinds; ++i) {
    const int density = i % kDensities, kind = i / kDensities;
    text += fmt::format("cell {}{} {} {} {} {}\n", kNames[density], kind, 20 + 4 * kind, 40 + 40 * density,
                        250 - 4 * kind, kDensity[density]);
  }
  for (const auto& [a, b, c, d] : kPairs) {
    for (int i = 0; i <= kKinds; ++i) {
      for (int j = 0; j <= kKinds; ++j) {
        if ((i == kKinds && a != 0) || (j == kKinds && b != 0)) continue;  // only vapour has one element more
        text += fmt::format("rule {}{} {}{} {}{} {}{}\n", kNames[a], i, kNames[b], j, kNames[c], (i + j) % kKinds,
                            kNames[d], (i + 2 * j + 1) % kKinds);
      }
    }
  }
  return text;
}

std::string rules_with_wall() {
  std::string text(kChurnRules);
  text += "cell shell 96 92 100 1\n";
  for (const std::string_view name : {"vapour", "spirit", "brine", "silt", "ore"})
    text += fmt::format("rule shell {0} shell {0}\n", name);
  return text;
}

Status fill_churn(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  return find_scene("mixed")->fill(world, ruleset, seed);
}

constexpr int kPatches = 16;  // a side
constexpr double kPatchShare = 0.01;

// The patches are in the middle of the areas that the cpu backend computes as a unit, as far as they fit.
Status fill_patches(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  const auto shell = ruleset.find("shell");
  if (!shell) return Status::failure("This scene needs an element 'shell'.");
  constexpr int kColumns = 64, kRows = 32;
  World churn(world.width(), world.height());
  if (const Status filled = fill_churn(churn, *churn_ruleset("churn"), seed); !filled) return filled;
  const int side = std::max(
      4, static_cast<int>(std::lround(std::sqrt(kPatchShare * static_cast<double>(world.cell_count())) / kPatches)));
  for (int j = 0; j < kPatches; ++j) {
    for (int i = 0; i < kPatches; ++i) {
      const int left = i * world.width() / kPatches / kColumns * kColumns + std::max(0, (kColumns - side - 2) / 2);
      const int top = j * world.height() / kPatches / kRows * kRows + std::max(0, (kRows - side - 2) / 2);
      for (int y = 0; y < side + 2; ++y) {
        for (int x = 0; x < side + 2; ++x) {
          if (!world.contains(left + x, top + y)) continue;
          const bool rim = x == 0 || y == 0 || x == side + 1 || y == side + 1;
          world.cell(left + x, top + y) = rim ? *shell : churn.cell(left + x, top + y);
        }
      }
    }
  }
  return {};
}

Ruleset rules_from(std::string_view text, std::string_view title) {
  Ruleset read = read_config(text, "").ruleset.value();
  read.title = title;
  return read;
}

}  // namespace

const Ruleset* churn_ruleset(std::string_view name) {
  if (name == "churn") {
    static const Ruleset rules = rules_from(kChurnRules, "churn");
    return &rules;
  }
  if (name == "churn-256") {
    static const Ruleset rules = rules_from(rules_of_256(), "churn-256");
    return &rules;
  }
  if (name == "churn-patches") {
    static const Ruleset rules = rules_from(rules_with_wall(), "churn-patches");
    return &rules;
  }
  return nullptr;
}

std::vector<Scene> churn_scenes() {
  std::vector<Scene> list;
  list.push_back({.name = "churn",
                  .title = "Churn",
                  .description = "Five densities that keep turning into each other. It never comes to rest.",
                  .fill = fill_churn});
  list.push_back({.name = "churn-256",
                  .title = "Churn of 256",
                  .description = "Churn with 256 elements and a rule for every pair. It never comes to rest.",
                  .fill = fill_churn});
  list.push_back({.name = "churn-patches",
                  .title = "Churn in patches",
                  .description = "256 walled patches of churn, a hundredth of the world. Everything else is at rest.",
                  .width = 1024,
                  .height = 1024,
                  .fill = fill_patches});
  return list;
}

}  // namespace repose

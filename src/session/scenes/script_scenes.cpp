// The scenes for scripts, tests and benchmarks. Their content must not change: recorded hashes depend on it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "repose/config.hpp"
#include "repose/rng.hpp"
#include "session/scenes/gallery.hpp"

namespace repose {

namespace {

constexpr auto kSalt = static_cast<std::uint32_t>(Salt::scene);

Status fill_empty(World&, const Ruleset&, std::uint64_t) { return {}; }

// Uniform over all elements, each cell independently.
Status fill_mixed(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  const auto count = static_cast<std::uint32_t>(ruleset.elements.size());
  visit_cells(0, 0, world.width(), world.height(), [&](int x, int y) {
    const std::uint32_t random =
        random_u32(seed, 0, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), kSalt);
    world.cell(x, y) = static_cast<std::uint8_t>(below(random, count));
  });
  return {};
}

// Elements that are not walls, lightest first; and the walls.
struct Strata {
  std::vector<std::uint8_t> layers, walls;
};

Strata sort_by_density(const Ruleset& ruleset) {
  Strata strata;
  for (std::size_t i = 0; i < ruleset.elements.size(); ++i)
    (is_wall(ruleset.elements[i]) ? strata.walls : strata.layers).push_back(static_cast<std::uint8_t>(i));
  std::ranges::stable_sort(strata.layers, {}, [&](std::uint8_t i) { return ruleset.elements[i].density_byte; });
  if (strata.layers.empty()) strata.layers = strata.walls;
  return strata;
}

// Level layers, lightest on top, and pillars of wall on the floor: nothing ever moves under any rules.
Status fill_settled(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  constexpr int kPillarWidth = 3, kPillarSpacing = 32;  // cells
  const Strata strata = sort_by_density(ruleset);
  const auto layer_count = static_cast<int>(strata.layers.size());
  for (int y = 0; y < world.height(); ++y) {
    const auto layer = static_cast<std::size_t>(static_cast<std::int64_t>(y) * layer_count / world.height());
    for (int x = 0; x < world.width(); ++x) world.cell(x, y) = strata.layers[layer];
  }
  if (strata.walls.empty()) return {};
  for (int x = kPillarSpacing / 2; x < world.width(); ++x) {
    const int pillar = x / kPillarSpacing;
    if (x % kPillarSpacing < kPillarSpacing / 2 || x % kPillarSpacing >= kPillarSpacing / 2 + kPillarWidth) continue;
    const std::uint32_t random = random_u32(seed, 0, static_cast<std::uint32_t>(pillar), 0, kSalt);
    const int tall = 1 + static_cast<int>(below(random, static_cast<std::uint32_t>(world.height())));
    const std::uint8_t wall = strata.walls[static_cast<std::size_t>(pillar) % strata.walls.size()];
    for (int y = world.height() - tall; y < world.height(); ++y) world.cell(x, y) = wall;
  }
  return {};
}

// A bed of the densest layer, and one cell of it that falls from the middle of the top.
Status fill_one_grain(World& world, const Ruleset& ruleset, std::uint64_t) {
  const Strata strata = sort_by_density(ruleset);
  const std::uint8_t grain = strata.layers.back();
  if (!moves_through_background(ruleset, grain)) return Status::failure("This scene needs an element that falls.");
  visit_cells(0, world.height() - world.height() / 4, world.width(), world.height(),
              [&](int x, int y) { world.cell(x, y) = grain; });
  world.cell(world.width() / 2, 0) = grain;
  return {};
}

// 8 x 8 blocks on the dark squares of a board with squares of 10 x 10 cells; 41 of them fit into 100 x 100 cells. With
// more elements than blocks every n-th element is shown; with fewer the elements repeat.
Status fill_elements_grid(World& world, const Ruleset& ruleset, std::uint64_t) {
  constexpr int kBlock = 8, kSquare = 10, kMargin = 5;  // cells
  std::vector<std::pair<int, int>> blocks;
  for (int y = kMargin, by = 0; y + kBlock <= world.height(); y += kSquare, ++by) {
    for (int x = kMargin, bx = 0; x + kBlock <= world.width(); x += kSquare, ++bx) {
      if ((bx + by) % 2 == 0) blocks.emplace_back(x, y);
    }
  }
  const std::size_t count = ruleset.elements.size() - 1;
  if (blocks.empty() || count == 0) return {};
  const std::size_t stride = count > blocks.size() ? count / blocks.size() + 1 : 1;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const auto element = static_cast<std::uint8_t>(1 + b * stride % count);
    visit_cells(0, 0, kBlock, kBlock,
                [&](int x, int y) { world.cell(blocks[b].first + x, blocks[b].second + y) = element; });
  }
  return {};
}

// `churn`: a world that never comes to rest, for benchmarks. It has five densities. Where a sunken cell meets a risen
// one, most pairs become other densities instead of swapping, so that new heavy matter keeps appearing above light
// matter. The rules were found by search; tests/session/scenes_test.cpp checks that they work.
//
// `churn-256`: the same with 51 elements of each density, and a rule for each pair. `churn-patches`: 256 walled patches
// of churn in a world at rest.

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

constexpr int kPatches = 16;  // a side
constexpr double kPatchShare = 0.01;

// The patches are in the middle of the areas that the cpu backend computes as a unit, as far as they fit.
Status fill_patches(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  const auto shell = ruleset.find("shell");
  if (!shell) return Status::failure("This scene needs an element 'shell'.");
  constexpr int kColumns = 64, kRows = 32;
  World churn(world.width(), world.height());
  if (const Status filled = fill_mixed(churn, *churn_ruleset("churn"), seed); !filled) return filled;
  const int side = std::max(
      4, static_cast<int>(std::lround(std::sqrt(kPatchShare * static_cast<double>(world.cell_count())) / kPatches)));
  for (int j = 0; j < kPatches; ++j) {
    for (int i = 0; i < kPatches; ++i) {
      const int left = i * world.width() / kPatches / kColumns * kColumns + std::max(0, (kColumns - side - 2) / 2);
      const int top = j * world.height() / kPatches / kRows * kRows + std::max(0, (kRows - side - 2) / 2);
      visit_cells(0, 0, side + 2, side + 2, [&](int x, int y) {
        if (!world.contains(left + x, top + y)) return;
        const bool rim = x == 0 || y == 0 || x == side + 1 || y == side + 1;
        world.cell(left + x, top + y) = rim ? *shell : churn.cell(left + x, top + y);
      });
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

std::vector<Scene> script_scenes() {
  return {
      {.name = "empty",
       .title = "Empty",
       .description = "An empty world. Every cell is background.",
       .fill = fill_empty},
      {.name = "mixed",
       .title = "Mixed",
       .description = "Every cell is any element with equal chance. All pairs meet within the first steps.",
       .fill = fill_mixed},
      {.name = "churn",
       .title = "Churn",
       .description = "Five densities that keep turning into each other. It never comes to rest.",
       .fill = fill_mixed},
      {.name = "churn-256",
       .title = "Churn of 256",
       .description = "Churn with 256 elements and a rule for every pair. It never comes to rest.",
       .fill = fill_mixed},
      {.name = "churn-patches",
       .title = "Churn in patches",
       .description = "256 walled patches of churn, a hundredth of the world. Everything else is at rest.",
       .width = 1024,
       .height = 1024,
       .fill = fill_patches},
      {.name = "settled",
       .title = "Settled",
       .description = "Layers by density around pillars of wall. Nothing ever moves.",
       .fill = fill_settled},
      {.name = "one-grain",
       .title = "One grain",
       .description = "A world at rest in which one grain falls. For a benchmark that paints elsewhere meanwhile.",
       .fill = fill_one_grain},
      {.name = "elements-grid",
       .title = "Grid of elements",
       .description = "A block of every element on a chequered board. Shows at a glance what each does.",
       .width = 100,
       .height = 100,
       .fill = fill_elements_grid},
  };
}

}  // namespace repose

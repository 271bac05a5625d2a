#include "session/scenes/script_scenes.hpp"

#include <algorithm>
#include <numeric>

#include "repose/rng.hpp"

namespace repose {

namespace {

constexpr auto kSalt = static_cast<std::uint32_t>(Salt::scene);

Status fill_empty(World&, const Ruleset&, std::uint64_t) { return {}; }

// Uniform over all elements, each cell independently.
Status fill_mixed(World& world, const Ruleset& ruleset, std::uint64_t seed) {
  const auto count = static_cast<std::uint32_t>(ruleset.elements.size());
  for (int y = 0; y < world.height(); ++y) {
    for (int x = 0; x < world.width(); ++x) {
      const std::uint32_t random =
          random_u32(seed, 0, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), kSalt);
      world.cell(x, y) = static_cast<std::uint8_t>(below(random, count));
    }
  }
  return {};
}

// Elements that are not walls, lightest first; and the walls.
struct Strata {
  std::vector<std::uint8_t> layers, walls;
};

Strata sort_by_density(const Ruleset& ruleset) {
  Strata strata;
  for (std::size_t i = 0; i < ruleset.elements.size(); ++i) {
    (is_wall(ruleset.elements[i]) ? strata.walls : strata.layers).push_back(static_cast<std::uint8_t>(i));
  }
  std::ranges::stable_sort(strata.layers, {}, [&](std::uint8_t i) { return ruleset.elements[i].density_byte; });
  if (strata.layers.empty()) strata.layers = strata.walls;
  return strata;
}

// Level layers, lightest on top, and pillars of wall on the floor. No cell is above or diagonally above a lighter one,
// so nothing ever moves under any rules.
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
  for (int y = world.height() - world.height() / 4; y < world.height(); ++y) {
    for (int x = 0; x < world.width(); ++x) world.cell(x, y) = grain;
  }
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
    for (int y = 0; y < kBlock; ++y) {
      for (int x = 0; x < kBlock; ++x) world.cell(blocks[b].first + x, blocks[b].second + y) = element;
    }
  }
  return {};
}

}  // namespace

std::vector<Scene> script_scenes() {
  std::vector<Scene> list;
  list.push_back({.name = "empty",
                  .title = "Empty",
                  .description = "An empty world. Every cell is background.",
                  .fill = fill_empty});
  list.push_back({.name = "mixed",
                  .title = "Mixed",
                  .description = "Every cell is any element with equal chance. All pairs meet within the first steps.",
                  .fill = fill_mixed});
  for (Scene& scene : churn_scenes()) list.push_back(std::move(scene));
  list.push_back({.name = "settled",
                  .title = "Settled",
                  .description = "Layers by density around pillars of wall. Nothing ever moves.",
                  .fill = fill_settled});
  list.push_back(
      {.name = "one-grain",
       .title = "One grain",
       .description = "A world at rest in which one grain falls. For a benchmark that paints elsewhere meanwhile.",
       .fill = fill_one_grain});
  list.push_back({.name = "elements-grid",
                  .title = "Grid of elements",
                  .description = "A block of every element on a chequered board. Shows at a glance what each does.",
                  .width = 100,
                  .height = 100,
                  .fill = fill_elements_grid});
  return list;
}

}  // namespace repose

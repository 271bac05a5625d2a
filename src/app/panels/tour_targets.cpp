#include "app/panels/tour_targets.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace repose {

namespace {

// The longest vertical run of an element in a column.
struct Run {
  int length = 0, bottom = 0;
};

Run longest_run(const World& world, int x, std::uint8_t element) {
  Run best, run;
  for (int y = 0; y < world.height(); ++y) {
    run = world.cell(x, y) == element ? Run{run.length + 1, y} : Run{};
    if (run.length > best.length) best = run;
  }
  return best;
}

}  // namespace

std::optional<CellPoint> tree_to_light(const World& world, const Ruleset& rules) {
  constexpr double kTall = 0.7;  // of the tallest trunk
  const auto wood = rules.find("wood");
  if (!wood) return std::nullopt;
  std::vector<Run> runs;
  int tallest = 0;
  for (int x = 0; x < world.width(); ++x) {
    runs.push_back(longest_run(world, x, *wood));
    tallest = std::max(tallest, runs.back().length);
  }
  std::optional<CellPoint> best;
  const auto away = [&](int x) { return std::abs(x - world.width() / 2); };
  for (int x = 0; x < world.width(); ++x) {
    const Run& run = runs[static_cast<std::size_t>(x)];
    const bool tall = run.length > 0 && run.length >= kTall * tallest;
    if (tall && (!best || away(x) < away(best->x))) best = CellPoint{x, run.bottom - run.length / 4};
  }
  return best;
}

std::optional<CellPoint> lava_to_cool(const World& world, const Ruleset& rules) {
  constexpr int kDeep = 4, kLevel = 6;  // a pool is some cells deep; heights of one surface
  const auto lava = rules.find("lava");
  if (!lava) return std::nullopt;
  std::vector<CellPoint> surface;  // the highest pool of each column, from left to right
  for (int x = 0; x < world.width(); ++x) {
    int depth = 0;
    for (int y = 0; y < world.height() && depth < kDeep; ++y) {
      depth = world.cell(x, y) == *lava ? depth + 1 : 0;
      if (depth == kDeep) surface.push_back({x, y - kDeep + 1});
    }
  }
  if (surface.empty()) return std::nullopt;
  const int highest = std::ranges::min_element(surface, {}, &CellPoint::y)->y;
  std::erase_if(surface, [&](CellPoint cell) { return cell.y > highest + kLevel; });
  return surface[surface.size() / 2];
}

}  // namespace repose

#include "automata/levelling_support.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "support.hpp"

namespace repose::test::levelling {

using namespace repose::conserving;

LevellingShares shares_of(std::uint32_t of_water, std::uint32_t of_oil) {
  LevellingShares shares{};
  shares[water] = of_water;
  shares[oil] = of_oil;
  return shares;
}

void exchange(World& world, const LevellingResult& result) {
  std::set<std::pair<int, int>> seen;
  int wrong = 0;
  for (const Exchange& exchange : result.exchanges) {
    std::uint8_t& from = world.cell(exchange.from.x, exchange.from.y);
    std::uint8_t& to = world.cell(exchange.to.x, exchange.to.y);
    const bool is_new =
        seen.insert({exchange.from.x, exchange.from.y}).second && seen.insert({exchange.to.x, exchange.to.y}).second;
    wrong += !is_new || from != exchange.element || to != air || exchange.from.y >= exchange.to.y;
    std::swap(from, to);
  }
  CHECK(wrong == 0);
}

World after_steps(World world, std::uint64_t count, std::uint64_t seed) {
  static const Registry registry = make_registry();
  const auto solver = make_solver(*registry.solver("conserving", Backend::cpu), swapping_ruleset(), world);
  for (std::uint64_t t = 0; t < count; t += 8) {
    solver->step({.first_step = t, .count = 8, .seed = seed});
    world = world_of(*solver);
    exchange(world, level_cells(world, shares_of(), LevellingDraws(seed, t + 7)));
    REQUIRE(solver->upload(world));
  }
  return world;
}

void fill(World& world, const CellBox& box, std::uint8_t element) {
  for (int y = box.y; y < box.y + box.height; ++y) {
    for (int x = box.x; x < box.x + box.width; ++x) world.cell(x, y) = element;
  }
}

World walls(int width, int height) {
  World world(width, height);
  fill(world, {0, 0, width, height}, wall);
  return world;
}

World u_tube() {
  World world = walls(64, 210);
  fill(world, {2, 0, 60, 5}, air);
  fill(world, {2, 5, 20, 200}, water);
  fill(world, {42, 5, 20, 200}, air);
  fill(world, {22, 201, 20, 4}, air);
  return world;
}

std::vector<Level> basins() {
  std::vector<Level> all;
  all.push_back({"a U tube", u_tube(), {{2, 0, 20, 205}, {42, 0, 20, 205}}});
  World pipe = walls(220, 90);
  fill(pipe, {1, 0, 218, 5}, air);
  fill(pipe, {1, 5, 90, 80}, air);
  fill(pipe, {120, 5, 99, 80}, air);
  fill(pipe, {1, 15, 90, 70}, water);
  fill(pipe, {91, 80, 29, 3}, air);
  all.push_back({"two basins joined by a pipe of 3 cells", pipe, {{1, 0, 90, 80}, {120, 0, 99, 80}}});
  World lake = walls(203, 80);
  fill(lake, {1, 0, 201, 79}, water);
  for (const int x : {50, 100, 150}) fill(lake, {x, 10, 3, 62}, wall);
  fill(lake, {1, 0, 201, 10}, air);
  fill(lake, {1, 10, 49, 10}, air);
  fill(lake, {53, 10, 47, 30}, air);
  fill(lake, {153, 10, 49, 45}, air);
  all.push_back({"a lake at four heights between piers",
                 lake,
                 {{1, 0, 49, 72}, {53, 0, 47, 72}, {103, 0, 47, 72}, {153, 0, 49, 72}}});
  return all;
}

}  // namespace repose::test::levelling

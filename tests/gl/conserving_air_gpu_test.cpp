// The air of conserving on the gpu backend gives the bytes of the scalar one: blasts, sources, wind, Blow, borders and
// worlds of any size.
#include <array>

#include "automata/automaton_support.hpp"
#include "automata/solver_group.hpp"
#include "gl_support.hpp"
#include "repose/gpu_solvers.hpp"
#include "repose/rng.hpp"
#include "repose/solver.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::conserving_air_gpu_test {

namespace {

enum Stuff : std::uint8_t {
  air,
  sand,
  water,
  smoke,
  steam,
  wall,
  dust,
  bomb,
  fan,
  heater,
  lead,
  glass,
  plank,
  stuff_count
};

const std::string kMatter = R"(
cell air 0 0 0 0.3
cell sand 1 1 1 0.9
cell water 2 2 2 0.6
cell smoke 3 3 3 0.1
cell steam 4 4 4 0.3
cell wall 5 5 5 1
cell dust 6 6 6 0.5
cell bomb 7 7 7 0.95
cell fan 8 8 8 1
cell heater 9 9 9 1
cell lead 10 10 10 0.98
cell glass 11 11 11 0.99
cell plank 12 12 12 0.97
liquid water
dispersion water 12
drift dust 1
drift lead 0
drift water 0.8
wander steam 0.3
swap air sand
swap air water
swap air smoke
swap air steam
swap air dust
swap air bomb
swap air lead
swap sand water
swap dust smoke
swap water smoke
swap water steam
swap sand steam
)";
const std::string kStrengths =
    "support glass sand\nstrength glass 900\nstrength plank 1600 dust\ndecay dust smoke 0.01\n";
const std::string kBombs = "burst bomb 6 smoke 0.01\nresistance sand 0.5\n";
const std::string kSources = "air fan 0 60 -20\nair heater 40 0 -30\n";

SolverGroup both(const Ruleset& rules, const World& world) {
  static const Registry registry = [] {
    Registry all = make_registry();
    add_gpu_solvers(all, "");
    return all;
  }();
  SolverGroup solvers;
  for (const Backend backend : {Backend::scalar, Backend::gpu})
    solvers.add(make_solver(*registry.solver("conserving", backend), rules, world));
  return solvers;
}

// Heaps of all kinds of matter, and air between them.
World heaps(int width, int height, std::uint32_t seed) {
  World world(width, height);
  for (std::uint32_t i = 0; i < 40; ++i) {
    const auto draw = [&](std::uint32_t salt, int below) {
      return static_cast<int>(mix32(mix32(seed ^ i << 8) ^ salt) % static_cast<std::uint32_t>(below));
    };
    const int x = draw(1, width), y = draw(2, height), side = 1 + draw(3, 9);
    const auto element = static_cast<std::uint8_t>(draw(4, stuff_count));
    const bool is_source = element == fan || element == heater || element == bomb;
    const int size = is_source ? 2 : side;
    fill(world, x, y, std::min(x + size, width), std::min(y + size, height), element);
  }
  return world;
}

// Air that moves everywhere, beyond the limits of worlds that are taken over here and there.
void stir(World& world, std::uint32_t seed, std::uint32_t most) {
  for (int row = 0; row < air_rows(world); ++row) {
    for (int column = 0; column < air_columns(world); ++column) {
      const auto draw = [&](std::uint32_t salt) {
        const std::uint32_t random =
            mix32(mix32(seed ^ static_cast<std::uint32_t>(column)) ^ static_cast<std::uint32_t>(row) << 4 ^ salt);
        return static_cast<std::int32_t>(random % (2 * most + 1)) - static_cast<std::int32_t>(most);
      };
      put_air(world, column, row, {4 * draw(1), draw(2), draw(3)});
    }
  }
}

// With other rules and another world; the gpu solver keeps its shaders.
void restart(const SolverGroup& solvers, const Ruleset& rules, const World& world) {
  for (std::size_t i = 0; i < 2; ++i) {
    REQUIRE(solvers[i].load(rules).ok());
    REQUIRE(solvers[i].upload(world).ok());
  }
}

PushEdit blow(CellPoint at, int size, int dx, int dy) {
  return {.from = at, .to = {at.x + 5, at.y + 3}, .size = size, .dx = dx, .dy = dy};
}

}  // namespace

TEMPLATE_TEST_CASE_SIG("the air of conserving is the same on scalar and gpu: sides, wind and sizes", "[slow]",
                       ((int first), first), 1, 2) {
  REPOSE_NEEDS_GL();
  struct Sky {
    int width, height;
    double sides, top, bottom, wind_right, wind_down;
  };
  std::uint32_t seed = first;  // each sky has an odd and an even one
  SolverGroup solvers = both(ruleset_of(kMatter), World(1, 1));
  for (const Sky& sky : {Sky{64, 64, 0, 0, 0, 0, 0},
                         {61, 50, 2, 0, 0, 0, 0},
                         {66, 35, 2, 1, 0, 0, 0},
                         {70, 70, 0, 0, 0, 60, 0},
                         {63, 49, 1, 1, 1, -80, 0},
                         {64, 34, 2, 1, 0, 50, 40},
                         {53, 67, 3, 0, 1, 0, -70},
                         {6, 90, 2, 0, 0, 20, 0},
                         {90, 5, 2, 1, 0, 0, 30}}) {
    const std::string words =
        std::array{kBombs + kSources, kBombs + kStrengths, kStrengths + kSources, std::string()}[seed % 4];
    World world = heaps(sky.width, sky.height, seed);
    if (words.empty()) stir(world, seed, 3000);
    restart(solvers, ruleset_of(kMatter + words), world);
    solvers.set("side_borders", sky.sides);
    solvers.set("top_border", sky.top);
    solvers.set("bottom_border", sky.bottom);
    solvers.set("wind_right", sky.wind_right);
    solvers.set("wind_down", sky.wind_down);
    INFO("seed " << seed << ", " << sky.width << " x " << sky.height << ", sides " << sky.sides << ", wind "
                 << sky.wind_right << ", " << sky.wind_down << words);
    for (int k = 0; k < 25; ++k) solvers.step_equally(1);
    for (int k = 0; k < 3; ++k) solvers.step_equally(40);
    seed += 2;
  }
}

TEST_CASE("Blow and Shake do the same on scalar and gpu, also to strong air and before all others") {
  REPOSE_NEEDS_GL();
  const Ruleset rules = ruleset_of(kMatter);
  for (const bool is_strong : {false, true}) {
    World world = heaps(75, 62, 7);
    if (is_strong) stir(world, 8, 1u << 21);
    SolverGroup solvers = both(rules, world);
    solvers.step_equally(5);
    const std::pair<int, int> ways[] = {{1, 0}, {-1, 1}, {0, -1}, {0, 0}, {0, 1}, {-1, 0}};
    for (int i = 0; i < 60; ++i) {
      const auto& [dx, dy] = ways[i / 10];
      PushEdit edit = blow({i * 7 % 80, i * 5 % 60}, 3 + i % 30, dx, dy);
      edit.everywhere = i % 13 == 0;
      edit.pass = static_cast<std::uint32_t>(i);
      solvers.apply(edit);
      if (i % 3 == 0) solvers.require_equal();
      solvers.step_equally(1);
    }
    solvers.step_equally(100);
  }
}

TEST_CASE("air goes on through other rules, other wind, a new world, and a download in the middle") {
  REPOSE_NEEDS_GL();
  SolverGroup solvers = both(ruleset_of(kMatter + kSources), heaps(60, 58, 3));
  solvers.step_equally(60);
  World held = world_of(solvers[0]);
  CHECK(held.has(Plane::air));
  const auto capture = solvers[1].begin_capture();
  solvers.step_equally(10);
  REQUIRE(capture->fetch());
  CHECK(capture->world() == held);
  const auto load = [&](const Ruleset& rules) {
    for (std::size_t i = 0; i < 2; ++i) REQUIRE(solvers[i].load(rules).ok());
  };
  load(ruleset_of(kMatter));
  for (int i = 0; i < 40; ++i) solvers.step_equally(1);
  load(ruleset_of(kMatter + kBombs));
  solvers.set("wind_right", 70);
  for (int i = 0; i < 40; ++i) solvers.step_equally(1);
  solvers.set("wind_right", 0);
  for (int i = 0; i < 40; ++i) solvers.step_equally(1);
  const auto upload = [&](const World& world) {
    for (std::size_t i = 0; i < 2; ++i) REQUIRE(solvers[i].upload(world).ok());
    solvers.require_equal();
    for (int i = 0; i < 20; ++i) solvers.step_equally(1);
  };
  held.cells()[0] = wall;
  upload(held);
  load(ruleset_of(kMatter));
  upload(heaps(40, 41, 4));
  CHECK_FALSE(world_of(solvers[1]).has(Plane::air));
  upload(heaps(3, 41, 5));
  solvers.apply(blow({1, 5}, 20, 1, 0));
  solvers.set("wind_down", 30);
  for (int i = 0; i < 20; ++i) solvers.step_equally(1);
  upload(heaps(4, 4, 6));
}

}  // namespace repose::test::conserving_air_gpu_test

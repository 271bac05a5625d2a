// Worlds of heights and of masses for tests, and solvers that hold them.
#pragma once

#include <cstring>
#include <vector>

#include "automata/automaton_support.hpp"
#include "automata/solver_group.hpp"
#include "repose/rng.hpp"
#include "repose/world.hpp"

namespace repose::test {

inline std::int32_t value_at(const World& world, Plane plane, std::size_t i) {
  std::int32_t value = 0;
  std::memcpy(&value, &world.bytes(plane)[i * sizeof value], sizeof value);
  return value;
}
inline void set_value(World& world, Plane plane, std::size_t i, std::int32_t value) {
  if (!world.has(plane)) world.add(plane);
  std::memcpy(&world.bytes(plane)[i * sizeof value], &value, sizeof value);
}

inline World sand_of(int width, const std::vector<double>& heights) {
  World world(width, static_cast<int>(heights.size()) / width);
  for (std::size_t i = 0; i < heights.size(); ++i) {
    set_value(world, Plane::height, i, static_cast<std::int32_t>(heights[i] * kHeightOne));
  }
  return world;
}

inline std::vector<double> heights_of(const World& world) {
  std::vector<double> heights;
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    heights.push_back(static_cast<double>(value_at(world, Plane::height, i)) / kHeightOne);
  }
  return heights;
}

inline std::int64_t total_of(const World& world, Plane plane) {
  std::int64_t total = 0;
  for (std::size_t i = 0; i < world.cell_count(); ++i) total += value_at(world, plane, i);
  return total;
}

// Heights from 0 to `top`, any fraction of a unit; `with_ground`: with wetness and obstacles here and there.
inline World random_sand(int width, int height, int top, std::uint64_t seed, bool with_ground = false) {
  World world(width, height);
  if (with_ground) {
    world.add(Plane::wall);
    world.add(Plane::wetness);
  }
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    const std::uint32_t random =
        random_u32(seed, 0, static_cast<std::uint32_t>(i), 0, static_cast<std::uint32_t>(Salt::scene));
    set_value(world, Plane::height, i,
              static_cast<std::int32_t>(below(random, static_cast<std::uint32_t>(top) * kHeightOne)));
    if (!with_ground) continue;
    const std::uint32_t more = mix32(random);
    world.bytes(Plane::wetness)[i] = static_cast<std::uint8_t>(more % 3 == 0 ? more >> 24 : 0);
    if (more % 16 >= 13)
      world.bytes(Plane::wall)[i] = static_cast<std::uint8_t>(more % 64 == 13 ? 2 : more % 64 == 14 ? 3 : 1);
  }
  return world;
}

// Any of the elements here and there, and masses up to four full cells.
inline World rough_pool(int width, int height, int element_count, std::uint64_t seed) {
  World world = random_world(width, height, element_count, seed, 2);
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    const std::uint32_t random = random_u32(seed, 1, static_cast<std::uint32_t>(i), 0, 7);
    set_value(world, Plane::mass, i, random % 3 == 0 ? 0 : static_cast<std::int32_t>(below(random, 4 * kFullCell)));
  }
  return world;
}

// Masses up to the most that a cell holds, around pieces of ground.
inline World pressed_pool(int width, int height, std::uint64_t seed) {
  World world(width, height);
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    const std::uint32_t random = random_u32(seed, 1, static_cast<std::uint32_t>(i), 0, 7);
    if (random % 8 == 0) world.cells()[i] = wall;
    const std::uint32_t most = random % 3 == 0 ? 1 : static_cast<std::uint32_t>(kMassHeldMax);
    set_value(world, Plane::mass, i, static_cast<std::int32_t>(below(mix32(random), most) + random % 2));
  }
  return world;
}

struct WorldSize {
  int width, height;
};
// Single cells, rows and columns; around chunks and blocks; more than a chunk of the cpu backends wide.
inline constexpr WorldSize kFieldSizes[] = {{1, 1}, {1, 17}, {17, 1}, {2, 2}, {63, 65}, {257, 129}, {1100, 40}};

// With the rules of swapping_ruleset().
inline std::unique_ptr<Solver> field_solver(std::string_view automaton, Backend backend, const World& world,
                                            int threads = 1) {
  static const Registry registry = make_registry();
  return make_solver(*registry.solver(automaton, backend), swapping_ruleset(), world, threads);
}

// scalar and cpu.
inline SolverGroup field_solvers(std::string_view automaton, const World& world, int threads) {
  SolverGroup solvers;
  solvers.add(field_solver(automaton, Backend::scalar, world));
  solvers.add(field_solver(automaton, Backend::cpu, world, threads));
  return solvers;
}

// Runs a world on cpu with 1, 2 and 3 threads. After `first` steps the bytes must be those of scalar; after `more` the
// total must be unchanged. Returns the hash, which must be the same on every number of threads.
inline std::uint64_t run_on_threads(std::string_view automaton, const World& world, Plane amounts, std::uint64_t first,
                                    std::uint64_t more) {
  const auto scalar = field_solver(automaton, Backend::scalar, world);
  const std::int64_t total = total_of(world_of(*scalar), amounts);
  scalar->step(steps(0, first));
  CHECK(total_of(world_of(*scalar), amounts) == total);
  std::uint64_t last = 0;
  for (const int threads : {1, 2, 3}) {
    const auto cpu = field_solver(automaton, Backend::cpu, world, threads);
    cpu->step(steps(0, first));
    CHECK(hash_of(*cpu) == hash_of(*scalar));
    cpu->step(steps(first, more));
    CHECK(total_of(world_of(*cpu), amounts) == total);
    CHECK((last == 0 || hash_of(*cpu) == last));
    last = hash_of(*cpu);
  }
  return last;
}

}  // namespace repose::test

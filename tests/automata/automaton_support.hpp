// What the tests of the automata share.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "repose/registry.hpp"
#include "repose/ruleset.hpp"
#include "repose/solver.hpp"
#include "repose/world.hpp"

namespace repose::test {

// Reads a config that must be valid.
Ruleset ruleset_of(std::string_view config);

// background (air), sand, water, oil, wall: all pairs that can meet swap by density; walls stay. In the order of the
// enum.
const Ruleset& swapping_ruleset();
enum Matter : std::uint8_t { air, sand, water, oil, wall };
// The same without walls and with two elements: nothing is ever lost.
const Ruleset& two_density_ruleset();
// Five densities that also react with each other, so that counts change.
const Ruleset& reacting_ruleset();
// Undefined pairs on a background whose density is not 0: cells vanish, so the density plane is state.
const Ruleset& vanishing_ruleset();

// Every cell is one of `element_count` elements; with sparse > 1 only one cell in `sparse` is, the others background.
World random_world(int width, int height, int element_count, std::uint64_t seed, std::uint32_t sparse = 1);

// A solver that has loaded the rules and the world.
std::unique_ptr<Solver> make_solver(const SolverEntry& entry, const Ruleset& ruleset, const World& world,
                                    int threads = 1);

// The same, by name: without gpu solvers.
std::unique_ptr<Solver> start(std::string_view automaton, Backend backend, const Ruleset& ruleset, const World& world,
                              int threads = 1);

StepSpan steps(std::uint64_t first, std::uint64_t count, Bias first_bias = Bias::left);
StepSpan seeded(std::uint64_t first, std::uint64_t count, std::uint64_t seed);
World world_of(const Solver& solver);
std::uint64_t hash_of(const Solver& solver);

// Compares every count, row by row.
void check_equal_ledgers(const Ledger& a, const Ledger& b);

void fill(World& world, const CellBox& box, std::uint8_t element);
// Columns x_begin..x_end-1, rows y_begin..y_end-1.
void fill(World& world, int x_begin, int y_begin, int x_end, int y_end, std::uint8_t element);
std::int64_t count_of(const World& world, std::uint8_t element);
std::int64_t count_in_column(const World& world, int x, std::uint8_t element);
// How many cells of the element the fullest column has more than the emptiest one, without those of `except`.
std::int64_t unevenness(const World& world, std::uint8_t element, const std::function<bool(int x)>& except = {});
// The lower half full: sand under water, at rest.
World layered_world(int width, int height);

}  // namespace repose::test

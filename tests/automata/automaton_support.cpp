#include "automata/automaton_support.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "repose/config.hpp"
#include "repose/rng.hpp"

namespace repose::test {

Ruleset ruleset_of(std::string_view config) {
  ConfigResult result = read_config(config, "test");
  INFO(config);
  REQUIRE(result.ruleset.has_value());
  REQUIRE_FALSE(has_errors(result.diagnostics));
  return *result.ruleset;
}

const Ruleset& swapping_ruleset() {
  static const Ruleset ruleset = ruleset_of(R"(
cell air   0 0 0       0.1
cell sand  230 200 100 0.9
cell water 30 60 200   0.5
cell oil   90 60 20    0.3
cell wall  128 128 128 1
rule sand air air sand
rule water air air water
rule oil air air oil
rule sand water water sand
rule sand oil oil sand
rule water oil oil water
rule wall air wall air
rule wall sand wall sand
rule wall water wall water
rule wall oil wall oil
)");
  return ruleset;
}

const Ruleset& two_density_ruleset() {
  static const Ruleset ruleset = ruleset_of(R"(
cell air  0 0 0       0.1
cell sand 230 200 100 0.9
rule sand air air sand
)");
  return ruleset;
}

const Ruleset& reacting_ruleset() {
  static const Ruleset ruleset = ruleset_of(R"(
cell air   0 0 0     0.1
cell smoke 90 90 90  0.05
cell water 0 0 200   0.5
cell sand  200 200 0 0.9
cell acid  0 200 0   0.6
rule air smoke smoke air
rule water air air water
rule sand air air sand
rule acid air air acid
rule water smoke smoke water
rule sand smoke water sand
rule acid smoke smoke acid
rule sand water water sand
rule acid water smoke acid
rule sand acid smoke water
)");
  return ruleset;
}

const Ruleset& vanishing_ruleset() {
  static const Ruleset ruleset = ruleset_of(R"(
cell air   0 0 0     0.3
cell sand  200 200 0 0.9
cell water 0 0 200   0.5
cell gas   90 0 90   0.1
rule sand air air sand
rule water air air water
rule gas air air gas
)");
  return ruleset;
}

World random_world(int width, int height, int element_count, std::uint64_t seed, std::uint32_t sparse) {
  World world(width, height);
  constexpr auto kSalt = static_cast<std::uint32_t>(Salt::scene);
  std::uint32_t i = 0;
  for (std::uint8_t& cell : world.cells()) {
    const std::uint32_t random = random_u32(seed, 0, i++, 0, kSalt);
    if (below(mix32(random), sparse) != 0) continue;
    cell = static_cast<std::uint8_t>(below(random, static_cast<std::uint32_t>(element_count)));
  }
  return world;
}

std::unique_ptr<Solver> make_solver(const SolverEntry& entry, const Ruleset& ruleset, const World& world, int threads) {
  std::string error;
  SolverOptions options;
  options.threads = threads;
  std::unique_ptr<Solver> solver = entry.create(options, error);
  INFO(error);
  REQUIRE(solver != nullptr);
  const Status loaded = solver->load(ruleset);
  INFO(loaded.message());
  REQUIRE(loaded.ok());
  const Status uploaded = solver->upload(world);
  INFO(uploaded.message());
  REQUIRE(uploaded.ok());
  return solver;
}

std::unique_ptr<Solver> start(std::string_view automaton, Backend backend, const Ruleset& ruleset, const World& world,
                              int threads) {
  static const Registry registry = make_registry();
  return make_solver(*registry.solver(automaton, backend), ruleset, world, threads);
}

StepSpan seeded(std::uint64_t first, std::uint64_t count, std::uint64_t seed) {
  return {.first_step = first, .count = count, .seed = seed};
}

StepSpan steps(std::uint64_t first, std::uint64_t count, Bias first_bias) {
  StepSpan span;
  span.first_step = first;
  span.count = count;
  span.first_bias = first_bias;
  return span;
}

World world_of(const Solver& solver) {
  World world;
  solver.download(world);
  return world;
}

std::uint64_t hash_of(const Solver& solver) { return hash_world(world_of(solver), solver.state_planes()); }

void check_equal_ledgers(const Ledger& a, const Ledger& b) {
  REQUIRE(a.quantity == b.quantity);
  REQUIRE(a.rows.size() == b.rows.size());
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    INFO("row " << i);
    CHECK(a.rows[i].before == b.rows[i].before);
    CHECK(a.rows[i].made == b.rows[i].made);
    CHECK(a.rows[i].destroyed == b.rows[i].destroyed);
    CHECK(a.rows[i].painted == b.rows[i].painted);
    CHECK(a.rows[i].left == b.rows[i].left);
    CHECK(a.rows[i].moved == b.rows[i].moved);
    CHECK(a.rows[i].now == b.rows[i].now);
  }
  REQUIRE(a.air.has_value() == b.air.has_value());
  if (!a.air) return;
  CHECK(a.air->before == b.air->before);
  CHECK(a.air->given == b.air->given);
  CHECK(a.air->left == b.air->left);
  CHECK(a.air->now == b.air->now);
}

void fill(World& world, const CellBox& box, std::uint8_t element) {
  for (int y = box.y; y < box.y + box.height; ++y) {
    for (int x = box.x; x < box.x + box.width; ++x) world.cell(x, y) = element;
  }
}

void fill(World& world, int x_begin, int y_begin, int x_end, int y_end, std::uint8_t element) {
  fill(world, {x_begin, y_begin, x_end - x_begin, y_end - y_begin}, element);
}

std::int64_t count_of(const World& world, std::uint8_t element) { return std::ranges::count(world.cells(), element); }

std::int64_t count_in_column(const World& world, int x, std::uint8_t element) {
  std::int64_t count = 0;
  for (int y = 0; y < world.height(); ++y) count += world.cell(x, y) == element;
  return count;
}

std::int64_t unevenness(const World& world, std::uint8_t element, const std::function<bool(int x)>& except) {
  std::int64_t lowest = world.height(), highest = 0;
  for (int x = 0; x < world.width(); ++x) {
    if (except && except(x)) continue;
    lowest = std::min(lowest, count_in_column(world, x, element));
    highest = std::max(highest, count_in_column(world, x, element));
  }
  return highest - lowest;
}

World layered_world(int width, int height) {
  World world(width, height);
  fill(world, {0, height / 2, width, height - height / 2}, sand);
  fill(world, {0, height / 2, width, 3 * height / 4 - height / 2}, water);
  return world;
}

}  // namespace repose::test

// Compares the cells that a solver calls active with the cells that its next step changes.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>

#include "automata/automaton_support.hpp"
#include "core/chunks.hpp"

namespace repose::test::active_cells_test {

namespace {

constexpr std::string_view kAutomata[] = {"density", "conserving", "elements", "fastsab", "tiles", "water", "sandpile"};

// Those with flags for which cells the next step looks at.
std::vector<Backend> backends_with_flags(std::string_view automaton) {
  if (automaton == "density" || automaton == "fastsab") return {Backend::scalar, Backend::cpu};
  return {Backend::cpu};
}

std::vector<std::pair<std::string_view, Backend>> solvers_with_flags() {
  std::vector<std::pair<std::string_view, Backend>> solvers;
  for (const std::string_view automaton : kAutomata) {
    for (const Backend backend : backends_with_flags(automaton)) solvers.emplace_back(automaton, backend);
  }
  return solvers;
}

// One byte a cell, row by row: 1 where it belongs to the set.
using Mask = std::vector<std::uint8_t>;

Mask mask_of(const ActiveCells& active, int width, int height) {
  Mask mask(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (const CellBox& box : active.boxes) {
    for (int y = box.y; y < box.y + box.height; ++y) {
      for (int x = box.x; x < box.x + box.width; ++x) {
        REQUIRE((x >= 0 && y >= 0 && x < width && y < height));
        std::uint8_t& cell =
            mask[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
        REQUIRE(cell == 0);  // boxes do not overlap
        cell = 1;
      }
    }
  }
  return mask;
}

Mask changed_cells(const World& before, const World& after, PlaneSet planes) {
  Mask mask(before.cell_count());
  for (std::size_t p = 0; p < kPlaneCount; ++p) {
    const auto plane = static_cast<Plane>(p);
    if (!planes.has(plane) || !before.has(plane) || !after.has(plane) || plane == Plane::survey) continue;
    const std::size_t bytes = plane_info(plane).bytes_per_cell;
    for (std::size_t i = 0; i < mask.size() * bytes; ++i) {
      if (before.bytes(plane)[i] != after.bytes(plane)[i]) mask[i / bytes] = 1;
    }
  }
  return mask;
}

// The cells at most `reach` columns and rows from one of the mask.
Mask around(const Mask& mask, int width, int height, int reach) {
  Mask wide(mask.size()), result(mask.size());
  const auto at = [width](int x, int y) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (mask[at(x, y)] == 0) continue;
      for (int u = std::max(0, x - reach); u <= std::min(width - 1, x + reach); ++u) wide[at(u, y)] = 1;
    }
  }
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (wide[at(x, y)] == 0) continue;
      for (int v = std::max(0, y - reach); v <= std::min(height - 1, y + reach); ++v) result[at(x, v)] = 1;
    }
  }
  return result;
}

constexpr int kLookAhead = 4;  // of tiles, in cells

// Where a step may change cells, relative to the active cells.
struct Promise {
  int reach = 0;         // a changed cell is at most this far from an active one ...
  bool in_turn = false;  // ... or from another changed cell for which the same is true
};

Promise promise_of(std::string_view automaton) {
  if (automaton == "fastsab") return {9, false};            // the longest slide, and what is dissolved beside its end
  if (automaton == "tiles") return {kLookAhead + 1, true};  // a new hole wakes the liquids that can reach it
  if (automaton == "elements") return {2, true};
  return {};
}

// Changed cells that break the promise.
std::size_t surprises(Mask active, const Mask& changed, int width, int height, Promise promise) {
  const auto missing = [&](const Mask& reached) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < changed.size(); ++i) count += changed[i] > reached[i] ? 1 : 0;
    return count;
  };
  Mask reached = around(active, width, height, promise.reach);
  while (promise.in_turn && missing(reached) > 0) {
    Mask next = active;
    for (std::size_t i = 0; i < changed.size(); ++i) next[i] = std::max(next[i], std::min(changed[i], reached[i]));
    if (next == active) break;
    active = std::move(next);
    reached = around(active, width, height, promise.reach);
  }
  return missing(reached);
}

std::unique_ptr<Solver> solver_of(std::string_view automaton, Backend backend, const Ruleset& rules,
                                  const World& world) {
  auto solver = start(automaton, backend, rules, world, 2);
  // In some steps these look at the whole world.
  solver->set_parameter("levelling", 0);
  solver->set_parameter("drying", 0);
  solver->set_parameter("look_ahead", kLookAhead);
  return solver;
}

// Takes steps until nothing is active, but at most 400 * 16. Returns the number of the next step.
std::uint64_t rest(Solver& solver, std::uint64_t step = 0) {
  for (int i = 0; i < 400 && solver.stats().active_cells > 0; ++i, step += 16) solver.step(steps(step, 16));
  return step;
}

}  // namespace

TEMPLATE_TEST_CASE_SIG("what a step changes was active before it, and is counted alike", "", ((int width), width), 70,
                       200) {
  constexpr int height = width == 70 ? 50 : 90, step_count = width == 70 ? 25 : 8;
  for (const auto& [automaton, backend] : solvers_with_flags()) {
    for (const std::uint64_t seed : {1u, 2u}) {
      CAPTURE(automaton, backend_name(backend), seed);
      const Ruleset& rules = automaton == "density" && seed == 2 ? reacting_ruleset() : swapping_ruleset();
      const auto solver =
          solver_of(automaton, backend, rules, random_world(width, height, 5, seed, seed == 1 ? 1 : 12));
      World before = world_of(*solver);
      for (std::uint64_t step = 0; step < step_count; ++step) {
        const ActiveCells active = solver->active_cells();
        REQUIRE(active.unit != ActiveCells::Unit::every_cell);
        REQUIRE(active.count() == solver->stats().active_cells);
        solver->step(steps(step, 1));
        const World after = world_of(*solver);
        const Mask changed = changed_cells(before, after, solver->state_planes());
        CAPTURE(step);
        REQUIRE(surprises(mask_of(active, width, height), changed, width, height, promise_of(automaton)) == 0);
        before = after;
      }
    }
  }
}

TEST_CASE("a world at rest has no active cells, and a painted grain wakes only what is beside it") {
  for (const auto& [automaton, backend] : solvers_with_flags()) {
    CAPTURE(automaton, backend_name(backend));
    const auto solver = solver_of(automaton, backend, swapping_ruleset(), World(320, 200));
    rest(*solver);
    REQUIRE(solver->active_cells().boxes.empty());
    const CellPoint grain{150, 100};
    solver->apply(RectEdit{grain, grain, automaton == "water" ? water : sand, {}});
    const ActiveCells active = solver->active_cells();
    const bool chunks = active.unit == ActiveCells::Unit::chunk;
    const CellBox chunk{grain.x / kChunkWidth * kChunkWidth, grain.y / kChunkHeight * kChunkHeight, kChunkWidth,
                        kChunkHeight};
    constexpr int kNear = 2;
    const CellBox most = chunks
                             ? CellBox{chunk.x - kChunkWidth, chunk.y - kChunkHeight, 3 * kChunkWidth, 3 * kChunkHeight}
                             : CellBox{grain.x - kNear, grain.y - kNear, 2 * kNear + 1, 2 * kNear + 1};
    bool has_grain = false;
    for (const CellBox& box : active.boxes) {
      CHECK(most.contains({box.x, box.y}));
      CHECK(most.contains({box.x + box.width - 1, box.y + box.height - 1}));
      has_grain |= box.contains(grain);
    }
    CHECK(has_grain);
  }
}

TEST_CASE("a heap of sand comes to rest and has no active cells then") {
  for (const auto& [automaton, backend] : solvers_with_flags()) {
    // In the others grains beside void stay active, sand keeps moving, or sand is ground.
    if (automaton != "density" && automaton != "tiles" && automaton != "sandpile") continue;
    CAPTURE(automaton, backend_name(backend));
    World world(96, 64);
    for (int y = 10; y < 30; ++y) {
      for (int x = 40; x < 56; ++x) world.cell(x, y) = sand;
    }
    const auto solver = solver_of(automaton, backend, swapping_ruleset(), world);
    CHECK_FALSE(solver->active_cells().boxes.empty());
    rest(*solver);
    CHECK(solver->active_cells().boxes.empty());
    CHECK(solver->active_cells().count() == solver->stats().active_cells);
  }
}

TEST_CASE("fastsab has the same active cells on scalar and cpu") {
  const World world = random_world(90, 70, 5, 3);
  const auto scalar = solver_of("fastsab", Backend::scalar, swapping_ruleset(), world);
  const auto cpu = solver_of("fastsab", Backend::cpu, swapping_ruleset(), world);
  for (std::uint64_t step = 0; step < 60; step += 6) {
    for (Solver* solver : {scalar.get(), cpu.get()}) {
      solver->step(steps(step, 6));
      if (step == 30) solver->apply(RectEdit{{20, 0}, {60, 30}, air, {}});
    }
    REQUIRE(scalar->stats().active_cells > 0);
    REQUIRE(mask_of(scalar->active_cells(), 90, 70) == mask_of(cpu->active_cells(), 90, 70));
    REQUIRE(scalar->stats().active_cells == cpu->stats().active_cells);
  }
}

TEST_CASE("the other scalar solvers keep no flags: they look at every cell") {
  for (const std::string_view automaton : kAutomata) {
    if (backends_with_flags(automaton).size() > 1) continue;
    CAPTURE(automaton);
    const auto solver = solver_of(automaton, Backend::scalar, swapping_ruleset(), World(20, 10));
    CHECK(solver->active_cells() == ActiveCells{});
    CHECK(solver->stats().active_cells == solver->stats().cell_count);
  }
}

}  // namespace repose::test::active_cells_test

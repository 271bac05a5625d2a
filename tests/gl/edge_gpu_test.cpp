// The open edge on the gpu: the cells and the counts of the scalar backend, without waiting for the counts.
#include <chrono>
#include <numeric>
#include <thread>

#include "automata/automaton_support.hpp"
#include "automata/edge_support.hpp"
#include "gl_support.hpp"
#include "repose/gpu_solvers.hpp"

namespace repose::test::edge_gpu_test {
namespace {

const Registry& registry() {
  static const Registry with_gpu = [] {
    Registry all = make_registry();
    add_gpu_solvers(all, "");
    return all;
  }();
  return with_gpu;
}

const SolverEntry& entry_of(Backend backend) { return *registry().solver("density", backend); }

World world_of_sand(int width, int height) {
  World world(width, height);
  std::ranges::fill(world.cells(), std::uint8_t{sand});
  return world;
}

}  // namespace

TEST_CASE("random open worlds are the same on the gpu as on the scalar backend", "[slow]") {
  REPOSE_NEEDS_GL();
  check_open_worlds(entry_of(Backend::scalar), entry_of(Backend::gpu), {1}, 90);
}

TEST_CASE("an edge that opens and closes while the world runs is the same on the gpu as on the scalar backend") {
  REPOSE_NEEDS_GL();
  check_toggled_edge(entry_of(Backend::scalar), entry_of(Backend::gpu));
}

TEST_CASE("what leaves a gpu world is known some frames later without waiting") {
  REPOSE_NEEDS_GL();
  const auto solver = make_open_solver(entry_of(Backend::gpu), swapping_ruleset(), world_of_sand(64, 48));
  for (std::uint64_t k = 0; k < 3; ++k) solver->step(steps(k, 1));
  const auto scalar = make_open_solver(entry_of(Backend::scalar), swapping_ruleset(), world_of_sand(64, 48));
  scalar->step(steps(0, 3));
  // A paused app asks for the count once a frame.
  while (solver->stats().left_cells < scalar->stats().left_cells) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK(solver->stats().left_cells == scalar->stats().left_cells);
}

TEST_CASE("more cells than a float can count leave a gpu world within one call and are all counted", "[slow]") {
  REPOSE_NEEDS_GL();
  const Ruleset ruleset = ruleset_of(R"(
cell air    0 0 0   0.3
cell spring 9 9 200 0.78
cell rain   9 9 255 0.78
rule air spring rain spring
rule air rain rain air
)");
  constexpr int kWidth = 8192;
  constexpr std::uint64_t kSteps = 2100;  // times 8192 cells: over 2^24
  World start(kWidth, 2);
  for (int x = 0; x < kWidth; ++x) start.cell(x, 0) = 1;  // every step one cell falls from each spring to the floor
  const auto solver = make_open_solver(entry_of(Backend::gpu), ruleset, start);
  solver->step(steps(0, kSteps));
  CHECK(world_of(*solver) == start);
  CHECK(solver->stats().left_cells == kSteps * kWidth);
  CHECK(solver->left_by_element()[2] == kSteps * kWidth);
}

TEST_CASE("counting on the gpu leaves the blending of others as it was") {
  REPOSE_NEEDS_GL();
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  glBlendEquationSeparate(GL_FUNC_SUBTRACT, GL_MAX);
  glEnable(GL_BLEND);
  const auto solver = make_open_solver(entry_of(Backend::gpu), swapping_ruleset(), world_of_sand(16, 16));
  solver->step(steps(0, 4));
  static_cast<void>(solver->stats());
  GLint values[6] = {};
  constexpr GLenum kNames[6] = {GL_BLEND_SRC_RGB,   GL_BLEND_DST_RGB,      GL_BLEND_SRC_ALPHA,
                                GL_BLEND_DST_ALPHA, GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA};
  for (std::size_t i = 0; i < 6; ++i) glGetIntegerv(kNames[i], &values[i]);
  CHECK(std::vector<GLint>(values, values + 6) ==
        std::vector<GLint>{GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE, GL_FUNC_SUBTRACT, GL_MAX});
  CHECK(glIsEnabled(GL_BLEND) == GL_TRUE);
  CHECK(glGetError() == GL_NO_ERROR);
  glDisable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ZERO);
}

}  // namespace repose::test::edge_gpu_test

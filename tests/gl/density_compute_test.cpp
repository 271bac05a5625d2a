// The gpu backend of density on the compute path, several steps at once, gives the bytes of the scalar one.
#include "automata/automaton_support.hpp"
#include "automata/density/density.hpp"
#include "automata/density/gpu.hpp"
#include "automata/density/gpu_packed_cells.hpp"
#include "automata/solver_group.hpp"
#include "density_classes.hpp"
#include "gl_support.hpp"

namespace repose::test::density_compute_test {
namespace {

#define REPOSE_NEEDS_COMPUTE() \
  REPOSE_NEEDS_GL();           \
  if (GLAD_GL_VERSION_4_3 == 0) REPOSE_SKIP("compute shaders take OpenGL 4.3")

constexpr std::uint64_t kAtOnce = density::GpuSteps::kStepsAtOnce;

// One for each kind of codes: a byte with masks, a byte with a table of ranks, two bytes.
std::vector<Ruleset> all_kinds() {
  return {ruleset_of_classes(kManyOfSome), ruleset_of_classes(kTooManyOfOne), ruleset_of_classes(kFew, 3)};
}

int count_of(const Ruleset& rules) { return static_cast<int>(rules.elements.size()); }

// scalar and gpu.
SolverGroup both_without_world() {
  std::string error;
  SolverGroup solvers;
  solvers.add(density::make_scalar_solver());
  auto gpu = density::make_gpu_solver(GlPath::compute, error);
  INFO(error);
  REQUIRE(gpu != nullptr);
  solvers.add(std::move(gpu));
  return solvers;
}

void start(const SolverGroup& solvers, const Ruleset& rules, const World& world) {
  for (const std::size_t i : {0u, 1u}) {
    REQUIRE(solvers[i].load(rules).ok());
    REQUIRE(solvers[i].upload(world).ok());
  }
}

struct Size {
  int width, height;
};

}  // namespace

TEST_CASE("several steps of density at once give the bytes of scalar in every size, whatever a cell takes") {
  REPOSE_NEEDS_COMPUTE();
  SolverGroup solvers = both_without_world();
  // The inner part of a tile is 224 x 32 cells of one byte, or 112 x 32 of two. Software drivers compile a shader again
  // for textures whose sides are powers of two, so only one kind gets these.
  const std::vector<Size> sizes[] = {
      {{1, 1}, {17, 5}, {33, 31}, {223, 31}, {224, 96}, {225, 33}, {460, 70}},
      {{33, 31}, {225, 33}, {460, 70}},
      {{17, 5}, {33, 31}, {111, 31}, {112, 96}, {113, 33}, {230, 70}},
  };
  const std::vector<Ruleset> kinds = all_kinds();
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const Ruleset& rules = kinds[kind];
    for (const auto& [width, height] : sizes[kind]) {
      INFO(count_of(rules) << " elements, " << width << " x " << height);
      start(solvers, rules, random_world(width, height, count_of(rules), 71));
      for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{3}, kAtOnce, 2 * kAtOnce + 1})
        solvers.step_equally(count);
    }
  }
}

// A step carries news at most two rows down. Such news four times in a row is so rare that random worlds do not show
// whether the rim of a tile is high enough.
TEST_CASE("what four steps of density carry down eight rows arrives, wherever tiles begin") {
  REPOSE_NEEDS_COMPUTE();
  SolverGroup solvers = both_without_world();
  const World picture =
      world_from({"304", "413", "321", "301", "104", "142", "220", "340", "312", "101", "114", "120", "0?1",
                  "010", "022", "331", "003", "123", "304", "110", "104", "213", "121", "013", "221"},
                 {{'0', 0}, {'1', 1}, {'2', 2}, {'3', 3}, {'4', 4}, {'?', 4}});
  constexpr int kSourceRow = 12;  // of the element '?'
  for (int top = 0; top < 48; ++top) {
    INFO("top " << top);
    World world(3, 75);
    for (int y = 0; y < picture.height(); ++y) {
      for (int x = 0; x < 3; ++x) world.cell(x, top + y) = picture.cell(x, y);
    }
    std::vector<std::uint8_t> arrived;
    for (const std::uint8_t source : {std::uint8_t{1}, std::uint8_t{4}}) {
      world.cell(1, top + kSourceRow) = source;
      start(solvers, swapping_ruleset(), world);
      for (const std::size_t i : {0u, 1u}) solvers[i].step(steps(0, 4));
      const World expected = world_of(solvers[0]);
      CHECK(world_of(solvers[1]) == expected);
      arrived.push_back(expected.cell(1, top + kSourceRow + 8));
    }
    CHECK(arrived.front() != arrived.back());
  }
}

TEST_CASE("what falls, slides and lies in density crosses the tiles of the compute path as on scalar") {
  REPOSE_NEEDS_COMPUTE();
  SolverGroup solvers = both_without_world();
  for (const Ruleset& rules : all_kinds()) {
    INFO(count_of(rules) << " elements");
    World world(250, 140);  // background with a block in the upper half
    const World block = random_world(120, 60, count_of(rules), 73);
    for (int y = 0; y < block.height(); ++y) {
      for (int x = 0; x < block.width(); ++x) world.cell(60 + x, 5 + y) = block.cell(x, y);
    }
    start(solvers, rules, world);
    for (int i = 0; i < 12; ++i) solvers.step_equally(2 * kAtOnce);
  }
}

TEST_CASE("edits, an open edge and a ledger between several steps of density at once change no byte") {
  REPOSE_NEEDS_COMPUTE();
  SolverGroup solvers = both_without_world();
  for (const Ruleset& rules : all_kinds()) {
    INFO(count_of(rules) << " elements");
    start(solvers, rules, random_world(240, 50, count_of(rules), 79));
    for (const double open_edge : {0.0, 1.0, 0.0}) {
      solvers.set("open_edge", open_edge);
      solvers.step(kAtOnce + 2);
      solvers.apply(StrokeEdit{{200, 3}, {239, 45}, 4, BrushShape::round, 1, {}});
      solvers.step_equally(kAtOnce + 1);
    }
    CHECK(solvers[0].stats().left_cells > 0);
    CHECK(solvers[1].stats().left_cells == solvers[0].stats().left_cells);
    solvers.keep_ledger();
    solvers.step_equally(kAtOnce + 1);
    check_equal_ledgers(solvers[1].ledger().value(), solvers[0].ledger().value());
    for (const std::size_t i : {0u, 1u}) solvers[i].keep_ledger(false);
    solvers.step_equally(kAtOnce);
  }
}

}  // namespace repose::test::density_compute_test

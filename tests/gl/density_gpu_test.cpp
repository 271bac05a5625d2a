// The gpu backend of the density automaton gives the bytes of the scalar one.
#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>

#include "automata/automaton_support.hpp"
#include "automata/density/density.hpp"
#include "automata/density/gpu.hpp"
#include "automata/density/gpu_packed_cells.hpp"
#include "automata/edge_support.hpp"
#include "automata/solver_group.hpp"
#include "gl/density_classes.hpp"
#include "gl/gl_support.hpp"
#include "reference_files.hpp"
#include "render/world_view.hpp"
#include "repose/gpu_solvers.hpp"
#include "repose/paths.hpp"
#include "repose/rng.hpp"

namespace repose::test::density_gpu_test {
namespace {

std::unique_ptr<Solver> make_gpu() {
  Registry registry = make_registry();
  add_gpu_solvers(registry, "");
  std::string error;
  auto solver = registry.solver("density", Backend::gpu)->create({}, error);
  INFO(error);
  REQUIRE(solver != nullptr);
  return solver;
}

Element element(std::string name, double density) {
  Element e;
  e.name = std::move(name);
  e.density = density;
  e.density_byte = density_to_byte(density);
  return e;
}

// Element 0 has a middle density, the last one is a wall; all pairs swap except those with the wall. `missing`: every
// n-th pair has no rule.
Ruleset swapping_rules(int element_count, int missing = 0) {
  Ruleset rules;
  for (int i = 0; i < element_count; ++i) {
    const int rank = i == 0 ? element_count / 2 : i <= element_count / 2 ? i - 1 : i;
    const bool wall = i == element_count - 1;
    rules.elements.push_back(element("e" + std::to_string(i), wall ? 1.0 : rank / (element_count + 1.0)));
  }
  int pair = 0;
  for (int a = 0; a < element_count; ++a) {
    for (int b = a + 1; b < element_count; ++b) {
      if (missing != 0 && ++pair % missing == 0) continue;
      const auto low = static_cast<std::uint8_t>(a), high = static_cast<std::uint8_t>(b);
      const bool walled = b == element_count - 1;
      rules.reactions.push_back({low, high, walled ? low : high, walled ? high : low, 0});
    }
  }
  return rules;
}

// Two solvers that get the same edits and steps.
struct Pair {
  std::unique_ptr<Solver> scalar = density::make_scalar_solver();
  std::unique_ptr<Solver> gpu = make_gpu();

  Pair(const Ruleset& rules, const World& world) {
    for (Solver* solver : {scalar.get(), gpu.get()}) {
      REQUIRE(solver->load(rules).ok());
      REQUIRE(solver->upload(world).ok());
    }
  }
  void step(const StepSpan& span) const {
    scalar->step(span);
    gpu->step(span);
  }
  void apply(const Edit& edit) const {
    scalar->apply(edit);
    gpu->apply(edit);
  }
  bool equal() const {
    return scalar->state_planes() == gpu->state_planes() && world_of(*scalar) == world_of(*gpu) && gpu->health().ok();
  }
};

struct Size {
  int width, height;
  std::uint64_t steps;
};

std::vector<std::uint8_t> from_hex(const std::string& hex) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

World recorded_world(const nlohmann::json& state, int width, int height, bool with_density) {
  World world(width, height);
  std::ranges::copy(from_hex(state.at("index")), world.cells().begin());
  if (with_density) {
    world.add(Plane::density);
    std::ranges::copy(from_hex(state.at("density")), world.bytes(Plane::density).begin());
  }
  return world;
}

// Without a density plane the density follows from the element; the recording must agree.
bool density_follows(const World& world, const Ruleset& rules, const std::vector<std::uint8_t>& recorded) {
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    if (rules.elements[world.cells()[i]].density_byte != recorded[i]) return false;
  }
  return true;
}

void replay(const nlohmann::json& recording) {
  const ConfigResult config = read_config(recording.at("config").get<std::string>(), "recording");
  REQUIRE(config.ruleset.has_value());
  const int width = recording.at("width"), height = recording.at("height");
  const auto solver = make_gpu();
  REQUIRE(solver->load(*config.ruleset).ok());
  const bool with_density = solver->state_planes().has(Plane::density);
  REQUIRE(solver->upload(recorded_world(recording.at("initial"), width, height, with_density)).ok());
  const Bias first_bias = recording.at("first_bias") == "left" ? Bias::left : Bias::right;

  std::map<std::uint64_t, const nlohmann::json*> states;
  for (const auto& [step, state] : recording.at("steps").items()) states[std::stoull(step)] = &state;
  std::uint64_t now = 0;
  for (const auto& [step, state] : states) {
    solver->step({now, step - now, 1, first_bias});
    now = step;
    INFO("step " << step);
    const World world = world_of(*solver);
    REQUIRE(world == recorded_world(*state, width, height, with_density));
    if (!with_density) REQUIRE(density_follows(world, *config.ruleset, from_hex(state->at("density"))));
  }
}

}  // namespace

TEST_CASE("the gpu backend replays every recording of sand.js") {
  REPOSE_NEEDS_GL();
  for (const auto& file : sandjs_recordings()) {
    INFO(file.filename().string());
    replay(nlohmann::json::parse(read_text(file)));
  }
}

TEST_CASE("random worlds of every shape step on the gpu as on the scalar backend") {
  REPOSE_NEEDS_GL();
  const Size size = GENERATE(Size{1, 1, 40}, Size{1, 7, 200}, Size{7, 1, 200}, Size{2, 2, 100}, Size{63, 65, 300},
                             Size{257, 129, 120}, Size{1024, 768, 12});
  const Bias first_bias = GENERATE(Bias::left, Bias::right);
  INFO(size.width << "x" << size.height);
  const Pair pair(swapping_rules(6), random_world(size.width, size.height, 6, 7));
  pair.step({0, size.steps - 5, 1, first_bias});
  pair.step({size.steps - 5, 5, 1, first_bias});
  CHECK(pair.equal());
}

TEST_CASE("256 elements with undefined pairs keep their densities on the gpu") {
  REPOSE_NEEDS_GL();
  const Pair pair(swapping_rules(256, 3), random_world(63, 65, 256, 11));
  REQUIRE(pair.gpu->state_planes().has(Plane::density));
  pair.step({0, 1, 1, Bias::left});
  CHECK(pair.equal());
  pair.step({1, 99, 1, Bias::left});
  CHECK(pair.equal());
}

TEST_CASE("vanished cells survive download and upload on the gpu") {
  REPOSE_NEEDS_GL();
  const Ruleset rules = swapping_rules(5, 2);
  const Pair pair(rules, random_world(40, 30, 5, 13));
  pair.step({0, 6, 1, Bias::left});
  const World world = world_of(*pair.gpu);
  REQUIRE(pair.gpu->upload(world).ok());
  CHECK(world_of(*pair.gpu) == world);
}

TEST_CASE("element bytes outside the ruleset become the background on the gpu") {
  REPOSE_NEEDS_GL();
  const Pair pair(swapping_rules(4), random_world(31, 17, 256, 17));
  CHECK(pair.equal());
}

TEST_CASE("every kind of edit gives the same bytes on the gpu as on the scalar backend") {
  REPOSE_NEEDS_GL();
  const Pair pair(swapping_rules(6, 4), random_world(97, 61, 6, 19));
  for (const BrushShape shape : {BrushShape::round, BrushShape::square}) {
    for (const int size : {1, 2, 5, 24, 256}) {
      pair.apply(StrokeEdit{{10, 12}, {60, 33}, size > 24 ? 24 : size, shape, 3, {}});
      pair.apply(StrokeEdit{{-20, -7}, {120, 70}, size > 24 ? 9 : size, shape, 2, std::uint8_t{1}});
      pair.apply(StrokeEdit{{-300, 30}, {-300, 30}, size, shape, 4, {}});
      CHECK(pair.equal());
    }
  }
  pair.apply(RectEdit{{90, 5}, {-4, 9}, 5, {}});
  pair.apply(RectEdit{{0, 20}, {96, 60}, 4, std::uint8_t{0}});
  pair.apply(RectEdit{{200, 200}, {300, 300}, 4, {}});
  pair.apply(RectEdit{{3, 3}, {8, 8}, 77, {}});  // not an element: the background
  CHECK(pair.equal());
  pair.step({0, 9, 1, Bias::right});
  CHECK(pair.equal());
  pair.apply(StrokeEdit{{50, 30}, {50, 30}, 256, BrushShape::square, 1, std::uint8_t{0}});
  CHECK(pair.equal());
}

TEST_CASE("stamps are clipped, skip their transparent element and give the same bytes on the gpu") {
  REPOSE_NEEDS_GL();
  const Pair pair(swapping_rules(6, 4), random_world(50, 40, 6, 23));
  const World picture = random_world(30, 20, 9, 29);  // with bytes that are not elements
  const auto cells = std::make_shared<const std::vector<std::uint8_t>>(picture.cells().begin(), picture.cells().end());
  for (const CellPoint at : {CellPoint{4, 6}, CellPoint{-11, -5}, CellPoint{41, 33}, CellPoint{-30, 0},
                             CellPoint{50, 0}, CellPoint{2'000'000'000, 2'000'000'000}}) {
    pair.apply(StampEdit{at, 30, 20, cells, {}});
    CHECK(pair.equal());
    pair.step({0, 3, 1, Bias::left});
    pair.apply(StampEdit{at, 30, 20, cells, std::uint8_t{2}});
    CHECK(pair.equal());
    pair.apply(StampEdit{at, 30, 20, cells, std::uint8_t{3}, std::uint8_t{1}});
    CHECK(pair.equal());
  }
}

TEST_CASE("edits between steps leave scalar and gpu equal over a long run") {
  REPOSE_NEEDS_GL();
  const Pair pair(swapping_rules(6), random_world(120, 80, 6, 31));
  for (std::uint64_t round = 0; round < 40; ++round) {
    const auto random = [&](std::uint32_t salt, std::uint32_t n) {
      return static_cast<int>(below(random_u32(5, static_cast<std::uint32_t>(round), 0, 0, salt), n));
    };
    const CellPoint from{random(1, 140) - 10, random(2, 100) - 10}, to{random(3, 140) - 10, random(4, 100) - 10};
    pair.apply(StrokeEdit{from, to, 1 + random(5, 20), BrushShape::round, static_cast<std::uint8_t>(random(6, 6)),
                          round % 3 == 0 ? std::optional<std::uint8_t>(0) : std::nullopt});
    pair.step({round * 4, 4, 1, Bias::left});
  }
  CHECK(pair.equal());
}

TEST_CASE("the gpu backend leaves the GL state of others as it was") {
  REPOSE_NEEDS_GL();
  const Canvas target(kTexelRgba8, 8, 8, "someone's");
  const Texture texture(kTexelRgba8, 4, 4, "someone's");
  target.framebuffer.bind();
  glViewport(1, 2, 3, 4);
  glEnable(GL_BLEND);
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, texture.name());

  const Pair pair(swapping_rules(4), random_world(16, 16, 4, 37));
  pair.step({0, 3, 1, Bias::left});
  pair.apply(RectEdit{{1, 1}, {9, 9}, 1, std::uint8_t{0}});
  CHECK(pair.equal());

  GLint framebuffer = 0, viewport[4] = {}, unit = 0, bound = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
  glGetIntegerv(GL_VIEWPORT, viewport);
  glGetIntegerv(GL_ACTIVE_TEXTURE, &unit);
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  CHECK(framebuffer == static_cast<GLint>(target.framebuffer.name()));
  CHECK(std::vector<GLint>(viewport, viewport + 4) == std::vector<GLint>{1, 2, 3, 4});
  CHECK(glIsEnabled(GL_BLEND) == GL_TRUE);
  CHECK(unit == GL_TEXTURE1);
  CHECK(bound == static_cast<GLint>(texture.name()));
  CHECK(glGetError() == GL_NO_ERROR);
  glDisable(GL_BLEND);
}

TEST_CASE("a world too large for the GPU is refused with a sentence and the old one stays") {
  REPOSE_NEEDS_GL();
  GLint side_max = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side_max);
  if (side_max >= kWorldSideMax) REPOSE_SKIP("this GPU takes every world that there can be");
  const Pair pair(swapping_rules(4), random_world(16, 16, 4, 41));
  const Status status = pair.gpu->upload(World(1, side_max + 1));
  CHECK_FALSE(status.ok());
  CHECK(status.message().find("too large") != std::string::npos);
  CHECK(pair.equal());
}

TEST_CASE("without a context the registry says why the gpu backend cannot run") {
  Registry registry = make_registry();
  add_gpu_solvers(registry, "no display");
  const SolverEntry* entry = registry.solver("density", Backend::gpu);
  REQUIRE(entry != nullptr);
  CHECK_FALSE(entry->available());
  CHECK(entry->unavailable == "no display");
}

TEST_CASE("the view of a gpu world is a texture that changes its generation with every change") {
  REPOSE_NEEDS_GL();
  const Pair pair(swapping_rules(4), random_world(16, 9, 4, 43));
  const CellView before = pair.gpu->view();
  CHECK(before.texture() != nullptr);
  CHECK(before.width == 16);
  CHECK(before.height == 9);
  CHECK(pair.gpu->view().generation == before.generation);
  pair.gpu->step({});
  const CellView stepped = pair.gpu->view();
  CHECK(stepped.generation != before.generation);
  pair.gpu->apply(RectEdit{{0, 0}, {1, 1}, 1, {}});
  CHECK(pair.gpu->view().generation != stepped.generation);
}

TEST_CASE("the gpu keeps the ledger of scalar, whatever is painted, with an open edge and while the ledger is read") {
  REPOSE_NEEDS_GL();
  const auto cells = std::make_shared<const std::vector<std::uint8_t>>(std::vector<std::uint8_t>{0, 1, 2, 3, 1, 1});
  const Edit edits[] = {StrokeEdit{{10, 5}, {90, 60}, 15, BrushShape::round, 1, {}},
                        RectEdit{{0, 0}, {40, 30}, 2, 0},
                        StampEdit{{97, 3}, 3, 2, cells, 3},
                        PushEdit{{10, 9}, {90, 60}, 25, BrushShape::round, false, 1},
                        PushEdit{{}, {}, 1, BrushShape::round, true},
                        StrokeEdit{{50, 30}, {50, 30}, 20, BrushShape::square, 0, {}}};
  for (const Ruleset& rules : {swapping_rules(5), swapping_rules(40, 7)}) {
    for (const double open_edge : {0.0, 1.0}) {
      const Pair pair(rules, random_world(100, 70, static_cast<int>(rules.elements.size()), 45));
      std::uint64_t step = 0;
      for (Solver* solver : {pair.scalar.get(), pair.gpu.get()}) {
        solver->set_parameter("open_edge", open_edge);
        REQUIRE(solver->keep_ledger(true));
      }
      for (const Edit& edit : edits) {
        for (Solver* solver : {pair.scalar.get(), pair.gpu.get()}) {
          for (std::uint64_t k = 0; k < 9; ++k) {
            solver->step({step + k, 1, 1, Bias::left});
            REQUIRE(solver->ledger().has_value());
          }
          solver->apply(edit);
        }
        step += 9;
      }
      World world;
      pair.gpu->download(world);
      INFO((open_edge != 0 ? "open edge" : "closed edge"));
      REQUIRE(pair.gpu->health().ok());
      check_equal_ledgers(*pair.gpu->ledger(), *pair.scalar->ledger());
    }
  }
}

}  // namespace repose::test::density_gpu_test

namespace repose::test::edge_gpu_test {

// The open edge on the gpu: the cells and the counts of the scalar backend, without waiting for the counts.
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
  // A paused app asks for the count once a frame. After a wait for the GPU, a copy that was requested has arrived.
  for (int frame = 0; frame < 4; ++frame) {
    static_cast<void>(solver->stats());
    finish_gl();
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

namespace repose::test::density_compute_test {

// The gpu backend of density on the compute path, several steps at once, gives the bytes of the scalar one.
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

namespace repose::test::density_packing_test {

// Several cells a texel: codes in the order of densities, worlds of every width, pictures of packed cells.
namespace {

using density::CellCodes;
using density::RuleTable;

std::unique_ptr<Solver> started(std::unique_ptr<Solver> solver, const Ruleset& rules, const World& world) {
  REQUIRE(solver != nullptr);
  REQUIRE(solver->load(rules).ok());
  REQUIRE(solver->upload(world).ok());
  return solver;
}

struct Both {
  std::unique_ptr<Solver> scalar, gpu;

  Both(const Ruleset& rules, const World& world) : scalar(started(density::make_scalar_solver(), rules, world)) {
    std::string error;
    gpu = started(density::make_gpu_solver(GlPath::fragment, error), rules, world);
    INFO(error);
  }
  void step(std::uint64_t first, std::uint64_t count) const {
    for (Solver* solver : {scalar.get(), gpu.get()}) solver->step(steps(first, count));
  }
  void apply(const Edit& edit) const {
    for (Solver* solver : {scalar.get(), gpu.get()}) solver->apply(edit);
  }
  bool equal() const { return world_of(*scalar) == world_of(*gpu) && gpu->health().ok(); }
};

std::uint8_t rank_of(const CellCodes& codes, std::uint16_t code) {
  const auto& m = codes.rank_masks();
  const int half = code >> 7, quarter = code >> 6 & 1;
  return static_cast<std::uint8_t>(code & (m[0] ^ half * m[1] ^ quarter * m[2] ^ half * quarter * m[3]));
}

void check_ranks(const Ruleset& rules) {
  const RuleTable table(rules);
  const CellCodes codes(table);
  REQUIRE(codes.kind() == CellCodes::Kind::masked);
  for (int i = 0; i < table.element_count(); ++i) {
    const auto a = static_cast<std::uint8_t>(i);
    const std::uint16_t code = codes.code_of({a, table.density_of(a)});
    CHECK(codes.cell_of(code) == density::Outcome{a, table.density_of(a)});
    CHECK((rank_of(codes, code) >= codes.wall_rank()) == (table.density_of(a) == kWallDensity));
    for (int j = 0; j < table.element_count(); ++j) {
      const auto b = static_cast<std::uint8_t>(j);
      const std::uint8_t other = rank_of(codes, codes.code_of({b, table.density_of(b)}));
      REQUIRE((rank_of(codes, code) < other) == (table.density_of(a) < table.density_of(b)));
    }
  }
}

CellCodes::Kind kind_of(const Ruleset& rules) { return CellCodes(RuleTable(rules)).kind(); }

std::vector<std::uint8_t> picture_of(const CellView& cells, const Camera& camera, WorldView& view,
                                     const Canvas& canvas) {
  canvas.framebuffer.bind();
  view.draw(cells, camera, {}, {3, 5, 7}, canvas.texture.height());
  return read_rgba(canvas);
}

}  // namespace

TEST_CASE("codes of one byte rank as densities do, whatever shares a density") {
  check_ranks(ruleset_of_classes(kFew));
  check_ranks(ruleset_of_classes(kManyOfSome));
  check_ranks(ruleset_of_classes({64, 64, 64, 63}));
  check_ranks(ruleset_of_classes(std::vector<int>(200, 1)));
  check_ranks(ruleset_of("cell air 0 0 0 0.3\n"));  // no walls
}

TEST_CASE("the configs of our own need one byte a cell, and the density plane two") {
  for (const char* file : {"configs/density-world.cfg", "configs/classic.cfg"}) {
    const auto path = find_data(file);
    REQUIRE(path.has_value());
    const ConfigResult config = read_config_file(*path);
    CellCodes::Kind kind = kind_of(*config.ruleset);
    CHECK(kind == (RuleTable(*config.ruleset).has_undefined_pairs() ? CellCodes::Kind::wide : CellCodes::Kind::masked));
  }
  CHECK(kind_of(ruleset_of_classes(kTooManyOfOne)) == CellCodes::Kind::tabled);
  CHECK(kind_of(ruleset_of_classes(kFew, 2)) == CellCodes::Kind::wide);
}

TEST_CASE("worlds of every width step and are painted on the gpu as on the scalar backend, whatever a cell takes") {
  REPOSE_NEEDS_GL();
  for (const Ruleset& rules :
       {ruleset_of_classes(kManyOfSome), ruleset_of_classes(kTooManyOfOne), ruleset_of_classes(kFew, 3)}) {
    const int count = static_cast<int>(rules.elements.size());
    for (const int width : {1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33}) {
      INFO(count << " elements, width " << width);
      const Both both(rules, random_world(width, 20, count, 51));
      both.step(0, 7);
      REQUIRE(both.equal());
      both.apply(StrokeEdit{{width - 1, 3}, {width / 2, 15}, 4, BrushShape::round, 1, {}});
      both.apply(RectEdit{{width - 3, 0}, {width + 3, 8}, 2, std::uint8_t{1}});
      const auto cells = std::make_shared<const std::vector<std::uint8_t>>(std::vector<std::uint8_t>{0, 1, 2, 3, 1, 4});
      both.apply(StampEdit{{width - 2, 9}, 3, 2, cells, std::uint8_t{1}});
      REQUIRE(both.equal());
      both.step(7, 6);
      REQUIRE(both.equal());
    }
  }
}

TEST_CASE("an open edge lets the same leave on the gpu, whatever a cell takes") {
  REPOSE_NEEDS_GL();
  for (const Ruleset& rules :
       {ruleset_of_classes(kManyOfSome), ruleset_of_classes(kTooManyOfOne), ruleset_of_classes(kFew, 3)}) {
    const Both both(rules, random_world(37, 21, static_cast<int>(rules.elements.size()), 53));
    for (Solver* solver : {both.scalar.get(), both.gpu.get()}) solver->set_parameter("open_edge", 1);
    both.step(0, 30);
    REQUIRE(both.equal());
    CHECK(both.gpu->stats().left_cells == both.scalar->stats().left_cells);
  }
}

TEST_CASE("rules of another kind may follow on the gpu, also with an open edge") {
  REPOSE_NEEDS_GL();
  std::string error;
  const auto gpu = density::make_gpu_solver(GlPath::fragment, error);
  REQUIRE(gpu != nullptr);
  gpu->set_parameter("open_edge", 1);
  for (const Ruleset& rules :
       {ruleset_of_classes(kFew), ruleset_of_classes(kFew, 2), ruleset_of_classes(kTooManyOfOne)}) {
    const World world = random_world(40, 30, static_cast<int>(rules.elements.size()), 57);
    const auto scalar = started(density::make_scalar_solver(), rules, world);
    scalar->set_parameter("open_edge", 1);
    REQUIRE(gpu->load(rules).ok());
    REQUIRE(gpu->upload(world).ok());
    for (Solver* solver : {scalar.get(), gpu.get()}) solver->step(steps(0, 9));
    CHECK(world_of(*gpu) == world_of(*scalar));
  }
}

TEST_CASE("a world wider than textures are lies on the gpu") {
  REPOSE_NEEDS_GL();
  const Both both(swapping_ruleset(), random_world(kWorldSideMax, 5, 5, 59));
  both.step(0, 4);
  CHECK(both.equal());
}

TEST_CASE("packed cells look as cells in memory do, near and far") {
  REPOSE_NEEDS_GL();
  std::string error;
  const auto view = WorldView::create(error);
  INFO(error);
  REQUIRE(view != nullptr);
  const Canvas canvas(kTexelRgba8, 200, 160, "screen");
  for (const Ruleset& rules : {ruleset_of_classes(kManyOfSome), ruleset_of_classes(kFew, 3)}) {
    Palette palette;
    for (std::size_t i = 0; i < palette.size(); ++i) {
      const auto shade = static_cast<std::uint8_t>(37 * i);
      palette[i] = {Color{shade, static_cast<std::uint8_t>(255 - shade), static_cast<std::uint8_t>(91 * i)},
                    static_cast<repose::Matter>(i % 5), 0.0f};
    }
    view->set_palette(palette);
    const Both both(rules, random_world(301, 203, static_cast<int>(rules.elements.size()), 61));
    both.step(0, 3);
    Camera camera;
    camera.set_viewport({0, 0, 200, 160});
    camera.fit(301, 203);
    for (int i = 0; i < 3; ++i) {
      CHECK(picture_of(both.gpu->view(), camera, *view, canvas) ==
            picture_of(both.scalar->view(), camera, *view, canvas));
      camera.zoom_at({150, 70}, i + 1);
    }
  }
}

}  // namespace repose::test::density_packing_test

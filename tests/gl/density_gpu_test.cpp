// The gpu backend of density: recordings of sand.js, the layouts of cells, both kinds of shaders, the open edge, the
// ledger. conformance_gpu_test.cpp compares it with scalar in random worlds.
#include "automata/density/density.hpp"
#include "automata/sandjs_recordings.hpp"
#include "automata/solver_group.hpp"
#include "gl/gl_support.hpp"
#include "render/world_view.hpp"
#include "repose/gpu_solvers.hpp"
#include "repose/rng.hpp"

namespace repose::test::density_gpu_test {
namespace {

#define REPOSE_NEEDS_COMPUTE() \
  REPOSE_NEEDS_GL();           \
  if (GLAD_GL_VERSION_4_3 == 0) REPOSE_SKIP("compute shaders take OpenGL 4.3")

constexpr std::uint64_t kAtOnce = density::kGpuStepsAtOnce;

std::unique_ptr<Solver> make_gpu(GlPath path = GlPath::fragment) {
  std::string error;
  auto solver = density::make_gpu_solver(path, error);
  INFO(error);
  REQUIRE(solver != nullptr);
  return solver;
}

void load(const SolverGroup& solvers, const Ruleset& rules, const World& world) {
  for (const std::size_t i : {0u, 1u}) {
    REQUIRE(solvers[i].load(rules).ok());
    REQUIRE(solvers[i].upload(world).ok());
  }
}

// scalar and gpu.
SolverGroup without_world(GlPath path) {
  SolverGroup solvers;
  solvers.add(density::make_scalar_solver());
  solvers.add(make_gpu(path));
  return solvers;
}
SolverGroup both(const Ruleset& rules, const World& world) {
  SolverGroup solvers = without_world(GlPath::fragment);
  load(solvers, rules, world);
  return solvers;
}

// ---- rules for which the gpu backend packs cells in different ways ----

// `sizes[i]` elements of the i-th density, walls last. All pairs that can meet swap, except every seventh, which
// reacts.
Ruleset ruleset_of_classes(const std::vector<int>& sizes, int missing = 0) {
  Ruleset rules;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const bool walls = i + 1 == sizes.size();
    const auto density = static_cast<std::uint8_t>(walls ? kWallDensity : 10 + i * 240 / sizes.size());
    for (int k = 0; k < sizes[i]; ++k) {
      Element e;
      e.name = "e" + std::to_string(rules.elements.size());
      e.density_byte = density;
      e.density = density / 255.0;
      rules.elements.push_back(e);
    }
  }
  // Not ordered by density, and with a background in the middle.
  const auto count = static_cast<std::uint32_t>(rules.elements.size());
  for (std::uint32_t i = count - 1; i > 0; --i)
    std::swap(rules.elements[i], rules.elements[below(random_u32(3, 0, i, 0, 1), i + 1)]);
  int pair = 0;
  for (std::uint32_t a = 0; a < count; ++a) {
    for (std::uint32_t b = a + 1; b < count; ++b) {
      if (rules.elements[a].density_byte == rules.elements[b].density_byte) continue;
      ++pair;
      if (missing != 0 && pair % missing == 0) continue;
      const auto low = static_cast<std::uint8_t>(a), high = static_cast<std::uint8_t>(b);
      const auto other = static_cast<std::uint8_t>(below(random_u32(3, 0, a, b, 2), count));
      rules.reactions.push_back({low, high, pair % 7 == 0 ? other : high, low, 0});
    }
  }
  return rules;
}

const std::vector<int> kManyOfSome{2, 22, 12, 1, 7, 1, 8, 4, 11, 2, 4, 1}, kTooManyOfOne{3, 70, 5, 20},
    kFew{1, 2, 1, 3, 2};

// One for each kind of codes: a byte with masks, a byte with a table of ranks, two bytes.
std::vector<Ruleset> all_kinds() {
  return {ruleset_of_classes(kManyOfSome), ruleset_of_classes(kTooManyOfOne), ruleset_of_classes(kFew, 3)};
}

int count_of(const Ruleset& rules) { return static_cast<int>(rules.elements.size()); }

World world_of_sand(int width, int height) {
  World world(width, height);
  fill(world, {0, 0, width, height}, sand);
  return world;
}

std::vector<std::uint8_t> picture_of(const CellView& cells, const Camera& camera, WorldView& view,
                                     const Canvas& canvas) {
  canvas.framebuffer.bind();
  view.draw(cells, camera, {}, {3, 5, 7}, canvas.texture.height());
  return read_rgba(canvas);
}

}  // namespace

TEST_CASE("the gpu backend replays every recording of sand.js") {
  REPOSE_NEEDS_GL();
  Registry registry = make_registry();
  add_gpu_solvers(registry, "", GlPath::fragment);
  replay_recordings(*registry.solver("density", Backend::gpu));
}

TEST_CASE("the gpu backend leaves the GL state of others as it was, also when it counts") {
  REPOSE_NEEDS_GL();
  const Canvas target(kTexelRgba8, 8, 8, "someone's");
  const Texture texture(kTexelRgba8, 4, 4, "someone's");
  target.framebuffer.bind();
  glViewport(1, 2, 3, 4);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  glBlendEquationSeparate(GL_FUNC_SUBTRACT, GL_MAX);
  glEnable(GL_BLEND);
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, texture.name());

  SolverGroup solvers = both(swapping_ruleset(), random_world(16, 16, 5, 37));
  solvers.set("open_edge", 1);
  solvers.step_equally(3);
  solvers.apply(RectEdit{{1, 1}, {9, 9}, 1, std::uint8_t{0}});
  solvers.require_equal();
  static_cast<void>(solvers[1].stats());

  constexpr std::pair<GLenum, GLint> kExpected[] = {
      {GL_ACTIVE_TEXTURE, GL_TEXTURE1}, {GL_BLEND_SRC_RGB, GL_SRC_ALPHA}, {GL_BLEND_DST_RGB, GL_ONE_MINUS_SRC_ALPHA},
      {GL_BLEND_SRC_ALPHA, GL_ZERO},    {GL_BLEND_DST_ALPHA, GL_ONE},     {GL_BLEND_EQUATION_RGB, GL_FUNC_SUBTRACT},
      {GL_BLEND_EQUATION_ALPHA, GL_MAX}};
  for (const auto& [name, expected] : kExpected) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    CHECK(value == expected);
  }
  GLint framebuffer = 0, viewport[4] = {}, bound = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
  glGetIntegerv(GL_VIEWPORT, viewport);
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  CHECK(framebuffer == static_cast<GLint>(target.framebuffer.name()));
  CHECK(std::vector<GLint>(viewport, viewport + 4) == std::vector<GLint>{1, 2, 3, 4});
  CHECK(bound == static_cast<GLint>(texture.name()));
  CHECK(glIsEnabled(GL_BLEND) == GL_TRUE);
  CHECK(glGetError() == GL_NO_ERROR);
  glDisable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ZERO);
}

TEST_CASE("a world too large for the GPU is refused with a sentence and the old one stays") {
  REPOSE_NEEDS_GL();
  GLint side_max = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side_max);
  if (side_max >= kWorldSideMax) REPOSE_SKIP("this GPU takes every world that there can be");
  const SolverGroup solvers = both(swapping_ruleset(), random_world(16, 16, 5, 41));
  const Status status = solvers[1].upload(World(1, side_max + 1));
  CHECK_FALSE(status.ok());
  CHECK(status.message().find("too large") != std::string::npos);
  solvers.require_equal();
}

TEST_CASE("without a context the registry says why the gpu backend cannot run") {
  Registry registry = make_registry();
  add_gpu_solvers(registry, "no display");
  const SolverEntry* entry = registry.solver("density", Backend::gpu);
  REQUIRE(entry != nullptr);
  CHECK_FALSE(entry->available());
  CHECK(entry->unavailable == "no display");
}

// ---- the open edge: the counts of scalar, without waiting for them ----

TEST_CASE("what leaves a gpu world is known some frames later without waiting") {
  REPOSE_NEEDS_GL();
  SolverGroup solvers = both(swapping_ruleset(), world_of_sand(64, 48));
  solvers.set("open_edge", 1);
  solvers.step(3);
  // A paused app asks for the count once a frame. After a wait for the GPU, a copy that was requested has arrived.
  for (int frame = 0; frame < 4; ++frame) {
    static_cast<void>(solvers[1].stats());
    finish_gl();
  }
  CHECK(solvers[1].stats().left_cells == solvers[0].stats().left_cells);
}

TEST_CASE("more cells than a float can count leave a gpu world within one call and are all counted", "[slow]") {
  REPOSE_NEEDS_GL();
  const Ruleset ruleset = ruleset_of(
      "cell air 0 0 0 0.3\ncell spring 9 9 200 0.78\ncell rain 9 9 255 0.78\nrule air spring rain spring\n"
      "rule air rain rain air\n");
  constexpr int kWidth = kWorldSideMax;
  constexpr std::uint64_t kSteps = 1050;  // times 16384 cells: over 2^24
  World start(kWidth, 2);
  fill(start, {0, 0, kWidth, 1}, 1);  // every step one cell falls from each spring to the floor
  const auto solver = make_gpu();
  REQUIRE(solver->load(ruleset).ok());
  REQUIRE(solver->upload(start).ok());
  REQUIRE(solver->set_parameter("open_edge", 1));
  solver->step(steps(0, kSteps));
  CHECK(world_of(*solver) == start);
  CHECK(solver->stats().left_cells == kSteps * kWidth);
  CHECK(solver->left_by_element()[2] == kSteps * kWidth);
}

// ---- several cells a texel: codes in the order of densities, worlds of every width, pictures of packed cells ----

TEST_CASE("whatever shares a density, the gpu steps as the scalar backend") {
  REPOSE_NEEDS_GL();
  for (const std::vector<int>& sizes : {kFew, {64, 64, 64, 63}, std::vector<int>(200, 1)}) {
    const Ruleset rules = ruleset_of_classes(sizes);
    both(rules, random_world(60, 40, count_of(rules), 49)).step_equally(9);
  }
}

TEST_CASE("worlds of every width step and are painted on the gpu as on the scalar backend, whatever a cell takes") {
  REPOSE_NEEDS_GL();
  for (const Ruleset& rules : all_kinds()) {
    for (const int width : {1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33}) {
      INFO(count_of(rules) << " elements, width " << width);
      SolverGroup solvers = both(rules, random_world(width, 20, count_of(rules), 51));
      solvers.step_equally(7);
      solvers.apply(StrokeEdit{{width - 1, 3}, {width / 2, 15}, 4, BrushShape::round, 1, {}});
      solvers.apply(RectEdit{{width - 3, 0}, {width + 3, 8}, 2, std::uint8_t{1}});
      const auto cells = std::make_shared<const std::vector<std::uint8_t>>(std::vector<std::uint8_t>{0, 1, 2, 3, 1, 4});
      solvers.apply(StampEdit{{width - 2, 9}, 3, 2, cells, std::uint8_t{1}});
      solvers.require_equal();
      solvers.set("open_edge", 1);
      solvers.step_equally(6);
      CHECK(solvers[1].stats().left_cells == solvers[0].stats().left_cells);
    }
  }
}

TEST_CASE("rules of another kind may follow on the gpu, also with an open edge") {
  REPOSE_NEEDS_GL();
  SolverGroup solvers = without_world(GlPath::fragment);
  solvers.set("open_edge", 1);
  for (const Ruleset& rules :
       {ruleset_of_classes(kFew), ruleset_of_classes(kFew, 2), ruleset_of_classes(kTooManyOfOne)}) {
    load(solvers, rules, random_world(40, 30, count_of(rules), 57));
    solvers.step_equally(9);
  }
}

TEST_CASE("a world wider than textures are lies on the gpu") {
  REPOSE_NEEDS_GL();
  both(swapping_ruleset(), random_world(kWorldSideMax, 5, 5, 59)).step_equally(4);
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
    SolverGroup solvers = both(rules, random_world(301, 203, count_of(rules), 61));
    solvers.step(3);
    Camera camera;
    camera.set_viewport({0, 0, 200, 160});
    camera.fit(301, 203);
    for (int i = 0; i < 3; ++i) {
      CHECK(picture_of(solvers[1].view(), camera, *view, canvas) ==
            picture_of(solvers[0].view(), camera, *view, canvas));
      camera.zoom_at({150, 70}, i + 1);
    }
  }
}

// ---- the compute path: several steps at once ----

TEST_CASE("several steps of density at once give the bytes of scalar in every size, whatever a cell takes") {
  REPOSE_NEEDS_COMPUTE();
  SolverGroup solvers = without_world(GlPath::compute);
  // The inner part of a tile is 224 x 32 cells of one byte, or 112 x 32 of two. Software drivers compile a shader again
  // for textures whose sides are powers of two, so only one kind gets these.
  const std::vector<std::pair<int, int>> sizes[] = {
      {{1, 1}, {17, 5}, {33, 31}, {223, 31}, {224, 96}, {225, 33}, {460, 70}},
      {{33, 31}, {225, 33}, {460, 70}},
      {{17, 5}, {33, 31}, {111, 31}, {112, 96}, {113, 33}, {230, 70}},
  };
  const std::vector<Ruleset> kinds = all_kinds();
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const Ruleset& rules = kinds[kind];
    for (const auto& [width, height] : sizes[kind]) {
      INFO(count_of(rules) << " elements, " << width << " x " << height);
      load(solvers, rules, random_world(width, height, count_of(rules), 71));
      for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{3}, kAtOnce, 2 * kAtOnce + 1})
        solvers.step_equally(count);
    }
  }
}

// A step carries news at most two rows down. Such news four times in a row is so rare that random worlds do not show
// whether the rim of a tile is high enough.
TEST_CASE("what four steps of density carry down eight rows arrives, wherever tiles begin") {
  REPOSE_NEEDS_COMPUTE();
  SolverGroup solvers = without_world(GlPath::compute);
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
      load(solvers, swapping_ruleset(), world);
      for (const std::size_t i : {0u, 1u}) solvers[i].step(steps(0, 4));
      const World expected = world_of(solvers[0]);
      CHECK(world_of(solvers[1]) == expected);
      arrived.push_back(expected.cell(1, top + kSourceRow + 8));
    }
    CHECK(arrived.front() != arrived.back());
  }
}

TEST_CASE("edits, an open edge and a ledger between several steps of density at once change no byte") {
  REPOSE_NEEDS_COMPUTE();
  SolverGroup solvers = without_world(GlPath::compute);
  for (const Ruleset& rules : all_kinds()) {
    INFO(count_of(rules) << " elements");
    load(solvers, rules, random_world(240, 50, count_of(rules), 79));
    for (const double open_edge : {0.0, 1.0, 0.0}) {
      solvers.set("open_edge", open_edge);
      solvers.step(kAtOnce + 2);
      solvers.apply(StrokeEdit{{200, 3}, {239, 45}, 4, BrushShape::round, 1, {}});
      solvers.step_equally(kAtOnce + 1);
    }
    CHECK(solvers[0].stats().left_cells > 0);
    CHECK(solvers[1].stats().left_cells == solvers[0].stats().left_cells);
    solvers.keep_ledger();
    for (int k = 0; k < 3; ++k) {
      solvers.step(1);
      REQUIRE(solvers[1].ledger().has_value());
    }
    solvers.step_equally(kAtOnce + 1);
    check_equal_ledgers(solvers[1].ledger().value(), solvers[0].ledger().value());
    for (const std::size_t i : {0u, 1u}) solvers[i].keep_ledger(false);
    solvers.step_equally(kAtOnce);
  }
}

}  // namespace repose::test::density_gpu_test

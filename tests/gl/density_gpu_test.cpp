// The gpu backend of density: recordings of sand.js, the layouts of cells, both kinds of shaders, the open edge, the
// ledger. conformance_gpu_test.cpp compares it with scalar in random worlds.
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

#include "automata/automaton_support.hpp"
#include "automata/density/density.hpp"
#include "automata/density/gpu_packed_cells.hpp"
#include "automata/solver_group.hpp"
#include "gl/density_classes.hpp"
#include "gl/gl_support.hpp"
#include "reference_files.hpp"
#include "render/world_view.hpp"
#include "repose/gpu_solvers.hpp"
#include "repose/rng.hpp"

namespace repose::test::density_gpu_test {
namespace {

#define REPOSE_NEEDS_COMPUTE() \
  REPOSE_NEEDS_GL();           \
  if (GLAD_GL_VERSION_4_3 == 0) REPOSE_SKIP("compute shaders take OpenGL 4.3")

constexpr std::uint64_t kAtOnce = density::GpuSteps::kStepsAtOnce;

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

// ---- recordings ----

std::vector<std::uint8_t> from_hex(const std::string& hex) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(hex.substr(i, 2), nullptr, 16)));
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
    REQUIRE(world_of(*solver) == recorded_world(*state, width, height, with_density));
  }
}

// ---- codes ----

using density::CellCodes;
using density::RuleTable;

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

std::vector<std::uint8_t> picture_of(const CellView& cells, const Camera& camera, WorldView& view,
                                     const Canvas& canvas) {
  canvas.framebuffer.bind();
  view.draw(cells, camera, {}, {3, 5, 7}, canvas.texture.height());
  return read_rgba(canvas);
}

}  // namespace

TEST_CASE("the gpu backend replays every recording of sand.js") {
  REPOSE_NEEDS_GL();
  for (const auto& file : sandjs_recordings()) {
    INFO(file.filename().string());
    replay(nlohmann::json::parse(read_text(file)));
  }
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

TEST_CASE("the gpu keeps the ledger of scalar, whatever is painted, with an open edge and while the ledger is read") {
  REPOSE_NEEDS_GL();
  const auto cells = std::make_shared<const std::vector<std::uint8_t>>(std::vector<std::uint8_t>{0, 1, 2, 3, 1, 1});
  const Edit edits[] = {StrokeEdit{{10, 5}, {90, 60}, 15, BrushShape::round, 1, {}}, RectEdit{{0, 0}, {40, 30}, 2, 0},
                        StampEdit{{97, 3}, 3, 2, cells, 3},
                        PushEdit{{10, 9}, {90, 60}, 25, BrushShape::round, false, 1},
                        StrokeEdit{{50, 30}, {50, 30}, 20, BrushShape::square, 0, {}}};
  for (const Ruleset& rules : {swapping_ruleset(), ruleset_of_classes(kFew, 3)}) {
    for (const double open_edge : {0.0, 1.0}) {
      SolverGroup solvers = both(rules, random_world(100, 70, count_of(rules), 45));
      solvers.set("open_edge", open_edge);
      solvers.keep_ledger();
      for (const Edit& edit : edits) {
        for (int k = 0; k < 9; ++k) {
          solvers.step(1);
          REQUIRE(solvers[1].ledger().has_value());
        }
        solvers.apply(edit);
      }
      solvers.require_equal();
      check_equal_ledgers(*solvers[1].ledger(), *solvers[0].ledger());
    }
  }
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
  constexpr int kWidth = 8192;
  constexpr std::uint64_t kSteps = 2100;  // times 8192 cells: over 2^24
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

TEST_CASE("codes of one byte rank as densities do, whatever shares a density") {
  check_ranks(ruleset_of_classes(kFew));
  check_ranks(ruleset_of_classes(kManyOfSome));
  check_ranks(ruleset_of_classes({64, 64, 64, 63}));
  check_ranks(ruleset_of_classes(std::vector<int>(200, 1)));
  check_ranks(ruleset_of("cell air 0 0 0 0.3\n"));  // no walls
  CHECK(CellCodes(RuleTable(ruleset_of_classes(kTooManyOfOne))).kind() == CellCodes::Kind::tabled);
  CHECK(CellCodes(RuleTable(ruleset_of_classes(kFew, 2))).kind() == CellCodes::Kind::wide);
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
    solvers.step_equally(kAtOnce + 1);
    check_equal_ledgers(solvers[1].ledger().value(), solvers[0].ledger().value());
    for (const std::size_t i : {0u, 1u}) solvers[i].keep_ledger(false);
    solvers.step_equally(kAtOnce);
  }
}

}  // namespace repose::test::density_gpu_test

// The gpu backend of the density automaton gives the bytes of the scalar one.
#include <algorithm>

#include "automata/automaton_support.hpp"
#include "automata/density/density.hpp"
#include "gl_support.hpp"
#include "reference_files.hpp"
#include "repose/gpu_solvers.hpp"
#include "repose/rng.hpp"

#include <nlohmann/json.hpp>

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

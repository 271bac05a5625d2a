// Several cells a texel: codes in the order of densities, worlds of every width, pictures of packed cells.
#include <algorithm>

#include "automata/automaton_support.hpp"
#include "automata/density/density.hpp"
#include "automata/density/gpu.hpp"
#include "automata/density/gpu_packed_cells.hpp"
#include "density_classes.hpp"
#include "gl_support.hpp"
#include "render/world_view.hpp"
#include "repose/paths.hpp"

namespace repose::test::density_packing_test {
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

// The gpu backends of the fields give the bytes of the scalar ones: taps in still worlds, painting, large worlds.
#include <span>

#include "automata/field_support.hpp"
#include "gl/objects.hpp"
#include "gl_support.hpp"
#include "repose/gpu_solvers.hpp"
#include "repose/shapes.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::fields_gpu_test {

namespace {

const Ruleset& field_rules() {
  static const Ruleset ruleset = ruleset_of(
      "cell air 0 0 0 0.1\ncell sand 1 1 1 0.9\ncell water 2 2 2 0.5\ncell wall 3 3 3 1\n"
      "cell tap 4 4 4 1\ncell sink 5 5 5 1\nrule sand air air sand\nrule water air air water\n"
      "liquid water\nfaucet tap water\ndrain sink\n");
  return ruleset;
}

SolverGroup scalar_and_gpu(std::string_view automaton, const World& world) {
  Registry registry = make_registry();
  add_gpu_solvers(registry, "");
  SolverGroup solvers;
  solvers.add(make_solver(*registry.solver(automaton, Backend::scalar), field_rules(), world));
  solvers.add(make_solver(*registry.solver(automaton, Backend::gpu), field_rules(), world));
  return solvers;
}

}  // namespace

TEST_CASE("a tap or a spring in a still world acts the same on scalar and gpu, loaded or painted") {
  REPOSE_NEEDS_GL();
  constexpr std::uint8_t kTap = 4;
  for (const char* automaton : {"water", "sandpile"}) {
    for (const CellPoint at : {CellPoint{0, 0}, {33, 17}, {34, 18}, {65, 43}, {66, 44}}) {
      World world(67, 45);
      world.cell(5, 30) = kTap;
      SolverGroup solvers = scalar_and_gpu(automaton, world);
      INFO(automaton << " " << at.x << " " << at.y);
      solvers.step_equally(3);
      solvers.apply(RectEdit{at, at, kTap, {}});
      solvers.step_equally(5);
      solvers.apply(RectEdit{{5, 30}, {5, 30}, 0, {}});
      solvers.step_equally(5);
    }
  }
}

namespace {
// For its lifetime every read-back from the GPU is an error: it would go into a buffer without memory.
class NothingReadBack {
 public:
  NothingReadBack() : buffer_(make_gl_buffer()) {
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_.get());
    glBufferData(GL_PIXEL_PACK_BUFFER, 1, nullptr, GL_STREAM_READ);
  }
  ~NothingReadBack() { glBindBuffer(GL_PIXEL_PACK_BUFFER, 0); }

 private:
  GlBuffer buffer_;
};

std::vector<Edit> paintings(Plane plane, int width, int height) {
  std::vector<std::uint8_t> picture;
  for (std::uint8_t i = 0; i < 30; ++i) picture.push_back(std::array<std::uint8_t, 5>{0, 1, 2, 4, 5}[i % 5]);
  const auto cells = std::make_shared<const std::vector<std::uint8_t>>(std::move(picture));
  const StrokeEdit stroke{{-5, 60}, {80, 5}, 20, BrushShape::round, 0, {}};
  AmountEdit clearing = amount_stroke(stroke, plane, 90000, width, height);
  clearing.clears = true;
  AmountEdit lifting = amount_stroke({{70, 60}, {20, 5}, 20, BrushShape::round, 0, {}}, Plane::wall, 1, width, height);
  lifting.clears = true;
  return {StrokeEdit{{0, 0}, {80, 60}, 9, BrushShape::round, 1, {}},
          StrokeEdit{{60, 20}, {70, 90}, 12, BrushShape::square, 2, {}},
          RectEdit{{30, 20}, {50, 30}, 0, {}},
          RectEdit{{0, 0}, {89, 69}, 4, 2},
          RectEdit{{5, 5}, {9, 6}, 5, {}},
          StampEdit{{-2, 3}, 6, 5, cells, 1},
          StampEdit{{20, 20}, 6, 5, cells, 1, std::uint8_t{0}},
          scattered_stroke(stroke, {Scatter::kAll / 3, 1, 2}, width, height),
          scattered(soft_stroke(stroke, plane, 90000000, width, height), {Scatter::kAll / 3, 1, 3}),
          amount_stroke(stroke, plane, 30000000, width, height),
          amount_stroke(stroke, plane, -70000000, width, height),
          amount_stroke(stroke, plane, 2147483647, width, height),
          amount_stroke(stroke, Plane::wetness, 40, width, height),
          RectEdit{{30, 20}, {60, 50}, 3, {}},
          RectEdit{{40, 25}, {50, 45}, 0, {}},
          clearing,
          lifting,
          StrokeEdit{{40, 40}, {40, 40}, 200, BrushShape::round, 2, 0}};
}
}  // namespace

TEST_CASE("painting fields on the gpu reads nothing back and gives the bytes of scalar") {
  REPOSE_NEEDS_GL();
  for (const auto& [automaton, plane] : {std::pair{"water", Plane::mass}, {"sandpile", Plane::height}}) {
    SolverGroup solvers =
        scalar_and_gpu(automaton, plane == Plane::mass ? rough_pool(90, 70, 6, 6) : random_sand(90, 70, 20, 6, true));
    INFO(automaton);
    solvers.step(2);
    int number = 0;
    for (const Edit& edit : paintings(plane, 90, 70)) {
      {
        const NothingReadBack guard;
        solvers.apply(edit);
        solvers.step(3);
        solvers.apply(edit);
        solvers.set("pour", 0.1 * (++number % 3));
        solvers.step(4);
      }
      solvers.require_equal();
    }
  }
}

TEST_CASE("a large tower of sand and a large dam break give the bytes of scalar on the gpu", "[.long]") {
  REPOSE_NEEDS_GL();
  World tower(1024, 1024), dam(512, 512);
  tower.add(Plane::height);
  for (int y = 0; y < 512; ++y) {
    for (int x = 0; x < 512; ++x) set_value(tower, Plane::height, tower.index(x, y), 4096 * kHeightOne);
    for (int x = 0; x < 170; ++x) dam.cell(x, y) = y < 128 ? 0 : 2;
  }
  for (const auto& [automaton, world] : {std::pair{"sandpile", &tower}, {"water", &dam}}) {
    SolverGroup solvers = scalar_and_gpu(automaton, *world);
    INFO(automaton);
    solvers.step_equally(200);
  }
}

}  // namespace repose::test::fields_gpu_test

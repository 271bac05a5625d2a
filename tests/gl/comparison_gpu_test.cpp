// A twin on the gpu, or of a session there, stays in step, and comparing never waits for a world.
#include <thread>

#include "density_world.hpp"
#include "gl/step_queue.hpp"
#include "gl_support.hpp"
#include "gpu_automata.hpp"
#include "session/comparison.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::comparison_gpu_test {

namespace {

// Compares until both worlds have arrived.
std::uint64_t differing(Comparison& comparison) {
  const std::uint64_t before = comparison.generation();
  while (comparison.generation() == before) {
    REQUIRE(comparison.collect().ok());
    glFinish();
    std::this_thread::yield();  // to steps in the background
  }
  return comparison.differences()->cells;
}

}  // namespace

TEST_CASE("cpu beside gpu, either way round: no cell differs after paint and steps") {
  REPOSE_NEEDS_GL();
  const Registry registry = registry_with_gpu();
  for (const std::string_view automaton : gpu_automata(registry)) {
    for (const bool gpu_first : {false, true}) {
      CAPTURE(automaton, gpu_first);
      Session session(registry, density_world(), SessionOptions{.seed = 5, .threads = 2});
      REQUIRE(
          session.execute(command::SwitchSolver{std::string(automaton), gpu_first ? Backend::gpu : Backend::cpu, true})
              .ok);
      REQUIRE(session.execute(command::NewWorld{75, 60}).ok);
      std::string error;
      const auto comparison = Comparison::begin(session, automaton, gpu_first ? Backend::cpu : Backend::gpu, 2, error);
      INFO(error);
      REQUIRE(comparison != nullptr);
      for (int i = 0; i < 3; ++i) {
        session.execute(command::Paint{StrokeEdit{{5 + 9 * i, 8}, {60, 20 + i}, 9, BrushShape::round, 1, {}}});
        session.execute(command::Step{7});
        CHECK(differing(*comparison) == 0);
        CHECK(comparison->differences()->step == session.step_count());
      }
      comparison->begin_steps(4);  // the one on the cpu steps in the background
      CHECK(differing(*comparison) == 0);
      CHECK(comparison->twin().hash() == session.hash());
    }
  }
}

TEST_CASE("what the gpu takes for steps becomes known without waiting, and counts above what issuing them took") {
  REPOSE_NEEDS_GL();
  if (is_gl_es()) REPOSE_SKIP("OpenGL ES 3.0 has no timer queries");
  StepClock clock;
  REQUIRE(clock.begin());
  const Canvas canvas(kTexelRgba8, 512, 512, "work");
  canvas.framebuffer.bind();
  for (int i = 0; i < 50; ++i) glClear(GL_COLOR_BUFFER_BIT);
  clock.end(0);
  glFinish();
  CHECK(clock.take_late_seconds() > 0);
  CHECK(clock.take_late_seconds() == 0);
}

TEST_CASE("more steps than the gpu answers for go untimed") {
  REPOSE_NEEDS_GL();
  if (is_gl_es()) REPOSE_SKIP("OpenGL ES 3.0 has no timer queries");
  StepClock clock;
  int timed = 0;
  for (int i = 0; i < 100; ++i) {
    if (!clock.begin()) break;
    clock.end(1.0);  // issuing took longer than the gpu's work: no late time
    ++timed;
  }
  CHECK(timed >= 8);
  CHECK(timed < 100);
  glFinish();
  CHECK(clock.take_late_seconds() == 0);
  CHECK(clock.begin());
  clock.end(0);
}

}  // namespace repose::test::comparison_gpu_test

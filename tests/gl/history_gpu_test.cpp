// Undo and rewinding on gpu backends: nothing waits for a world that is being copied, and the results are those of the
// model.
#include "density_world.hpp"
#include "gl_support.hpp"
#include "gpu_automata.hpp"
#include "session/history_model.hpp"

using namespace repose;
using namespace repose::test;

namespace repose::test::history_gpu_test {

namespace {

struct GpuSession {
  Registry registry = make_registry();
  std::unique_ptr<Session> session;

  GpuSession(std::string_view automaton, int width, int height) {
    add_gpu_solvers(registry, "");
    session = std::make_unique<Session>(registry, density_world(), SessionOptions{.seed = 5});
    REQUIRE(session->execute(command::SwitchSolver{std::string(automaton), Backend::gpu, true}).ok);
    REQUIRE(session->execute(command::NewWorld{width, height}).ok);
    REQUIRE(session->backend() == Backend::gpu);
  }
};

void play_everywhere(int count, std::uint32_t salt, std::uint64_t keyframe_steps) {
  const Registry registry = registry_with_gpu();
  for (const std::string_view automaton : gpu_automata(registry)) {
    CAPTURE(automaton);
    const GpuSession gpu_session(automaton, 37, 29);
    gpu_session.session->keep_history(HistoryLimits{.keyframe_steps = keyframe_steps});
    // On the GPU elements runs in blocks only, so a backend may not accept every value of a parameter.
    const bool stays = automaton == "elements";
    play_at_random(*gpu_session.session, count, salt,
                   {Backend::gpu, Backend::gpu, stays ? Backend::gpu : Backend::cpu});
  }
}

}  // namespace

TEST_CASE("some hundred random operations equal the model on every gpu backend") {
  REPOSE_NEEDS_GL();
  play_everywhere(120, 3, 7);
}

TEST_CASE("ten thousand random operations equal the model on every gpu backend", "[.long]") {
  REPOSE_NEEDS_GL();
  play_everywhere(10'000, 4, 0);
}

TEST_CASE("a world that is read back from the gpu is the one at the time of the request, whatever happens meanwhile") {
  REPOSE_NEEDS_GL();
  const Registry registry = registry_with_gpu();
  for (const std::string_view automaton : gpu_automata(registry)) {
    CAPTURE(automaton);
    const GpuSession gpu_session(automaton, 131, 70);
    Session& session = *gpu_session.session;
    session.execute(command::Paint{RectEdit{{10, 5}, {90, 30}, 1, {}}});
    session.execute(command::Step{3});
    const auto capture = session.solver().begin_capture();
    REQUIRE(capture);
    session.execute(command::Step{5});
    session.execute(command::Paint{RectEdit{{0, 0}, {130, 69}, 0, {}}});
    REQUIRE(capture->fetch());
    CHECK(capture->arrived());

    const GpuSession same(automaton, 131, 70);
    same.session->execute(command::Paint{RectEdit{{10, 5}, {90, 30}, 1, {}}});
    same.session->execute(command::Step{3});
    CHECK(capture->world() == same.session->download());
  }
}

}  // namespace repose::test::history_gpu_test

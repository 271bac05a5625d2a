// Replays recorded on a gpu backend give the same run on the others, and the reverse.
#include "density_world.hpp"
#include "gl_support.hpp"
#include "repose/gpu_solvers.hpp"
#include "session/replay_support.hpp"

namespace repose::test::replay_gpu_test {

namespace {

std::uint64_t played(const Registry& registry, const std::filesystem::path& file, Backend backend) {
  Session session(registry, density_world(), {.threads = 2});
  must(session, command::SwitchSolver{"density", backend});
  must(session, command::LoadReplay{file});
  CHECK(session.backend() == backend);
  must(session, command::Step{session.timeline().newest});
  return session.hash();
}

}  // namespace

TEST_CASE("a replay from the GPU gives the same run on scalar and cpu, and the reverse") {
  REPOSE_NEEDS_GL();
  Registry registry = make_registry();
  add_gpu_solvers(registry, "");
  const TemporaryFolder folder;
  for (const AutomatonDefinition& automaton : registry.automata()) {
    const SolverEntry* gpu = registry.solver(automaton.name, Backend::gpu);
    if (gpu == nullptr || !gpu->available()) continue;
    CAPTURE(automaton.name);
    for (const Backend backend : {Backend::gpu, Backend::cpu}) {
      Recorder recorder(registry, automaton, {.keyframe_steps = 7});
      must(recorder.session, command::SwitchSolver{std::string(automaton.name), backend});
      play_about(recorder.session);
      must(recorder.session, command::SaveReplay{folder / "a.replay"});
      const std::uint64_t expected = recorder.session.hash();
      for (const Backend other : kBackends) {
        if ((backend == Backend::gpu) != (other == Backend::gpu))
          CHECK(played(registry, folder / "a.replay", other) == expected);
      }
    }
  }
}

}  // namespace repose::test::replay_gpu_test

// Replays recorded on a gpu backend give the same run on the others, and the reverse.
#include <utility>

#include "density_world.hpp"
#include "gl_support.hpp"
#include "gpu_automata.hpp"
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
  const Registry registry = registry_with_gpu();
  const TemporaryFolder folder;
  bool reversed = false;
  for (const AutomatonDefinition& automaton : registry.automata()) {
    if (!registry.solver(automaton.name, Backend::gpu)->available()) continue;
    CAPTURE(automaton.name);
    const auto check = [&](Backend recorded, std::initializer_list<Backend> players) {
      Recorder recorder(registry, automaton, {.keyframe_steps = 7});
      must(recorder.session, command::SwitchSolver{std::string(automaton.name), recorded});
      play_about(recorder.session);
      must(recorder.session, command::SaveReplay{folder / "a.replay"});
      for (const Backend player : players)
        CHECK(played(registry, folder / "a.replay", player) == recorder.session.hash());
    };
    check(Backend::gpu, {Backend::scalar, Backend::cpu});
    if (!std::exchange(reversed, true)) check(Backend::cpu, {Backend::gpu});  // one automaton is enough
  }
}

}  // namespace repose::test::replay_gpu_test

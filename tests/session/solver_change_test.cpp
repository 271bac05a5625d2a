#include "density_world.hpp"
#include "session_support.hpp"

namespace repose::test {

TEST_CASE_METHOD(SessionFixture, "switching the solver keeps the running world, there and back") {
  const std::uint64_t before = session.hash();
  for (const Backend backend : {Backend::scalar, Backend::gpu, Backend::cpu}) {
    done(command::SwitchSolver{"density", backend});
    CHECK(session.backend() == backend);
    CHECK(session.hash() == before);
    CHECK(session.step_count() == 5);
  }
}

TEST_CASE_METHOD(SessionFixture, "a run that changes backends ends like one that does not") {
  Session steady(registry, density_world(), {.seed = 7});
  REQUIRE(steady.execute(command::LoadConfigText{kSmallRules, "", command::KeepWorld::clear}).ok);
  REQUIRE(steady.execute(command::LoadScene{"mixed", 40, 30, {}}).ok);
  REQUIRE(steady.execute(command::Step{26}).ok);
  for (const Backend backend : {Backend::scalar, Backend::gpu, Backend::cpu}) {
    done(command::SwitchSolver{"density", backend});
    done(command::Step{7});
  }
  CHECK(session.hash() == steady.hash());
}

TEST_CASE_METHOD(SessionFixture, "cells that vanished keep their density when the solver is switched") {
  REQUIRE(
      session
          .execute(command::LoadConfigText{"cell air 0 0 0 0.5\ncell sand 9 9 9 0.9\n", "", command::KeepWorld::clear})
          .ok);
  done(command::LoadScene{"mixed", 20, 20, {}});
  done(command::Step{3});
  REQUIRE(session.solver().state_planes().has(Plane::density));
  const std::uint64_t before = session.hash();
  done(command::SwitchSolver{"density", Backend::scalar});
  CHECK(session.hash() == before);
}

TEST_CASE_METHOD(SessionFixture, "a switch to an unavailable solver changes nothing and says why") {
  CHECK(refused(command::SwitchSolver{"sandpile9", Backend::cpu})
            .find("There is no automaton 'sandpile9'; there are: density") == 0);
  faults->creates = false;
  CHECK(refused(command::SwitchSolver{"density", Backend::gpu}) == "The shader step.frag does not compile.");
  faults->creates = true;
  faults->loads = false;
  CHECK(refused(command::SwitchSolver{"density", Backend::gpu}) == "These rules are too much.");
  registry.add({"density", Backend::gpu, "no EGL display", nullptr});
  CHECK(refused(command::SwitchSolver{"density", Backend::gpu}) == "density on gpu cannot run here: no EGL display.");
}

TEST_CASE_METHOD(SessionFixture, "a world that is too large for the backend is refused and the old one stays") {
  done(command::SwitchSolver{"density", Backend::gpu});
  faults->uploads = false;
  CHECK(refused(command::NewWorld{200, 50}) == "This world is too large.");
  refused(command::ResizeWorld{200, 50});
  refused(command::LoadScene{"mixed", 200, 50, {}});
  refused(command::LoadScene{"churn", 200, 50, {}});
  refused(command::PutWorld{World(200, 50)});
  done(command::NewWorld{50, 50});
}

TEST_CASE_METHOD(SessionFixture, "rules that the backend refuses leave the old ones") {
  done(command::SwitchSolver{"density", Backend::gpu});
  faults->loads = false;
  refused(command::LoadConfigText{"cell void 0 0 0 0\ncell dust 1 1 1 1\n", "", command::KeepWorld::by_name});
  refused(command::LoadScene{"churn", 50, 50, {}});
}

TEST_CASE_METHOD(SessionFixture, "a healthy session does not recover") { CHECK_FALSE(session.recover()); }

TEST_CASE_METHOD(SessionFixture, "when the gpu fails the session continues on the cpu with the same world") {
  done(command::SwitchSolver{"density", Backend::gpu});
  done(command::Step{4});
  const std::uint64_t before = session.hash();
  faults->healthy = false;
  const CommandResult result = session.execute(command::Step{4});
  CHECK_FALSE(result.ok);
  CHECK(session.step_count() == 9);
  CHECK(session.recover() == "The GPU went away. Carrying on with cpu.");
  CHECK(session.backend() == Backend::cpu);
  CHECK(session.hash() == before);
  done(command::Step{4});
}

TEST_CASE_METHOD(SessionFixture, "when the gpu is lost with its world the world last downloaded is restored") {
  done(command::SwitchSolver{"density", Backend::gpu});
  const std::uint64_t seen = session.hash();
  done(command::Step{4});
  faults->healthy = false;
  faults->forgets = true;
  REQUIRE(session.recover());
  CHECK(session.hash() == seen);
}

}  // namespace repose::test

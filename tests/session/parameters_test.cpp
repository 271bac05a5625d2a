// Parameters belong to the session: they are kept when solver, rules and world change.
#include "density_world.hpp"
#include "session_support.hpp"

namespace repose::test {

TEST_CASE_METHOD(SessionFixture, "a parameter is set by name, and the message has its value") {
  CHECK(done(command::SetParameter{"open_edge", 1}).message == "open_edge = 1");
}

TEST_CASE_METHOD(SessionFixture, "parameters stay through every change of solver, rules and world") {
  done(command::SetParameter{"open_edge", 1});
  const auto still_open = [this](const Command& command) {
    done(command);
    CHECK(session.solver().parameter("open_edge") == 1);
  };
  still_open(command::SwitchSolver{"density", Backend::scalar});
  still_open(command::SwitchSolver{"density", Backend::gpu});
  still_open(command::SwitchSolver{"density", Backend::cpu});
  still_open(command::LoadConfigText{kSmallRules, "small.cfg", command::KeepWorld::by_name});
  still_open(command::LoadScene{"churn", 50, 50, {}});
  still_open(command::NewWorld{30, 20});
  still_open(command::ResizeWorld{40, 30});
  still_open(command::PutWorld{World(9, 9)});
  still_open(command::Clear{});
  still_open(command::Reset{});
}

TEST_CASE_METHOD(SessionFixture, "reloading a config keeps the parameters") {
  const TemporaryFolder folder;
  std::ofstream(folder / "small.cfg") << kSmallRules;
  done(command::LoadConfigFile{folder / "small.cfg"});
  done(command::SetParameter{"open_edge", 1});
  done(command::ReloadConfig{});
  CHECK(session.solver().parameter("open_edge") == 1);
}

TEST_CASE_METHOD(SessionFixture, "parameters are kept when the gpu is lost") {
  done(command::SwitchSolver{"density", Backend::gpu});
  done(command::SetParameter{"open_edge", 1});
  faults->healthy = false;
  REQUIRE(session.recover());
  CHECK(session.backend() == Backend::cpu);
  CHECK(session.solver().parameter("open_edge") == 1);
}

}  // namespace repose::test

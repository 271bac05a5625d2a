// Files of fastsab from before slides jumped over what is in their way by default: they go on as then.
#include "repose/replay.hpp"
#include "repose/world_file.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

// Made by the program before `free_way`: the scene *sandbox*, 120 x 75 cells, seed 3, after 60 steps; leak.repose with
// thin_walls_leak=1 from then on.
const fs::path kFiles = fs::path(REPOSE_SOURCE_DIR) / "tests/data/old-fastsab";
constexpr std::uint64_t kHashAfter60 = 0xd80c87022396b2b2, kHashAfter160 = 0x0c7dfbd26cd1268d,
                        kLeakingAfter160 = 0xecab9901df60feda;

struct OldFastsab {
  Registry registry = make_registry();
  Session session{registry, default_rules(), {.threads = 2}};

  std::string done(const Command& command) {
    const CommandResult result = session.execute(command);
    INFO(result.message);
    REQUIRE(result.ok);
    return result.message;
  }
  double free_way() { return session.solver().parameter("free_way"); }
};

}  // namespace

TEST_CASE_METHOD(OldFastsab, "a world file of fastsab from before free_way goes on as before") {
  const std::string opened = done(command::LoadWorld{kFiles / "sandbox.repose"});
  CHECK(opened.find("no longer") == std::string::npos);
  CHECK(session.automaton() == "fastsab");
  CHECK(free_way() == 1);
  CHECK(session.hash() == kHashAfter60);
  done(command::Step{100});
  CHECK(session.hash() == kHashAfter160);
}

TEST_CASE_METHOD(OldFastsab, "a world file in which thin walls leaked goes on as before") {
  done(command::LoadWorld{kFiles / "leak.repose"});
  CHECK(free_way() == 0);
  done(command::Step{100});
  CHECK(session.hash() == kLeakingAfter160);
}

TEST_CASE_METHOD(OldFastsab, "a replay of fastsab from before free_way gives the recorded run") {
  done(command::LoadReplay{kFiles / "sandbox.replay"});
  done(command::SeekTime{session.timeline().newest});
  CHECK(free_way() == 1);
  CHECK(session.hash() == kHashAfter60);
}

TEST_CASE_METHOD(OldFastsab, "a file without the parameter means the default of its time") {
  const TemporaryFolder folder;
  WorldDocument document;
  REQUIRE(read_world_file(kFiles / "sandbox.repose", document).ok());
  document.run.parameters.clear();
  REQUIRE(write_world_file(folder / "bare.repose", document).ok());
  done(command::LoadWorld{folder / "bare.repose"});
  CHECK(free_way() == 1);
  done(command::Step{100});
  CHECK(session.hash() == kHashAfter160);
}

TEST_CASE_METHOD(OldFastsab, "a new world of fastsab follows the article, and so does its file") {
  done(command::LoadWorld{kFiles / "sandbox.repose"});
  Session fresh(registry, default_rules(), {.threads = 2});
  REQUIRE(fresh.execute(command::SwitchSolver{"fastsab", Backend::cpu}).ok);
  CHECK(fresh.solver().parameter("free_way") == 0);
  const TemporaryFolder folder;
  REQUIRE(fresh.execute(command::SaveWorld{folder / "new.repose"}).ok);
  done(command::LoadWorld{folder / "new.repose"});
  CHECK(free_way() == 0);
}

TEST_CASE_METHOD(OldFastsab, "thin_walls_leak is still understood, in commands and in configs") {
  done(command::SwitchSolver{"fastsab", Backend::cpu, true});
  CHECK(done(command::SetParameter{"thin_walls_leak", 0}) == "free_way = 1");
  CHECK(free_way() == 1);
  CHECK(done(command::SetParameter{"thin_walls_leak", 1}) == "free_way = 0");
  const std::string rules = "automaton fastsab\ncell air 0 0 0 0\ncell sand 9 9 9 0.7\n";
  const auto load = [&](const char* line) {
    const CommandResult result =
        session.execute(command::LoadConfigText{rules + line, "own.cfg", command::KeepWorld::clear});
    CHECK(result.ok);
    CHECK_FALSE(has_errors(result.diagnostics));
  };
  load("parameter thin_walls_leak 0\n");
  CHECK(free_way() == 1);
  load("parameter free_way 0\n");
  CHECK(free_way() == 0);
}

TEST_CASE_METHOD(OldFastsab, "undo takes back a parameter that was set under its former name") {
  session.keep_history(HistoryLimits{});
  done(command::SwitchSolver{"fastsab", Backend::cpu, true});
  done(command::SetParameter{"thin_walls_leak", 0});
  done(command::Undo{});
  CHECK(free_way() == 0);
  done(command::Redo{});
  CHECK(free_way() == 1);
}

}  // namespace repose::test

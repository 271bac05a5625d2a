// Files that were made on the default world before the present one: they open with their own rules and go on as then.
#include "repose/clip.hpp"
#include "repose/registry.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

// Made by the program before the rules became configs/density-world.cfg, when default.cfg held them: the scene *falls*
// in conserving, 160 x 100 cells, seed 3, after 60 steps.
const fs::path kFiles = fs::path(REPOSE_SOURCE_DIR) / "tests/data/old-default-world";
constexpr std::uint64_t kHashAfter60 = 0xfda9454dc512b40b, kHashAfter160 = 0x3514d65d013d8529;

// A session that has the present default world.
struct OldFiles {
  Registry registry = make_registry();
  Session session{registry, default_rules(), {.threads = 2}};

  std::string done(const Command& command) {
    const CommandResult result = session.execute(command);
    INFO(result.message);
    REQUIRE(result.ok);
    return result.message;
  }
};

}  // namespace

TEST_CASE_METHOD(OldFiles, "a world file of the old default world goes on as before") {
  done(command::LoadWorld{kFiles / "falls.repose"});
  CHECK(session.automaton() == "conserving");
  CHECK(session.hash() == kHashAfter60);
  done(command::Step{100});
  CHECK(session.hash() == kHashAfter160);
  done(command::Reset{});
  CHECK(session.hash() == kHashAfter60);
}

TEST_CASE_METHOD(OldFiles, "the old default world keeps its rules in every automaton, and when it is saved again") {
  done(command::LoadWorld{kFiles / "falls.repose"});
  const std::string rules = session.ruleset().text;
  for (const char* automaton : {"density", "elements", "fastsab", "tiles", "conserving"}) {
    done(command::SwitchSolver{automaton, Backend::cpu, true});
    CHECK(session.ruleset().text == rules);
  }
  const TemporaryFolder folder;
  done(command::SaveWorld{folder / "again.repose"});
  Session other(registry, default_rules(), {.threads = 2});
  REQUIRE(other.execute(command::LoadWorld{folder / "again.repose"}).ok);
  CHECK(other.ruleset().text == rules);
  CHECK(other.hash() == kHashAfter60);
}

TEST_CASE_METHOD(OldFiles, "a replay of the old default world gives the recorded run") {
  done(command::LoadReplay{kFiles / "falls.replay"});
  done(command::SeekTime{session.timeline().newest});
  CHECK(session.scene() == "falls");
  CHECK(session.hash() == kHashAfter60);
}

TEST_CASE_METHOD(OldFiles, "a picture of the old default world opens when its config is loaded") {
  done(command::LoadConfigFile{fs::path(REPOSE_SOURCE_DIR) / "configs/density-world.cfg"});
  done(command::LoadPicture{kFiles / "falls.png"});
  CHECK(session.hash() == kHashAfter60);
}

TEST_CASE_METHOD(OldFiles, "a stamp of the old default world holds the cells that were copied") {
  done(command::LoadWorld{kFiles / "falls.repose"});
  Clip stamp;
  REQUIRE(read_stamp(kFiles / "falls-stamp.png", session.ruleset(), stamp).ok());
  CHECK(stamp.world == crop(session.download(), session.ruleset(), {20, 20}, {79, 59}).world);
}

TEST_CASE_METHOD(OldFiles, "a scene of the old default world gives the hash that it gave then") {
  Session again(registry, default_rules(), {.seed = 1});
  REQUIRE(again.execute(command::LoadScene{"pouring-ledges", 160, 100, {}}).ok);
  REQUIRE(again.execute(command::SwitchSolver{"conserving", Backend::cpu}).ok);
  REQUIRE(again.execute(command::Step{200}).ok);
  CHECK(again.hash() == 0x44fb4165765eb7b6);
}

}  // namespace repose::test

// Files that the first edition of conserving has made: they still open, and play as they did then.
#include <fmt/format.h>

#include "repose/clip.hpp"
#include "repose/registry.hpp"
#include "repose/replay.hpp"
#include "repose/world_file.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

// Made by the program before the second edition: the scene *sorting*, 120 x 80 cells, seed 3, after 60 steps.
const fs::path kFiles = fs::path(REPOSE_SOURCE_DIR) / "tests/data/first-edition";
constexpr std::uint64_t kHashAfter60 = 0x25a1dbe7c647adf8, kHashAfter160 = 0x25e1fd4d674eb4f5;

std::unique_ptr<Session> new_session(const Registry& registry) {
  return std::make_unique<Session>(registry, default_rules(), SessionOptions{.threads = 2});
}

}  // namespace

TEST_CASE("a world file of the first edition goes on as before, on scalar") {
  const Registry registry = make_registry();
  const auto session = new_session(registry);
  const CommandResult loaded = session->execute(command::LoadWorld{kFiles / "sorting.repose"});
  INFO(loaded.message);
  REQUIRE(loaded.ok);
  CHECK(session->automaton() == "conserving-1");
  CHECK(session->backend() == Backend::scalar);
  CHECK(session->hash() == kHashAfter60);
  REQUIRE(session->execute(command::Step{100}).ok);
  CHECK(session->hash() == kHashAfter160);
}

TEST_CASE("other backends say why they cannot run the first edition, and the second one goes on with its world") {
  const Registry registry = make_registry();
  const auto session = new_session(registry);
  REQUIRE(session->execute(command::LoadWorld{kFiles / "sorting.repose"}).ok);
  for (const Backend backend : {Backend::cpu, Backend::gpu}) {
    const CommandResult refused = session->execute(command::SwitchSolver{"conserving-1", backend});
    CHECK(!refused.ok);
    CHECK(refused.message.find("runs on scalar only") != std::string::npos);
  }
  REQUIRE(session->execute(command::SwitchSolver{"conserving", Backend::cpu}).ok);
  CHECK(session->hash() == kHashAfter60);
  REQUIRE(session->execute(command::Step{100}).ok);
  CHECK(session->hash() != kHashAfter160);
}

TEST_CASE("a replay of the first edition gives the recorded run") {
  const Registry registry = make_registry();
  const auto session = new_session(registry);
  const CommandResult loaded = session->execute(command::LoadReplay{kFiles / "sorting.replay"});
  INFO(loaded.message);
  REQUIRE(loaded.ok);
  REQUIRE(session->execute(command::SeekTime{session->timeline().newest}).ok);
  CHECK(session->automaton() == "conserving-1");
  CHECK(session->hash() == kHashAfter60);
}

TEST_CASE("world files and replays say which edition made them, and an unknown one is refused") {
  const Registry registry = make_registry();
  const TemporaryFolder folder;
  for (const std::string_view automaton : {"conserving", "conserving-1"}) {
    const auto session = new_session(registry);
    REQUIRE(session->execute(command::LoadWorld{kFiles / "sorting.repose"}).ok);
    const Backend backend = automaton == "conserving" ? Backend::cpu : Backend::scalar;
    REQUIRE(session->execute(command::SwitchSolver{std::string(automaton), backend}).ok);
    const fs::path file = folder / fmt::format("{}.repose", automaton);
    REQUIRE(session->execute(command::SaveWorld{file}).ok);
    WorldDocument read;
    REQUIRE(read_world_file(file, read).ok());
    CHECK(read.run.automaton == automaton);
  }
}

TEST_CASE("a picture of the first edition opens, in the second") {
  const Registry registry = make_registry();
  const auto session = new_session(registry);
  REQUIRE(session->execute(command::LoadWorld{kFiles / "sorting.repose"}).ok);
  REQUIRE(session->execute(command::SwitchSolver{"conserving", Backend::cpu}).ok);
  REQUIRE(session->execute(command::Clear{}).ok);
  const CommandResult loaded = session->execute(command::LoadPicture{kFiles / "sorting.png"});
  INFO(loaded.message);
  REQUIRE(loaded.ok);
  CHECK(session->hash() == kHashAfter60);
}

TEST_CASE("a stamp of the first edition holds the cells that were copied") {
  const Registry registry = make_registry();
  const auto session = new_session(registry);
  REQUIRE(session->execute(command::LoadWorld{kFiles / "sorting.repose"}).ok);
  Clip stamp;
  REQUIRE(read_stamp(kFiles / "sorting-stamp.png", session->ruleset(), stamp).ok());
  CHECK(stamp.world == crop(session->download(), session->ruleset(), {10, 10}, {60, 50}).world);
}

}  // namespace repose::test

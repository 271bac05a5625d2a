#include "repose/replay.hpp"

#include <fmt/format.h>

#include "cli_support.hpp"
#include "density_world.hpp"
#include "repose/session.hpp"

namespace repose::test {

namespace {

void must(Session& session, const Command& command) {
  const CommandResult result = session.execute(command);
  INFO(result.message);
  REQUIRE(result.ok);
}

// Writes a replay of inputs in a small world; returns the hash at its end.
std::string record(const std::string& path) {
  const Registry registry = make_registry();
  Session session(registry, density_world(), {.seed = 3, .threads = 1});
  must(session, command::LoadConfigText{kSmallRules, "small.cfg", command::KeepWorld::clear});
  must(session, command::LoadScene{"mixed", 50, 40, {}});
  session.keep_history(HistoryLimits{.keyframe_steps = 8});
  must(session, command::Step{20});
  must(session, command::Paint{StrokeEdit{{5, 5}, {30, 9}, 8, BrushShape::round, 2, {}}});
  must(session, command::Step{15});
  must(session, command::SaveReplay{path});
  return fmt::format("{:016x}", session.hash());
}

}  // namespace

TEST_CASE_METHOD(Cli, "a replay has the hash that it was recorded with, on every backend and number of threads") {
  const std::string expected = record(path("a.replay"));
  const Json solvers = fine("solvers --json").json();
  for (const Json& row : solvers["solvers"]) {
    if (row["automaton"] != "density" || !row["available"]) continue;
    for (const std::string threads : {"1", "3"}) {
      const std::string backend = row["backend"];
      CAPTURE(backend, threads);
      CHECK(fine("replay @a.replay --backend " + backend + " --threads " + threads + " --hash").out == expected + "\n");
    }
  }
  const Json json = fine("replay @a.replay --json").json();
  CHECK(json["hash"] == expected);
  CHECK(json["steps"] == 35);
  CHECK(json["title"] == "Mixed");
  CHECK(json["checkpoints"] > 2);
  CHECK(fine("replay @a.replay").out.starts_with("The result is the recorded one, at "));
}

TEST_CASE_METHOD(Cli, "a replay without checkpoints is not called the recorded one") {
  record(path("a.replay"));
  Replay replay;
  REQUIRE(read_replay(path("a.replay"), replay).ok());
  replay.checkpoints.clear();
  REQUIRE(write_replay(path("b.replay"), replay).ok());
  CHECK(fine("replay @b.replay").out == "There is nothing to compare with: the replay has no checkpoints.\n");
}

TEST_CASE_METHOD(Cli, "a replay with a different result says at which step, and ends with exit code 1") {
  const std::string expected = record(path("a.replay"));
  Replay replay;
  REQUIRE(read_replay(path("a.replay"), replay).ok());
  replay.segments.front().run.seed = 4;
  replay.segments.front().inputs.clear();
  REQUIRE(write_replay(path("b.replay"), replay).ok());
  const Outcome outcome = call("replay @b.replay --hash");
  CHECK(outcome.code == 1);
  CHECK(outcome.out != expected + "\n");
  CHECK(outcome.err == "The result differs from the recorded one, at step 28 or before.\n");
  CHECK(call("replay @b.replay --json").json()["differs_at"] == 28);
}

TEST_CASE_METHOD(Cli, "a run that was recorded by --replay-out has the same hash as its replay") {
  write("more.csv", "1,0\n0,2\n");
  const std::string hash =
      fine("run --automaton sandpile --size 2x2 --plane-add height=@more.csv --steps 40 --hash --replay-out @a.replay")
          .out;
  CHECK(fine("replay @a.replay --hash").out == hash);
  fine("run --automaton sandpile --scene footprints --size 90x60 --steps 200 --replay-out @walk.replay");
  fine("replay @walk.replay --hash");
}

TEST_CASE_METHOD(Cli, "a file that is not a replay is refused in one line") {
  for (const std::string& file : {write("a.replay", "\x89REPLAY\nno"), write("b.png", "PNG"), path("none.replay")}) {
    const Outcome outcome = call("replay " + file);
    CHECK(outcome.code == 2);
    CHECK(outcome.error_lines() == 1);
  }
}

}  // namespace repose::test

// Going to another position of the time line never repeats more than kRepeatedCellsMax updates of cells, in sessions
// and in replays with and without keyframes.
#include "density_world.hpp"
#include "replay_support.hpp"
#include "repose/replay.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kNoKeyframes = 1'000'000'000;  // steps between keyframes, unless the bound needs more

// A large world at rest, in which steps cost little.
struct LargeWorld : SessionFixture {
  static constexpr int kSide = 1024;
  static constexpr std::uint64_t kStepsMax =
      kRepeatedCellsMax / (std::uint64_t{kSide} * kSide + kStepCells);  // that may be repeated
  TemporaryFolder folder;
  const fs::path file = folder / "a.replay";

  LargeWorld() {
    done(command::SwitchSolver{"density", Backend::cpu});
    done(command::NewWorld{kSide, kSide});
    session.keep_history(HistoryLimits{.rewind_steps = 1'000'000, .keyframe_steps = kNoKeyframes});
  }

  void paint(std::uint8_t element, int x) { done(command::Paint{stroke({x, 5}, {x + 9, 12}, element)}); }

  // Executes a command that goes to another point. Checks how many steps it has repeated.
  void go(const Command& command) {
    done(command);
    CHECK(session.stats().steps <= kStepsMax);
  }

  // The replay of one segment of an empty world.
  Replay replay_of(std::uint64_t lead, std::uint64_t steps) const {
    ReplaySegment segment;
    segment.rules = std::make_shared<const ReplayRules>(ReplayRules{"small", kSmallRules});
    segment.world = segment.origin = std::make_shared<const World>(kSide, kSide);
    segment.run.automaton = "density";
    segment.lead = lead;
    segment.steps = steps;
    Replay replay;
    replay.segments = {segment};
    return replay;
  }

  std::uint64_t now() const { return session.timeline().now; }

  std::uint64_t hash_at(std::uint64_t position) {
    go(command::SeekTime{position});
    REQUIRE(now() == position);
    return session.hash();
  }
};

}  // namespace

TEST_CASE("steps that may be repeated are fewer in larger worlds") {
  CHECK(may_repeat(262'000, 1));
  CHECK_FALSE(may_repeat(263'000, 1));
  CHECK(may_repeat(4'000, 512 * 512));
  CHECK_FALSE(may_repeat(4'100, 512 * 512));
}

TEST_CASE_METHOD(LargeWorld, "no command repeats more than the bound") {
  paint(1, 100);
  done(command::Step{2 * kStepsMax});
  paint(2, 300);
  done(command::Step{kStepsMax / 2});
  const std::uint64_t end = session.timeline().newest, hash = session.hash();
  for (std::uint64_t position = end; position > kStepsMax / 3; position = now()) {
    go(command::SeekTime{position - kStepsMax / 3});
    CHECK(now() <= position - kStepsMax / 3);
  }
  go(command::Undo{});  // the rewind
  CHECK(session.hash() == hash);
  go(command::Undo{});
  go(command::Undo{});
  go(command::Redo{});
  go(command::Redo{});
  CHECK(session.hash() == hash);
}

TEST_CASE_METHOD(LargeWorld,
                 "a replay without keyframes plays from its beginning, and can be rewound where it was played") {
  REQUIRE(write_replay(file, replay_of(0, 3 * kStepsMax)).ok());
  go(command::LoadReplay{file});
  go(command::SeekTime{2 * kStepsMax});
  CHECK(now() == 0);
  go(command::SeekTime{kStepsMax});
  CHECK(now() == kStepsMax);
  done(command::Step{kStepsMax});
  go(command::SeekTime{kStepsMax / 2});
  CHECK(now() == kStepsMax / 2);
  go(command::SeekTime{2 * kStepsMax});
  CHECK(now() == 2 * kStepsMax);
}

TEST_CASE_METHOD(LargeWorld,
                 "a replay that is longer than the time line may be can be played again from its beginning") {
  session.keep_history(HistoryLimits{.rewind_steps = 500, .keyframe_steps = 100});
  REQUIRE(write_replay(file, replay_of(0, 1500)).ok());
  go(command::LoadReplay{file});
  for (int i = 0; i < 15; ++i) done(command::Step{100});
  CHECK(now() == session.timeline().newest);
  CHECK(session.timeline().oldest == 0);
  go(command::SeekTime{0});
  CHECK(now() == 0);
  done(command::Step{2500});  // plays on beyond its end
  CHECK(session.timeline().oldest >= 400);
}

TEST_CASE_METHOD(LargeWorld, "a replay with more steps before its first moment than may be repeated is refused") {
  REQUIRE(write_replay(file, replay_of(kStepsMax + 1, 5)).ok());
  CHECK(refused(command::LoadReplay{file}) ==
        "a.replay could not be opened: too much comes before the part that it shows.");
  REQUIRE(write_replay(file, replay_of(kStepsMax, 5)).ok());
  go(command::LoadReplay{file});
}

TEST_CASE_METHOD(LargeWorld, "a replay is rewound from its keyframes, which are not trusted") {
  session.keep_history(HistoryLimits{.rewind_steps = 1'000'000, .keyframe_steps = kStepsMax / 4});
  paint(1, 100);
  done(command::Step{kStepsMax});
  paint(2, 300);
  done(command::Step{2 * kStepsMax});
  const std::uint64_t end = 3 * kStepsMax, here = end - kStepsMax / 8;
  done(command::SaveReplay{file, end});
  const std::uint64_t hash = hash_at(session.timeline().newest - kStepsMax / 8);
  Replay replay;
  REQUIRE(read_replay(file, replay).ok());
  ReplaySegment& segment = replay.segments.back();
  REQUIRE(segment.keyframes.size() > 3);
  ReplayKeyframe& last = segment.keyframes.back();

  SECTION("positions that were not played can be reached, with the same worlds") {
    go(command::LoadReplay{file});
    CHECK(hash_at(here) == hash);
    done(command::SaveReplay{file});
    Replay again;
    REQUIRE(read_replay(file, again).ok());
    CHECK(again.segments.back().keyframes.size() == segment.keyframes.size());
  }
  const auto false_world = std::make_shared<const World>(kSide, kSide);
  SECTION("a keyframe that no checkpoint proves is ignored") {
    last.world = false_world;
    REQUIRE(write_replay(file, replay).ok());
    go(command::LoadReplay{file});
    CHECK(hash_at(here) == hash);
  }
  SECTION("a keyframe with a false checkpoint is replaced when it is played") {
    last.world = false_world;
    const auto checkpoint = std::ranges::find(replay.checkpoints, last.steps - segment.lead, &Checkpoint::position);
    REQUIRE(checkpoint != replay.checkpoints.end());
    checkpoint->hash = hash_world(*false_world, false_world->planes());
    REQUIRE(write_replay(file, replay).ok());
    go(command::LoadReplay{file});
    CHECK(hash_at(here) != hash);
    go(command::SeekTime{0});
    done(command::Step{end});
    CHECK(hash_at(here) == hash);
  }
  SECTION("a damaged list of keyframes is refused") {
    last.steps = end + 1'000'000;
    REQUIRE(write_replay(file, replay).ok());
    CHECK(refused(command::LoadReplay{file}) == "a.replay could not be opened: it is damaged.");
  }
}

TEST_CASE_METHOD(LargeWorld, "keyframes that would make a replay large are left out, inputs never") {
  done(command::LoadScene{"mixed", kSide, kSide, {}});
  done(command::Step{1});
  Replay replay = replay_of(0, 40);
  replay.segments.front().world = std::make_shared<const World>(session.download());
  replay.segments.front().inputs = {{3, Edit(stroke({3, 3}, {9, 9}, 1))}};
  REQUIRE(write_replay(file, replay).ok());
  const auto smallest = fs::file_size(file);
  for (std::uint64_t steps = 1; steps < 40; ++steps) {
    done(command::Step{1});
    replay.segments.front().keyframes.push_back({steps, std::make_shared<const World>(session.download())});
  }
  REQUIRE(write_replay(file, replay).ok());
  Replay read;
  REQUIRE(read_replay(file, read).ok());
  CHECK(read.segments.front().inputs.size() == 1);
  CHECK(read.segments.front().keyframes.size() < 39);
  CHECK(fs::file_size(file) <= smallest + 40 * std::uint64_t{kSide} * kSide / 32'768);
}

}  // namespace repose::test

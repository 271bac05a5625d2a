// Commands that repeat many recorded steps: in slices of time, with the same result, and given up on the way.
#include "density_world.hpp"
#include "replay_support.hpp"
#include "repose/replay.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

constexpr const char* kUnfit = "a.replay could not be opened: too many steps come before the part that it shows.";

// One segment without inputs.
Replay simple_replay(int width, int height, std::uint64_t lead, std::uint64_t steps) {
  ReplaySegment segment;
  segment.rules = std::make_shared<const ReplayRules>(ReplayRules{"small", kSmallRules});
  World world(width, height);
  for (int x = 0; x < width; ++x) world.cell(x, 0) = 1;
  segment.world = segment.origin = std::make_shared<const World>(std::move(world));
  segment.run.automaton = "density";
  segment.lead = lead;
  segment.steps = steps;
  Replay replay;
  replay.segments = {segment};
  return replay;
}

// A session whose commands return after one slice.
struct Hasty : SessionFixture {
  TemporaryFolder folder;
  const fs::path file = folder / "a.replay";
  int slices = 0;  // of the last command

  Hasty() {
    session.keep_history(HistoryLimits{});
    session.set_patience(0);
  }

  // Executes a command to its end.
  CommandResult completed(const Command& command) {
    CommandResult result = session.execute(command);
    for (slices = 1; session.under_way(); ++slices) {
      const WayFacts way = session.way();
      CHECK(way.done <= way.length);
      if (auto end = session.go_on(0)) result = std::move(*end);
    }
    INFO(result.message);
    CHECK(result.ok);
    return result;
  }

  // What a person sees; equal before a command and after it was given up.
  struct Moment {
    std::uint64_t hash, step, now, oldest, newest;
    std::string undo, redo;
    bool operator==(const Moment&) const = default;
  };
  Moment moment() const {
    const TimelineFacts line = session.timeline();
    const HistoryFacts history = session.history();
    return {session.hash(), session.step_count(), line.now,          line.oldest,
            line.newest,    history.undo_title,   history.redo_title};
  }
};

// The hash after playing a replay to a position in one go.
std::uint64_t played(const fs::path& file, std::uint64_t position) {
  const Registry registry = make_registry();
  Session session(registry, density_world(), {.threads = 1});
  must(session, command::LoadReplay{file});
  must(session, command::Step{position});
  return session.hash();
}

}  // namespace

TEST_CASE("a step of a lead counts, also in the smallest world") {
  CHECK(replay_lead_fits(500'000, 1));
  CHECK_FALSE(replay_lead_fits(600'000, 1));
  CHECK_FALSE(replay_lead_fits(1'000'000'000, 1));
  CHECK(replay_lead_fits(8'000, 512 * 512));
  CHECK_FALSE(replay_lead_fits(9'000, 512 * 512));
  Replay read;
  const Status status = decode_replay(encode_replay(simple_replay(1, 1, 1'000'000'000, 5)), "a.replay", read);
  CHECK(status.message() == kUnfit);
}

TEST_CASE_METHOD(Hasty, "the steps before a saved part that are too many for a lead are shown") {
  session.set_patience(1e9);
  session.keep_history(HistoryLimits{.rewind_steps = 1'000'000, .keyframe_steps = 1'000'000});
  done(command::NewWorld{1, 1});
  done(command::Step{530'000});
  done(command::SaveReplay{file, 5});
  Replay replay;
  REQUIRE(read_replay(file, replay).ok());
  CHECK(replay.segments.front().lead == 0);
  CHECK(replay.steps() == 530'000);
}

TEST_CASE_METHOD(Hasty, "a replay with a long lead opens in slices, with the same world") {
  REQUIRE(write_replay(file, simple_replay(40, 30, 5'000, 50)).ok());
  CHECK(completed(command::LoadReplay{file}).message == "Plays a.replay: 0.4 s, 50 steps");
  CHECK(slices > 5);
  CHECK(session.timeline().newest == 50);
  CHECK(session.step_count() == 5'000);
  CHECK(session.hash() == played(file, 0));
  completed(command::Step{50});
  CHECK(session.hash() == played(file, 50));
}

TEST_CASE_METHOD(Hasty, "a way that is given up leaves everything as it was") {
  session.keep_history(HistoryLimits{.keyframe_steps = 100'000});  // so that no keyframe depends on the clock
  session.set_patience(1e9);
  play_about(session);
  REQUIRE(write_replay(file, simple_replay(40, 30, 5'000, 9'000)).ok());
  const auto given_up = [&](const Command& command) {
    session.set_patience(1e9);
    const Moment before = moment();
    session.set_patience(0);
    REQUIRE(session.execute(command).ok);
    REQUIRE(session.under_way());
    session.give_up();
    CHECK_FALSE(session.under_way());
    CHECK(moment() == before);
    CHECK_FALSE(session.go_on(0).has_value());
  };
  given_up(command::LoadReplay{file});
  completed(command::LoadReplay{file});
  given_up(command::SeekTime{9'000});
  completed(command::Step{20});
  given_up(command::SeekTime{9'000});
  given_up(command::SeekTime{15});
  completed(command::SeekTime{9'000});
  CHECK(session.hash() == played(file, 9'000));
  given_up(command::SeekTime{5'000});
}

TEST_CASE_METHOD(Hasty, "every other command gives up a way first") {
  session.set_patience(1e9);
  play_about(session);
  const std::uint64_t before = session.hash();
  session.set_patience(0);
  REQUIRE(write_replay(file, simple_replay(40, 30, 5'000, 50)).ok());
  REQUIRE(session.execute(command::LoadReplay{file}).ok);
  REQUIRE(session.under_way());
  const CommandResult painted = session.execute(command::Paint{stroke({5, 5}, {9, 9}, 2)});
  CHECK(painted.ok);
  CHECK_FALSE(session.under_way());
  CHECK(session.hash() != before);
  completed(command::Undo{});
  CHECK(session.hash() == before);
}

TEST_CASE_METHOD(Hasty, "playing reaches segments with long leads in slices, and giving up returns to before them") {
  Replay replay = simple_replay(40, 30, 4'000, 10);
  const ReplaySegment one = replay.segments.front();
  for (int i = 0; i < 3; ++i) {
    replay.segments.push_back(one);
    replay.segments.back().run.seed = 7u + static_cast<unsigned>(i);
    replay.segments.back().inputs = {{2, Edit(stroke({3, 3}, {9, 9}, 2))}, {4'005, Edit(stroke({9, 3}, {20, 9}, 2))}};
  }
  replay.segments[2].steps = 0;
  replay.segments[2].inputs.pop_back();
  REQUIRE(write_replay(file, replay).ok());
  completed(command::LoadReplay{file});
  completed(command::Step{4});
  REQUIRE(session.execute(command::Step{16}).ok);
  REQUIRE(session.under_way());
  session.give_up();
  const std::uint64_t stopped = session.timeline().now;
  CHECK(stopped >= 4);
  CHECK(stopped < 10);
  CHECK(session.hash() == played(file, stopped));
  completed(command::Step{20 - stopped});
  CHECK(slices > 8);
  CHECK(session.timeline().now == 20);
  CHECK(session.hash() == played(file, 20));
  completed(command::Step{10});
  CHECK(session.hash() == played(file, 30));
  completed(command::SeekTime{6});
  CHECK(session.hash() == played(file, 6));
}

TEST_CASE_METHOD(Hasty, "thousands of inputs at one position are repeated in slices") {
  Replay replay = simple_replay(40, 30, 0, 10);
  for (int i = 0; i < 3'000; ++i)
    replay.segments.front().inputs.push_back({5, Edit(RectEdit{{i % 40, i % 30}, {39, 29}, std::uint8_t(i % 3), {}})});
  REQUIRE(write_replay(file, replay).ok());
  completed(command::LoadReplay{file});
  completed(command::Step{10});
  CHECK(slices > 1'000);
  const std::uint64_t end = session.hash();
  CHECK(end == played(file, 10));
  completed(command::SeekTime{0});
  completed(command::SeekTime{10});
  CHECK(session.hash() == end);
}

TEST_CASE("in slices every automaton repeats what it did in one go") {
  const Registry registry = make_registry();
  const TemporaryFolder folder;
  for (const AutomatonDefinition& automaton : registry.automata()) {
    CAPTURE(automaton.name);
    Recorder recorder(registry, automaton, {.keyframe_steps = 40});
    Session& session = recorder.session;
    play_about(session);
    const std::uint64_t end = session.hash();
    const std::uint64_t newest = session.timeline().newest;
    must(session, command::SeekTime{newest - 25});
    const std::uint64_t middle = session.hash();
    session.set_patience(0);
    const auto completed = [&](const Command& command) {
      must(session, command);
      while (session.under_way()) session.go_on(0);
    };
    completed(command::SeekTime{newest});
    CHECK(session.hash() == end);
    completed(command::SeekTime{newest - 25});
    CHECK(session.hash() == middle);
    completed(command::Undo{});
    CHECK(session.hash() == end);
    completed(command::SeekTime{newest - 40});
    completed(command::Step{40});
    CHECK(session.hash() == end);
  }
}

TEST_CASE_METHOD(Hasty, "when the solver fails on the way, the session goes on elsewhere with what ran before") {
  session.set_patience(1e9);
  done(command::SwitchSolver{"density", Backend::gpu});
  play_about(session);
  const std::uint64_t before = session.hash();
  REQUIRE(write_replay(file, simple_replay(40, 30, 5'000, 50)).ok());
  session.set_patience(0);
  REQUIRE(session.execute(command::LoadReplay{file}).ok);
  REQUIRE(session.under_way());
  faults->healthy = false;
  while (session.under_way()) session.go_on(0);
  CHECK(session.recover().has_value());
  while (session.under_way()) session.go_on(0);
  CHECK(session.backend() == Backend::cpu);
  CHECK(session.hash() == before);
}

}  // namespace repose::test

// Replays: recorded inputs give the same run on any backend.
#include "repose/replay.hpp"
#include "density_world.hpp"
#include "replay_support.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

struct ReplayFixture : SessionFixture {
  TemporaryFolder folder;
  const fs::path file = folder / "a.replay";

  ReplayFixture() { session.keep_history(HistoryLimits{}); }

  void play_to_end() { done(command::Step{session.timeline().newest - session.timeline().now}); }
};

}  // namespace

TEST_CASE("a replay from one backend gives the same run on every other, in every automaton") {
  const TemporaryFolder folder;
  const fs::path file = folder / "a.replay";
  const Registry registry = make_registry();
  for (const AutomatonDefinition& automaton : registry.automata()) {
    CAPTURE(automaton.name);
    Recorder recorder(registry, automaton, {.keyframe_steps = 7});
    play_about(recorder.session);
    must(recorder.session, command::SaveReplay{file});
    const std::uint64_t expected = recorder.session.hash();
    for (const Backend backend : {Backend::scalar, Backend::cpu}) {
      CAPTURE(backend_name(backend));
      TestSession t;
      t.done(command::SwitchSolver{"density", backend});
      t.done(command::LoadReplay{file});
      CHECK(t.session.backend() == backend);
      CHECK(t.session.timeline().now == t.session.timeline().oldest);
      const TimelineFacts recorded = recorder.session.timeline();
      CHECK(t.session.timeline().newest == recorded.newest - recorded.oldest);
      t.done(command::Step{t.session.timeline().newest});
      CHECK(t.session.hash() == expected);
      CHECK(t.session.step_count() == recorder.session.step_count());
      CHECK(t.session.automaton() == automaton.name);
    }
  }
}

// Not part of the suite: writes the replays that scripts/check-web plays in a browser.
TEST_CASE("replays of every automaton are written into the folder REPOSE_REPLAYS_OUT", "[.record]") {
  const char* const folder = std::getenv("REPOSE_REPLAYS_OUT");
  REQUIRE(folder != nullptr);
  const Registry registry = make_registry();
  for (const AutomatonDefinition& automaton : registry.automata()) {
    Recorder recorder(registry, automaton, {.keyframe_steps = 7});
    play_about(recorder.session);
    must(recorder.session, command::SaveReplay{fs::path(folder) / (std::string(automaton.name) + ".replay")});
  }
}

TEST_CASE_METHOD(ReplayFixture,
                 "every checkpoint of a replay is right, and the replay has no keyframes between its ends") {
  session.keep_history(HistoryLimits{.keyframe_steps = 5});
  play_about(session);
  done(command::SaveReplay{file});
  Replay replay;
  REQUIRE(read_replay(file, replay).ok());
  CHECK(replay.title == "Mixed");
  CHECK(replay.made_by.starts_with("Repose "));
  CHECK(replay.segments.size() == 3);  // the beginning, an undo, another size; painting in the past begins no segment
  CHECK(replay.checkpoints.size() > 4);
  CHECK(replay.checkpoints.back().position == replay.steps());
  Session player(registry, density_world(), {});
  must(player, command::LoadReplay{file});
  for (const Checkpoint& point : replay.checkpoints) {
    must(player, command::Step{point.position - player.timeline().now});
    CHECK(player.hash() == point.hash);
  }
}

TEST_CASE_METHOD(ReplayFixture, "a replay of the last steps begins between inputs") {
  done(command::Paint{stroke({3, 3}, {20, 9}, 1)});
  done(command::Step{20});
  done(command::Paint{stroke({9, 3}, {20, 9}, 2)});
  done(command::Step{10});
  const std::uint64_t end = session.hash();
  done(command::SeekTime{session.timeline().newest - 17});
  const std::uint64_t beginning = session.hash();
  done(command::SeekTime{session.timeline().newest});
  CHECK(done(command::SaveReplay{file, 17}).message == "Saved a.replay with a replay of 0.1 s");
  done(command::NewWorld{9, 9});
  CHECK(done(command::LoadReplay{file}).message == "Plays a.replay: 0.1 s, 17 steps");
  CHECK(session.timeline().newest == 17);
  CHECK(session.hash() == beginning);
  play_to_end();
  CHECK(session.hash() == end);
}

TEST_CASE_METHOD(ReplayFixture,
                 "undo after opening a replay brings back what ran, with its time line; redo the replay") {
  play_about(session);
  done(command::SaveReplay{file});
  done(command::LoadScene{"mixed", 50, 40, {}});
  done(command::Step{30});
  done(command::SeekTime{session.timeline().now - 5});
  const TimelineFacts before = session.timeline();
  const std::uint64_t hash = session.hash();

  done(command::LoadReplay{file});
  CHECK(session.history().undo_title == "Open a.replay");
  done(command::Step{12});
  done(command::SeekTime{4});
  const std::uint64_t fourth = session.hash();
  const TimelineFacts replay = session.timeline();
  done(command::Undo{});
  CHECK(session.hash() == hash);
  CHECK(session.timeline().newest == before.newest);
  CHECK(session.timeline().now == before.now);
  done(command::SeekTime{before.newest});
  CHECK(session.timeline().now == before.newest);
  done(command::Redo{});
  CHECK(session.hash() == fourth);
  CHECK(session.timeline().now == 4);
  CHECK(session.timeline().newest == replay.newest);
  play_to_end();
  Replay file_content;
  REQUIRE(read_replay(file, file_content).ok());
  CHECK(session.hash() == file_content.checkpoints.back().hash);
}

TEST_CASE_METHOD(ReplayFixture, "painting into a replay continues from there, and the result can be saved") {
  play_about(session);
  done(command::SaveReplay{file});
  done(command::LoadReplay{file});
  done(command::Step{14});
  done(command::Paint{stroke({3, 3}, {30, 30}, 3)});
  CHECK(session.timeline().newest == 14);
  done(command::Step{5});
  const std::uint64_t expected = session.hash();
  done(command::SaveReplay{file});
  done(command::LoadReplay{file});
  play_to_end();
  CHECK(session.timeline().now == 19);
  CHECK(session.hash() == expected);
}

TEST_CASE_METHOD(ReplayFixture, "a replay that is opened and saved is the same replay") {
  play_about(session);
  done(command::SaveReplay{file});
  done(command::LoadReplay{file});
  done(command::SaveReplay{folder / "b.replay"});
  Replay first, second;
  REQUIRE(read_replay(file, first).ok());
  REQUIRE(read_replay(folder / "b.replay", second).ok());
  CHECK(first.checkpoints == second.checkpoints);
  CHECK(first.segments.size() == second.segments.size());
  CHECK(fs::file_size(file) == fs::file_size(folder / "b.replay"));
}

TEST_CASE_METHOD(ReplayFixture, "Reset after a replay returns to the origin of its world") {
  const std::uint64_t step = session.step_count();
  done(command::Reset{});
  const std::uint64_t origin = session.hash();
  done(command::Undo{});
  CHECK(session.step_count() == step);
  done(command::Step{3});
  done(command::SaveReplay{file, 2});
  done(command::NewWorld{9, 9});
  done(command::LoadReplay{file});
  done(command::Reset{});
  CHECK(session.hash() == origin);
  CHECK(session.scene() == "mixed");
}

TEST_CASE_METHOD(ReplayFixture, "a picture carries a replay, and other programs can read the picture") {
  play_about(session);
  const std::uint64_t expected = session.hash();
  done(command::SaveReplay{folder / "a.png", {}, true});
  done(command::SavePicture{folder / "plain.png"});
  CHECK(holds_replay(folder / "a.png"));
  CHECK_FALSE(holds_replay(folder / "plain.png"));
  Picture carrying, plain;
  REQUIRE(read_png(folder / "a.png", carrying).ok());
  REQUIRE(read_png(folder / "plain.png", plain).ok());
  CHECK(carrying.rgb == plain.rgb);
  done(command::NewWorld{9, 9});
  CHECK(done(command::LoadReplay{folder / "a.png"}).message.starts_with("Plays a.png: "));
  play_to_end();
  CHECK(session.hash() == expected);
  CHECK(refused(command::LoadReplay{folder / "plain.png"}) == "plain.png could not be opened: it is no replay.");
}

TEST_CASE_METHOD(SessionFixture, "without a history a replay begins one, and there is no replay to save") {
  const TemporaryFolder folder;
  CHECK(refused(command::SaveReplay{folder / "a.replay"}) == "No history is kept.");
  session.keep_history(HistoryLimits{});
  done(command::Step{4});
  done(command::SaveReplay{folder / "a.replay"});
  Session player(registry, density_world(), {});
  CHECK_FALSE(player.execute(command::LoadReplay{folder / "none.replay"}).ok);
  CHECK_FALSE(player.execute(command::Undo{}).ok);
  must(player, command::LoadReplay{folder / "a.replay"});
  must(player, command::Step{4});
  CHECK(player.hash() == session.hash());
}

TEST_CASE_METHOD(ReplayFixture, "a replay that cannot be played here changes nothing") {
  done(command::Step{4});
  done(command::SaveReplay{file});
  Replay replay;
  REQUIRE(read_replay(file, replay).ok());
  const auto refusal = [&](Replay spoilt) {
    REQUIRE(write_replay(file, spoilt).ok());
    return refused(command::LoadReplay{file});
  };
  Replay unknown = replay;
  unknown.segments.back().run.automaton = "clouds";
  CHECK(refusal(unknown) == "a.replay could not be opened. It needs the automaton 'clouds', which is not known here.");
  Replay foreign = replay;
  foreign.segments.back().inputs.push_back({1, Edit(stroke({1, 1}, {2, 2}, 200))});
  CHECK(refusal(foreign) == "a.replay could not be opened. There is no element number 200.");
  Replay late = replay;
  late.segments.back().inputs.push_back({9, Edit(stroke({1, 1}, {2, 2}, 1))});
  CHECK(refusal(late) == "a.replay could not be opened: an input comes after its end.");
  Replay empty = replay;
  empty.segments.back().rules = std::make_shared<const ReplayRules>();
  CHECK(refusal(empty) == "a.replay could not be opened. It holds no rules.");
}

TEST_CASE_METHOD(ReplayFixture, "a replay that is too large for the GPU is played on the cpu") {
  done(command::NewWorld{120, 20});
  done(command::Step{4});
  done(command::SaveReplay{file});
  done(command::NewWorld{20, 20});
  done(command::SwitchSolver{"density", Backend::gpu});
  faults->uploads = false;  // refuses worlds of that width
  done(command::LoadReplay{file});
  CHECK(session.backend() == Backend::cpu);
  CHECK(session.width() == 120);
}

TEST_CASE("every kind of input is read from a replay as it was written") {
  const auto bytes = std::make_shared<const std::vector<std::uint8_t>>(std::vector<std::uint8_t>{1, 2, 3, 250, 5, 6});
  const auto pairs = std::make_shared<const std::vector<std::uint8_t>>(12, std::uint8_t{77});
  const auto amounts = std::make_shared<const std::vector<std::int32_t>>(std::vector<std::int32_t>{-5, 1 << 30, 0, 7});
  ReplaySegment segment;
  segment.rules = std::make_shared<const ReplayRules>(ReplayRules{"small", kSmallRules});
  segment.world = segment.origin = std::make_shared<const World>(6, 5);
  segment.steps = 300;
  segment.inputs = {
      {0, Edit(StrokeEdit{{-70, 2}, {1000, -3}, 256, BrushShape::square, 3, std::uint8_t{0}})},
      {0, Edit(RectEdit{{5, 6}, {-7, 8}, 255, std::uint8_t{9}})},
      {200, Edit(StampEdit{{-1, -2}, 2, 3, bytes, std::uint8_t{3}, std::uint8_t{1}, bytes, bytes, pairs})},
      {200, Edit(StampEdit{{90, 91}, 3, 2, bytes, {}})},
      {201, Edit(AmountEdit{Plane::wetness, {3, -4}, 2, 2, amounts, true})},
      {202, Edit(PushEdit{{-4, 5}, {6, 900}, 33, BrushShape::square, false, -1, 1, ~0u, 70000})},
      {202, Edit(PushEdit{{}, {}, 1, BrushShape::round, true, 0, 0, 5, 6})},
      {203, Edit(BodyEdit{{-4, 5}, {60, -9}, BodyShape::rake, 256, kHeightMax, 15, true})},
      {300, ParameterInput{"open_edge", -0.125}},
      {300, command::SetSign{{-4, 5}, "a sign", CellPoint{1, 2}}},
      {300, command::SetSign{{4, 4}, ""}}};
  segment.signs = {{{5, 4}, "at its beginning"}};
  Replay replay, read;
  replay.segments = {segment};
  replay.checkpoints = {{0, 17}, {300, ~std::uint64_t{0}}};
  const auto file = encode_replay(replay);
  REQUIRE(decode_replay(file, "a.replay", read).ok());
  CHECK(read.checkpoints == replay.checkpoints);
  CHECK(encode_replay(read) == file);
  REQUIRE(read.segments.front().inputs.size() == segment.inputs.size());
  const auto stroke_read = std::get<StrokeEdit>(std::get<Edit>(read.segments.front().inputs[0].input));
  CHECK(stroke_read.from == CellPoint{-70, 2});
  CHECK(stroke_read.to == CellPoint{1000, -3});
  CHECK(stroke_read.size == 256);
  const auto stamp_read = std::get<StampEdit>(std::get<Edit>(read.segments.front().inputs[2].input));
  CHECK(*stamp_read.velocity == *pairs);
  const auto amount_read = std::get<AmountEdit>(std::get<Edit>(read.segments.front().inputs[4].input));
  CHECK(*amount_read.amounts == *amounts);
  for (const std::size_t i : {std::size_t{5}, std::size_t{6}}) {
    CHECK(std::get<PushEdit>(std::get<Edit>(read.segments.front().inputs[i].input)) ==
          std::get<PushEdit>(std::get<Edit>(segment.inputs[i].input)));
  }
  CHECK(std::get<BodyEdit>(std::get<Edit>(read.segments.front().inputs[7].input)) ==
        std::get<BodyEdit>(std::get<Edit>(segment.inputs[7].input)));
  CHECK(std::get<ParameterInput>(read.segments.front().inputs[8].input) == ParameterInput{"open_edge", -0.125});
  const auto sign_read = std::get<command::SetSign>(read.segments.front().inputs[9].input);
  CHECK(sign_read.at == CellPoint{-4, 5});
  CHECK(sign_read.text == "a sign");
  CHECK(sign_read.from == CellPoint{1, 2});
  CHECK_FALSE(std::get<command::SetSign>(read.segments.front().inputs[10].input).from);
  CHECK(read.segments.front().signs == segment.signs);
}

TEST_CASE("a replay of a minute of an hourglass with strokes takes about ten kilobytes") {
  const TemporaryFolder folder;
  TestSession t;
  t.done(command::LoadScene{"hourglass", {}, {}, {}});
  t.session.keep_history(HistoryLimits{});
  for (int i = 0; i < 600; ++i) {  // as many strokes as in a minute, with fewer steps between
    if (i % 3 > 0) t.done(command::Paint{stroke({i, i % 97}, {i + 7, (i + 5) % 97}, 1), i % 30 > 1});
    t.done(command::Step{1});
  }
  t.done(command::SaveReplay{folder / "a.replay"});
  CHECK(fs::file_size(folder / "a.replay") < 50'000);
}

}  // namespace repose::test

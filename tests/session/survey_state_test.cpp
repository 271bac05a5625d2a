// Surveys and bodies of conserving are state: whatever a session does between a survey and what it finds, the run goes
// on with the same bytes.
#include "session_support.hpp"

namespace repose::test::survey_state_test {

namespace {

constexpr const char* kRules = R"(cell air 0 0 0 0.1
cell sand 9 9 9 0.95
cell water 1 1 9 0.6
cell brick 8 1 1 0.96
cell rubble 7 2 2 0.94
cell wood 6 4 2 0.5
cell wall 7 7 7 1
automaton conserving
liquid water
powder rubble
swap sand air
swap sand water
swap rubble air
swap rubble water
swap water air
support brick rubble
support wood
floats wood
)";

// Steps: of the first period of a survey, of the next one until its act and its first falls, and those that follow.
constexpr std::uint64_t kMoments = 24 + 11, kLater = 30;

// A session with a platform and a beam in the air, a wall between a full and an empty basin over a pipe, and a history.
struct Stage : TestSession {
  explicit Stage(Backend backend = Backend::cpu, int threads = 2) : TestSession(density_world(), {.threads = threads}) {
    done(command::LoadConfigText{kRules, "structures.cfg", command::KeepWorld::clear});
    done(command::SwitchSolver{"conserving", backend});
    done(command::NewWorld{50, 40});
    rect("water", {0, 20}, {23, 39});
    rect("wall", {24, 4}, {25, 37});
    rect("water", {24, 38}, {49, 39});
    rect("brick", {28, 6}, {44, 9});
    rect("sand", {30, 3}, {35, 5});
    rect("wood", {3, 8}, {20, 9});
    session.keep_history(HistoryLimits{});
  }
  void rect(std::string_view name, CellPoint from, CellPoint to) {
    done(command::Paint{RectEdit{from, to, element(name), {}}});
  }
  void push() {
    PushEdit push{{20, 30}, {26, 30}, 9, BrushShape::round, true};
    push.dx = 1;
    done(command::Paint{push});
  }
};

// The hash before each step of a run without interruption.
const std::vector<std::uint64_t>& expected() {
  static const std::vector<std::uint64_t> hashes = [] {
    Stage stage;
    std::vector<std::uint64_t> found;
    std::size_t with_bodies = 0, with_survey = 0;
    for (std::uint64_t step = 0; step <= kMoments + kLater; ++step) {
      found.push_back(stage.session.hash());
      with_bodies += stage.session.download().has(Plane::bodies);
      with_survey += stage.session.download().has(Plane::survey);
      stage.step(1);
    }
    CHECK(with_bodies >= 8);
    CHECK(with_survey >= 16);
    return found;
  }();
  return hashes;
}

// Calls interrupt(stage, moment) before each step in turn, in a new session; then the run must go on as without it.
template <class Interrupt>
void check_goes_on(const Interrupt& interrupt, Backend backend = Backend::cpu) {
  for (std::uint64_t moment = 0; moment < kMoments; ++moment) {
    CAPTURE(moment);
    Stage stage(backend);
    stage.step(moment);
    REQUIRE(stage.session.hash() == expected()[moment]);
    interrupt(stage, moment);
    CHECK(stage.session.hash() == expected()[moment]);
    stage.step(kLater);
    CHECK(stage.session.hash() == expected()[moment + kLater]);
  }
}

}  // namespace

TEST_CASE("surveys: a saved world goes on as the run that was saved, at any step") {
  const TemporaryFolder folder;
  check_goes_on([&](Stage& stage, std::uint64_t) {
    stage.done(command::SaveWorld{folder / "now.repose"});
    stage.step(3);
    stage.done(command::NewWorld{9, 9});
    stage.done(command::LoadWorld{folder / "now.repose"});
  });
}

TEST_CASE("surveys: undo of a stroke or a push, between a survey and its act, brings the survey back") {
  check_goes_on([](Stage& stage, std::uint64_t moment) {
    if (moment % 2 == 0) {
      stage.rect("wall", {30, 8}, {31, 39});
      stage.step(moment % 9);
    } else {
      stage.push();
      stage.step(moment % 7);
    }
    stage.done(command::Undo{});
  });
}

TEST_CASE("surveys: going back in time and forward again gives the same world") {
  check_goes_on([](Stage& stage, std::uint64_t moment) {
    stage.step(12);
    stage.done(command::SeekTime{stage.session.timeline().now - 12});
    REQUIRE(stage.session.step_count() == moment);
  });
}

TEST_CASE("surveys: a change of backend goes on with the same bytes, at any step") {
  check_goes_on([](Stage& stage, std::uint64_t) { stage.done(command::SwitchSolver{"conserving", Backend::scalar}); });
  check_goes_on(
      [](Stage& stage, std::uint64_t) {
        stage.done(command::SwitchSolver{"conserving", Backend::cpu});
      },
      Backend::scalar);
}

TEST_CASE("surveys: strokes and pushes at any step give the same on scalar and on cpu") {
  for (std::uint64_t moment = 0; moment < kMoments; ++moment) {
    CAPTURE(moment);
    std::uint64_t hash = 0;
    for (const Backend backend : {Backend::scalar, Backend::cpu}) {
      Stage stage(backend, 3);
      stage.step(moment);
      stage.rect("air", {30, 4}, {33, 20});
      stage.push();
      stage.step(1);
      stage.rect("brick", {36, 8}, {36, 39});
      stage.step(kLater);
      if (backend == Backend::scalar) hash = stage.session.hash();
      CHECK(stage.session.hash() == hash);
    }
  }
}

TEST_CASE("surveys: other sizes, turns and rules at any step leave a world that runs") {
  for (std::uint64_t moment = 0; moment < kMoments; ++moment) {
    CAPTURE(moment);
    Stage stage;
    stage.step(moment);
    stage.done(command::TurnWorld{command::Turn::left});
    stage.step(2);
    stage.done(command::ResizeWorld{70, 20});
    stage.step(2);
    stage.done(command::LoadConfigText{kSmallRules, "small.cfg"});
    stage.step(30);
    stage.done(command::Undo{});
    stage.done(command::Undo{});
    stage.done(command::Undo{});
    CHECK(stage.session.hash() == expected()[moment]);
  }
}

}  // namespace repose::test::survey_state_test

// Undo, redo and the time line.
#include "density_world.hpp"
#include "history_model.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace {

// Everything that undo restores.
struct Snapshot {
  std::uint64_t hash, step;
  std::string config, title, scene, automaton;
  int width, height;
  std::vector<double> parameters;

  explicit Snapshot(Session& session)
      : hash(session.hash()),
        step(session.step_count()),
        config(session.ruleset().text),
        title(session.ruleset().title),
        scene(session.scene()),
        automaton(session.automaton()),
        width(session.width()),
        height(session.height()) {
    for (const ParameterInfo& info : session.solver().parameters())
      parameters.push_back(session.solver().parameter(info.name));
  }
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

StrokeEdit dab(int x, int y, std::uint8_t element) { return {{x, y}, {x, y}, 5, BrushShape::round, element, {}}; }

struct HistoryFixture : SessionFixture {
  HistoryFixture() { session.keep_history(HistoryLimits{}); }

  // Does the command, takes some steps, then undoes and redoes.
  void check_undo(const Command& command, const std::string& title) {
    CAPTURE(title);
    const Snapshot before(session);
    done(command);
    CHECK(session.history().undo_title == title);
    CHECK(session.history().redo_title.empty());
    const bool is_same = Snapshot(session) == before;
    CHECK_FALSE(is_same);
    done(command::Step{3});
    const Snapshot after(session);
    CHECK(done(command::Undo{}).message == "Undone: " + title);
    CHECK((Snapshot(session) == before));
    CHECK(session.history().redo_title == title);
    CHECK(done(command::Redo{}).message == "Done again: " + title);
    CHECK((Snapshot(session) == after));
    done(command::Step{2});
    const std::uint64_t on = session.hash();
    done(command::SeekTime{session.timeline().now - 2});
    CHECK((Snapshot(session) == after));
    done(command::Step{2});
    CHECK(session.hash() == on);
  }
};

}  // namespace

TEST_CASE_METHOD(HistoryFixture,
                 "undo and redo bring back world, rules, step and scene after every kind of operation") {
  check_undo(command::Paint{dab(10, 10, 3)}, "Paint wall");
  check_undo(command::Paint{RectEdit{{0, 0}, {20, 20}, 0, {}}}, "Erase");
  check_undo(command::EraseRect{{25, 0}, {39, 29}}, "Erase");
  check_undo(command::Fill{{{2, 2}}, 3, {}, {}}, "Fill");
  check_undo(command::Clear{}, "Clear");
  check_undo(command::Reset{}, "Reset");
  check_undo(command::SetParameter{"open_edge", 1}, "open_edge = 1");
  check_undo(command::ResizeWorld{50, 20}, "Resize");
  check_undo(command::NewWorld{70, 66}, "New world");
  check_undo(command::PutWorld{World(9, 12)}, "Load world");
  check_undo(command::LoadScene{"mixed", 60, 50, {}}, "Scene Mixed");
  check_undo(command::LoadScene{"churn", 60, 50, {}}, "Scene Churn");
  const std::string mud = "cell air 0 0 0 0\ncell mud 9 9 9 1\n";
  check_undo(command::LoadConfigText{mud, "mud.cfg", command::KeepWorld::clear}, "Load mud.cfg");
  check_undo(command::LoadConfigText{kSmallRules, "small.cfg"}, "Load small.cfg");
  check_undo(command::SwitchSolver{"conserving", Backend::cpu}, "Switch to conserving");
}

TEST_CASE_METHOD(HistoryFixture, "opening files can be undone") {
  const TemporaryFolder folder;
  done(command::SavePicture{folder / "now.png"});
  done(command::SaveWorld{folder / "now.repose"});
  done(command::NewWorld{30, 20});
  check_undo(command::LoadPicture{folder / "now.png"}, "Open now.png");
  done(command::Clear{});
  check_undo(command::LoadWorld{folder / "now.repose", 99, Bias::right}, "Open now.repose");
  CHECK(session.run_settings().seed == 99);
  done(command::Undo{});
  CHECK(session.run_settings().seed == 7);
  CHECK(session.run_settings().first_bias == Bias::left);
}

TEST_CASE_METHOD(HistoryFixture, "undo of a switch to another automaton restores rules and parameters") {
  done(command::SetParameter{"open_edge", 1});
  const Snapshot before(session);
  done(command::SwitchSolver{"water", Backend::cpu, true});
  done(command::Step{5});
  done(command::SwitchSolver{"density", Backend::cpu, true});  // and the cells that were kept aside are back
  done(command::Undo{});
  CHECK(session.automaton() == "water");
  done(command::Undo{});
  CHECK((Snapshot(session) == before));
}

TEST_CASE_METHOD(HistoryFixture, "a stroke is one undo, with any number of edits and steps") {
  const Snapshot before(session);
  done(command::Paint{dab(5, 5, 1)});
  done(command::Step{2});
  for (int x = 6; x < 20; ++x) done(command::Paint{dab(x, 5, 1), true});
  done(command::Undo{});
  CHECK((Snapshot(session) == before));
  CHECK(session.history().undo_title.empty());
  done(command::Paint{dab(20, 5, 1), true});  // the button is still down
  CHECK(session.history().undo_title == "Paint sand");
}

TEST_CASE_METHOD(HistoryFixture, "the first edit of a stroke gives its title") {
  done(command::Paint{dab(5, 5, 1), false, "Fill with sand"});
  done(command::Paint{dab(6, 5, 1), true});
  CHECK(session.history().undo_title == "Fill with sand");
}

TEST_CASE_METHOD(HistoryFixture, "dragging a slider is one undo, two parameters are two") {
  done(command::SwitchSolver{"conserving", Backend::cpu});
  const Snapshot before(session);
  REQUIRE_FALSE(session.solver().parameters().empty());
  const ParameterInfo info = session.solver().parameters().front();
  const std::string name(info.name);
  for (const double value : {info.minimum, info.maximum, info.minimum}) done(command::SetParameter{name, value});
  CHECK(session.history().undo_title.find(name + " = ") == 0);
  done(command::Undo{});
  CHECK((Snapshot(session) == before));
  CHECK(session.history().undo_title == "Switch to conserving");
}

TEST_CASE_METHOD(HistoryFixture, "commands that fail or change nothing are not operations") {
  done(command::Paint{dab(5, 5, 1)});
  done(command::Undo{});
  const TemporaryFolder folder;
  const auto line_before = session.timeline();
  refused(command::Paint{dab(5, 5, 99)});
  refused(command::LoadScene{"nowhere", {}, {}, {}});
  refused(command::NewWorld{0, 5});
  refused(command::SetParameter{"colour", 1});
  refused(command::LoadConfigText{"cell\n", ""});
  CHECK(refused(command::Undo{}) == "There is nothing to undo.");
  done(command::SetParameter{"open_edge", session.solver().parameter("open_edge")});
  done(command::SavePicture{folder / "a.png"});
  done(command::KeepLedger{true});
  done(command::SwitchSolver{"density", Backend::scalar});
  done(command::Paint{dab(-50, 5, 1)});
  done(command::Step{4});
  CHECK(session.history().undo_title.empty());
  CHECK(session.history().redo_title == "Paint sand");  // nor do steps end redo
  CHECK(session.timeline().now == line_before.now + 4);
  done(command::Clear{});
  CHECK(refused(command::Redo{}) == "There is nothing to redo.");
}

TEST_CASE_METHOD(HistoryFixture, "rewinding and stepping repeats the inputs") {
  done(command::Step{5});
  done(command::Paint{RectEdit{{0, 0}, {39, 3}, 1, {}}});
  done(command::Step{5});
  done(command::SetParameter{"open_edge", 1});
  done(command::Step{5});
  done(command::Reset{});
  done(command::Step{5});
  const Snapshot present(session);
  const std::string undo = session.history().undo_title;
  done(command::SeekTime{3});
  CHECK(session.history().undo_title == "Rewind");
  CHECK(session.step_count() == 8);
  CHECK(session.solver().parameter("open_edge") == 0);
  done(command::Step{17});
  CHECK((Snapshot(session) == present));
  CHECK(session.history().undo_title == undo);  // at the newest position again, there is nothing to undo
  CHECK(session.timeline().now == 20);
}

TEST_CASE_METHOD(HistoryFixture,
                 "painting in the past continues from there, and undo still leads back to the present") {
  for (int i = 0; i < 4; ++i) {
    done(command::Paint{dab(8 * i, 4, 1)});
    done(command::Step{6});
  }
  const Snapshot present(session);
  done(command::SeekTime{9});
  done(command::SeekTime{7});
  const Snapshot past(session);
  done(command::Paint{dab(20, 20, 3)});
  CHECK(session.timeline().newest == 7);
  done(command::Step{30});
  done(command::Undo{});
  CHECK((Snapshot(session) == past));
  done(command::Undo{});
  CHECK((Snapshot(session) == present));
  done(command::Redo{});
  CHECK((Snapshot(session) == past));
}

TEST_CASE_METHOD(HistoryFixture, "undo from the past leads to the present, and its time line continues") {
  done(command::Paint{dab(8, 4, 1)});
  done(command::Step{20});
  const Snapshot present(session);
  done(command::SeekTime{4});
  done(command::Undo{});
  CHECK((Snapshot(session) == present));
  CHECK(session.timeline().now == 20);
  done(command::Redo{});
  CHECK(session.timeline().now == 4);
  CHECK(session.timeline().newest == 20);
}

TEST_CASE_METHOD(HistoryFixture,
                 "seeking beyond the time line leads to its end, and seeking the present position changes nothing") {
  done(command::Step{5});
  done(command::SeekTime{99});
  CHECK(session.timeline().now == 5);
  CHECK(session.history().undo_title.empty());
}

TEST_CASE_METHOD(HistoryFixture, "without a history there is nothing to undo") {
  session.keep_history(std::nullopt);
  CHECK(refused(command::Undo{}) == "No history is kept.");
  CHECK(session.history().limit == 0);
}

TEST_CASE_METHOD(HistoryFixture, "with no memory for undo there is nothing to undo") {
  session.keep_history(HistoryLimits{.undo_bytes = 0});
  done(command::SetParameter{"open_edge", 1});
  done(command::SetParameter{"open_edge", 0});
  done(command::Paint{dab(5, 5, 1)});
  done(command::Paint{dab(6, 5, 1), true});
  CHECK(session.history().undo_title.empty());
}

TEST_CASE_METHOD(HistoryFixture, "the oldest operations are dropped first when memory runs out") {
  session.keep_history(HistoryLimits{.undo_bytes = 130'000, .rewind_bytes = 100'000, .keyframe_steps = 5});
  for (std::uint64_t i = 0; i < 200; ++i) {
    done(command::LoadScene{"mixed", 100, 100, i});
    done(command::Step{7});
    CHECK(session.history().bytes <= session.history().limit);
  }
  const TimelineFacts line = session.timeline();
  CHECK(line.newest == 1400);
  CHECK(line.oldest > 0);  // the exact position depends on how soon worlds are packed
  CHECK(line.oldest < line.newest);
  int undone = 0;
  while (!session.history().undo_title.empty()) {
    done(command::Undo{});
    ++undone;
  }
  CHECK(undone > 5);
  CHECK(undone < 200);
}

TEST_CASE_METHOD(HistoryFixture, "the time line reaches back as many steps as its limit") {
  session.keep_history(HistoryLimits{.rewind_steps = 100, .keyframe_steps = 10});
  done(command::Step{1000});
  CHECK(session.timeline().oldest >= 880);
  CHECK(session.timeline().oldest <= 900);
}

TEST_CASE_METHOD(HistoryFixture, "a time line without a limit of steps reaches back to the beginning") {
  session.keep_history(HistoryLimits{.rewind_steps = std::numeric_limits<std::uint64_t>::max(), .keyframe_steps = 10});
  done(command::Step{1000});
  CHECK(session.timeline().oldest == 0);
}

TEST_CASE_METHOD(HistoryFixture, "the cpu restores what the gpu refuses") {
  done(command::NewWorld{200, 50});
  done(command::SetParameter{"open_edge", 1});
  done(command::NewWorld{30, 50});
  done(command::SwitchSolver{"density", Backend::gpu});
  faults->uploads = false;
  done(command::Undo{});
  CHECK(session.width() == 200);
  CHECK(session.backend() == Backend::cpu);
  CHECK(session.solver().parameter("open_edge") == 1);
  CHECK(session.history().undo_title == "open_edge = 1");
}

TEST_CASE_METHOD(HistoryFixture, "when the gpu is lost with its world, history restores the world bit for bit") {
  done(command::Step{9});
  done(command::Paint{dab(20, 10, 2)});
  done(command::Step{9});
  const Snapshot present(session);
  done(command::SwitchSolver{"density", Backend::gpu});
  faults->healthy = false;
  faults->forgets = true;
  REQUIRE(session.recover());
  CHECK((Snapshot(session) == present));
  done(command::Undo{});
  CHECK(session.step_count() == 14);
}

TEST_CASE("the past can be seen and painted while steps run in the background") {
  const Registry registry = make_registry();
  Session behind(registry, density_world(), {}), at_once(registry, density_world(), {});
  for (Session* session : {&behind, &at_once}) {
    REQUIRE(session->execute(command::LoadScene{"mixed", 300, 200, 3}).ok);
    session->keep_history(HistoryLimits{.keyframe_steps = 4});
  }
  const auto both = [&](const Command& command) {
    CHECK(behind.execute(command).ok);
    CHECK(at_once.execute(command).ok);
    CHECK(behind.timeline().now == at_once.timeline().now);
  };
  const auto step = [&](std::uint64_t count) {
    REQUIRE(behind.begin_steps(count));
    at_once.execute(command::Step{count});
  };
  for (int i = 0; i < 10; ++i) {
    step(3);
    both(command::Paint{dab(20 * i, 50, 1)});
    both(command::Paint{dab(20 * i, 60, 2), true});
  }
  both(command::SeekTime{11});
  for (int i = 0; i < 5; ++i) step(2);  // over edits, which are repeated
  CHECK(behind.hash() == at_once.hash());
  step(1);
  both(command::Undo{});
  CHECK(behind.timeline().now == 30);
  CHECK(behind.hash() == at_once.hash());
  step(4);
  both(command::Undo{});
  CHECK(behind.step_count() == 30);
  CHECK(behind.hash() == at_once.hash());
}

}  // namespace repose::test

// Undo, redo and the time line.
#include "history_model.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace {

// Everything that undo brings back.
struct Snapshot {
  std::uint64_t hash, step;
  std::string config, title, scene, automaton;
  int width, height;
  std::vector<double> parameters;

  explicit Snapshot(Session& session)
      : hash(session.hash()), step(session.step_count()), config(session.ruleset().text), title(session.ruleset().title),
        scene(session.scene()), automaton(session.automaton()), width(session.width()), height(session.height()) {
    for (const ParameterInfo& info : session.solver().parameters()) parameters.push_back(session.solver().parameter(info.name));
  }
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

StrokeEdit dab(int x, int y, std::uint8_t element) { return {{x, y}, {x, y}, 5, BrushShape::round, element, {}}; }

struct HistoryFixture : SessionFixture {
  HistoryFixture() { session.keep_history(HistoryLimits{}); }

  // Does it, takes some steps, and goes back and forth.
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

TEST_CASE_METHOD(HistoryFixture, "undo and redo bring back the world, the rules, the step and the scene after every kind of operation") {
  check_undo(command::Paint{dab(10, 10, 3)}, "Paint wall");
  check_undo(command::Paint{RectEdit{{0, 0}, {20, 20}, 0, {}}}, "Erase");
  check_undo(command::Clear{}, "Clear");
  check_undo(command::Reset{}, "Reset");
  check_undo(command::SetParameter{"open_edge", 1}, "open_edge = 1");
  check_undo(command::ResizeWorld{50, 20}, "Resize");
  check_undo(command::NewWorld{70, 66}, "New world");
  check_undo(command::PutWorld{World(9, 12)}, "Load world");
  check_undo(command::LoadScene{"mixed", 60, 50, {}}, "Scene Mixed");
  check_undo(command::LoadScene{"churn", 60, 50, {}}, "Scene Churn");
  check_undo(command::LoadConfigText{"cell air 0 0 0 0\ncell mud 9 9 9 1\n", "mud.cfg", command::KeepWorld::clear}, "Load mud.cfg");
  check_undo(command::LoadConfigText{std::string(kSmallRules), "small.cfg"}, "Load small.cfg");
  check_undo(command::SwitchSolver{"conserving", Backend::cpu}, "Switch to conserving");
}

}  // namespace repose::test

// Shaking and blowing as commands: one operation each, in undo, on the time line and in replays.
#include <functional>

#include "replay_support.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace {

// Dry and wet, smoke and solids, in rules that all three automata run.
constexpr std::string_view kPushable[] = {"conserving", "density", "elements"};

PushEdit gust(CellPoint from, CellPoint to, std::uint32_t pass) {
  PushEdit edit{from, to, 40, BrushShape::round};
  edit.dx = 1;
  edit.pass = pass;
  return edit;
}

// The mean column of the smoke.
double middle_of_smoke(const Session& session) {
  const World world = session.download();
  double sum = 0, count = 0;
  for (int y = 0; y < world.height(); ++y) {
    for (int x = 0; x < world.width(); ++x) {
      if (session.ruleset().elements[world.cell(x, y)].name != "smoke") continue;
      sum += x;
      ++count;
    }
  }
  REQUIRE(count > 0);
  return sum / count;
}

// How far to the right the smoke is after a while, with a draught or without one. `feed` is called before each frame.
double drift(Session& session, bool blows, const std::function<void()>& feed) {
  for (std::uint32_t frame = 0; frame < 40; ++frame) {
    feed();
    must(session, command::Step{2});
    for (std::uint32_t k = 0; blows && k < 2; ++k)
      must(session, command::Paint{gust({40, 40}, {80, 40}, 2 * frame + k), frame + k > 0});
  }
  return middle_of_smoke(session) - 60;
}

double drift_over_fire(bool blows) {
  TestSession t(default_rules());
  t.done(command::NewWorld{121, 80});
  const std::uint8_t wood = t.session.ruleset().find("wood").value(), fire = t.session.ruleset().find("fire").value();
  t.done(command::Paint{RectEdit{{45, 60}, {75, 78}, wood, {}}});
  t.done(command::Paint{RectEdit{{45, 56}, {75, 59}, fire, {}}});
  return drift(t.session, blows, [] {});
}

// Smoke that comes from nowhere and lasts.
double drift_of_smoke(std::string_view automaton, bool blows) {
  TestSession t;
  const std::string rules = "cell air 0 0 0 0.3\ncell smoke 9 9 9 0.1\nrule air smoke smoke air\n";
  t.done(command::LoadConfigText{rules, "smoke.cfg", command::KeepWorld::clear});
  t.done(command::SwitchSolver{std::string(automaton)});
  t.done(command::NewWorld{121, 80});
  return drift(t.session, blows, [&] { t.done(command::Paint{RectEdit{{55, 57}, {65, 57}, 1, {}}}); });
}

// The height of a heap of sand after some time, which is shaken or left alone.
int height_of_heap(std::string_view automaton, bool shaken) {
  TestSession t;
  t.done(command::SwitchSolver{std::string(automaton)});
  t.done(command::NewWorld{101, 60});
  const std::uint8_t sand = t.session.ruleset().find("sand").value();
  t.done(command::Paint{RectEdit{{40, 20}, {60, 58}, sand, {}}});
  t.done(command::Step{300});
  for (std::uint32_t i = 0; i < 30; ++i) {
    if (shaken) t.done(command::Shake{4, 1, 4 * i, i > 0});
    t.done(command::Step{3});
  }
  const World world = t.session.download();
  const auto top = std::ranges::find(world.cells(), sand) - world.cells().begin();
  return world.height() - static_cast<int>(top / world.width());
}

}  // namespace

TEST_CASE("smoke over a fire leans in the direction of a draught") {
  const double calm = drift_over_fire(false);
  CHECK(std::abs(calm) < 6);
  CHECK(drift_over_fire(true) > calm + 8);
}

TEST_CASE("rising smoke leans in a draught, in every automaton that can be blown") {
  for (const std::string_view automaton : kPushable) {
    CAPTURE(automaton);
    const double calm = drift_of_smoke(automaton, false);
    CHECK(std::abs(calm) < 3);
    CHECK(drift_of_smoke(automaton, true) > calm + 8);
  }
}

TEST_CASE("a heap of sand that is shaken becomes lower") {
  for (const std::string_view automaton : kPushable) {
    CAPTURE(automaton);
    CHECK(height_of_heap(automaton, true) + 2 <= height_of_heap(automaton, false));
  }
}

TEST_CASE("a shake in parts is one operation, and so is a gust; undo and redo give the same hashes") {
  for (const std::string_view automaton : kPushable) {
    CAPTURE(automaton);
    TestSession t;
    t.done(command::SwitchSolver{std::string(automaton)});
    t.done(command::LoadScene{"mixed", 80, 60, {}});
    t.session.keep_history(HistoryLimits{});
    const std::uint64_t start = t.session.hash();
    for (std::uint32_t i = 0; i < 3; ++i) {
      t.done(command::Shake{4, 9, 4 * i, i > 0});
      t.done(command::Step{1});
    }
    const std::uint64_t shaken = t.session.hash();
    CHECK(t.session.history().undo_title == "Shake");
    for (std::uint32_t i = 0; i < 3; ++i) {
      t.done(command::Paint{gust({10, 10}, {40, 20}, i), i > 0});
      t.done(command::Step{1});
    }
    const std::uint64_t blown = t.session.hash();
    CHECK(t.session.history().undo_title == "Blow");
    CHECK(blown != shaken);
    t.done(command::Undo{});
    CHECK(t.session.hash() == shaken);
    t.done(command::Undo{});
    CHECK(t.session.hash() == start);
    t.done(command::Redo{});
    CHECK(t.session.hash() == shaken);
    t.done(command::Redo{});
    CHECK(t.session.hash() == blown);
    t.done(command::Paint{RectEdit{{0, 0}, {3, 3}, 1, {}}});
    t.done(command::Shake{1, 2, 0, true});  // it does not continue the painting
    CHECK(t.session.history().undo_title == "Shake");
  }
}

TEST_CASE("automata without loose cells say why they cannot be shaken or blown") {
  const Registry registry = make_registry();
  for (const AutomatonDefinition& automaton : registry.automata()) {
    CAPTURE(automaton.name);
    TestSession t;
    t.done(command::SwitchSolver{std::string(automaton.name), Backend::cpu, true});
    const bool pushable = std::ranges::find(kPushable, automaton.name) != std::end(kPushable);
    CHECK(automaton.no_push.empty() == pushable);
    const std::uint64_t before = t.session.hash();
    for (const Command& command : {Command(command::Shake{}), Command(command::Paint{gust({1, 1}, {9, 9}, 0)})}) {
      const CommandResult result = t.session.execute(command);
      CHECK(result.ok == pushable);
      if (!pushable) CHECK(result.message == automaton.no_push);
    }
    if (!pushable) CHECK(t.session.hash() == before);
  }
}

TEST_CASE_METHOD(SessionFixture, "a push in a direction that is none is refused") {
  PushEdit edit;
  edit.dx = 2;
  CHECK(refused(command::Paint{edit}) == "A push goes to a neighbour: its direction is -1, 0 or 1 each way.");
}

}  // namespace repose::test

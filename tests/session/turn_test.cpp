// Turning the world: every plane, on every automaton; undo, Reset, replays.
#include "clip_support.hpp"
#include "replay_support.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace {

const std::map<char, std::uint8_t> kTurnLegend = {{'.', 0}, {'s', 1}, {'w', 2}, {'#', 3}};
using command::Turn;
using command::TurnWorld;
using Rows = std::vector<std::string>;

}  // namespace

TEST_CASE_METHOD(SessionFixture, "a quarter turn makes rows into columns; a half turn puts the world upside down") {
  const auto turned = [&](Turn turn) {
    done(command::PutWorld{world_from({"sw.", "..#"}, kTurnLegend)});
    done(TurnWorld{turn});
    return rows_of(session.download(), kTurnLegend);
  };
  CHECK(turned(Turn::right) == Rows{".s", ".w", "#."});
  CHECK(turned(Turn::left) == Rows{".#", "w.", "s."});
  CHECK(turned(Turn::half) == Rows{"#..", ".ws"});
}

TEST_CASE("four turns give the world again, in every automaton, with every plane") {
  const Registry registry = make_registry();
  for (const AutomatonDefinition& automaton : registry.automata()) {
    INFO(automaton.name);
    TestSession t;
    t.done(command::LoadConfigText{kMatterRules, "matter.cfg", command::KeepWorld::clear});
    t.done(command::SwitchSolver{std::string(automaton.name)});
    t.done(command::PutWorld{lively_world(37, 22, static_cast<int>(t.session.ruleset().elements.size()), 3)});
    const std::uint64_t before = t.session.hash();
    t.done(TurnWorld{Turn::left});
    CHECK(t.session.width() == 22);
    CHECK(t.session.height() == 37);
    const std::uint64_t left = t.session.hash();
    CHECK(left != before);
    for (int i = 0; i < 3; ++i) t.done(TurnWorld{Turn::left});
    CHECK(t.session.hash() == before);
    t.done(TurnWorld{Turn::half});
    CHECK(t.session.hash() != before);
    t.done(TurnWorld{Turn::right});
    CHECK(t.session.hash() == left);
    t.done(command::Step{3});  // the turned world runs
  }
}

TEST_CASE("velocities turn with what flies") {
  TestSession t;
  t.done(command::SwitchSolver{"elements", Backend::cpu});
  World world(8, 6);
  world.add(Plane::velocity);
  const std::size_t cell = world.index(2, 3);
  world.cells()[cell] = 1;
  world.bytes(Plane::velocity)[2 * cell] = 5;                                  // to the right
  world.bytes(Plane::velocity)[2 * cell + 1] = static_cast<std::uint8_t>(-3);  // up
  t.done(command::PutWorld{world});
  const auto velocity_at = [&](int x, int y) {
    const World now = t.session.download();
    REQUIRE(now.cell(x, y) == 1);
    const std::size_t i = 2 * now.index(x, y);
    return std::pair(static_cast<int>(static_cast<std::int8_t>(now.bytes(Plane::velocity)[i])),
                     static_cast<int>(static_cast<std::int8_t>(now.bytes(Plane::velocity)[i + 1])));
  };
  t.done(TurnWorld{Turn::right});  // right becomes down, up becomes right
  CHECK(velocity_at(2, 2) == std::pair(3, 5));
  t.done(TurnWorld{Turn::half});
  CHECK(velocity_at(3, 5) == std::pair(-3, -5));
}

TEST_CASE("an hourglass that has run out and is turned over flows back") {
  TestSession t(default_rules());
  t.done(command::LoadScene{"hourglass", 90, 120, {}});
  const std::uint8_t sand = t.session.ruleset().find("sand").value();
  const auto sand_above = [&] {
    const World world = t.session.download();
    return std::count(world.cells().begin(), world.cells().begin() + 60 * 90, sand);
  };
  const auto full = sand_above();
  t.done(command::Step{1500});
  const auto left_above = sand_above();
  REQUIRE(left_above < full / 4);
  t.done(TurnWorld{Turn::half});
  const auto turned = sand_above();
  CHECK(turned > full * 3 / 4);
  t.done(command::Step{1500});
  CHECK(sand_above() < turned / 4);
}

TEST_CASE_METHOD(SessionFixture, "a turn is one operation; Reset gives the world back as it began, in its own shape") {
  session.keep_history(HistoryLimits{});
  const std::uint64_t before = session.hash(), step = session.step_count();
  CHECK(done(TurnWorld{Turn::left}).message == "Turned left: the world now has 30 x 40 cells");
  const std::uint64_t turned = session.hash();
  CHECK(session.step_count() == step);
  CHECK(session.history().undo_title == "Turn left");
  done(command::Step{4});
  done(command::Undo{});
  CHECK(session.hash() == before);
  CHECK(session.width() == 40);
  done(command::Redo{});
  CHECK(session.width() == 30);
  done(TurnWorld{Turn::half});
  CHECK(session.history().undo_title == "Upside down");
  done(command::Undo{});
  done(command::Undo{});
  CHECK(session.hash() == before);
  done(TurnWorld{Turn::left});
  CHECK(session.hash() == turned);
  done(command::Reset{});
  CHECK(session.width() == 40);
  CHECK(session.height() == 30);
  CHECK(session.step_count() == 0);
}

}  // namespace repose::test

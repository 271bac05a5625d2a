#include "session_support.hpp"

#include "session/run_state.hpp"

namespace repose::test {

TEST_CASE("a new session is empty, 640 by 400, on the cpu backend of the density automaton") {
  TestSession t;
  CHECK(t.session.width() == 640);
  CHECK(t.session.height() == 400);
  CHECK(t.session.automaton() == "density");
  CHECK(t.session.backend() == Backend::cpu);
  CHECK(t.session.step_count() == 0);
  CHECK(t.session.download().cells()[0] == 0);
  CHECK_FALSE(has_errors(t.session.config_diagnostics()));
}

TEST_CASE("scenes that share rules bring the automaton that each is written for") {
  TestSession t;
  for (const auto& [scene, automaton] :
       {std::pair{"falls", "density"}, std::pair{"acid-cave", "conserving"}, std::pair{"rain-on-slope", "density"}}) {
    t.done(command::SwitchSolver{"tiles", Backend::cpu});
    t.done(command::LoadScene{scene, 40, 30, {}});
    CHECK(t.session.automaton() == automaton);
  }
}

TEST_CASE("the built-in rules are sound and define every pair") {
  const ConfigResult read = read_config(builtin_ruleset().text, "");
  CHECK(read.diagnostics.empty());
  CHECK(builtin_ruleset().elements.size() == 4);
}

TEST_CASE_METHOD(SessionFixture, "steps count up and alternate their bias however they are split") {
  Session whole(registry, density_world(), {.seed = 7, .threads = 1});
  REQUIRE(whole.execute(command::LoadConfigText{kSmallRules, "", command::KeepWorld::clear}).ok);
  REQUIRE(whole.execute(command::LoadScene{"mixed", 40, 30, {}}).ok);
  REQUIRE(whole.execute(command::Step{12}).ok);
  for (int i = 0; i < 7; ++i) done(command::Step{});
  CHECK(session.step_count() == 12);
  CHECK(session.hash() == whole.hash());
}

TEST_CASE_METHOD(SessionFixture, "the first bias is the bias of step 0") {
  Session right(registry, density_world(), {.seed = 7, .first_bias = Bias::right});
  Session left(registry, density_world(), {.seed = 7, .first_bias = Bias::left});
  for (Session* one : {&left, &right}) {
    REQUIRE(one->execute(command::LoadConfigText{kSmallRules, "", command::KeepWorld::clear}).ok);
    REQUIRE(one->execute(command::LoadScene{"mixed", 40, 30, {}}).ok);
    REQUIRE(one->execute(command::Step{1}).ok);
  }
  CHECK(left.hash() != right.hash());
}

TEST_CASE_METHOD(SessionFixture, "paint changes exactly the cells that it covers") {
  done(command::Clear{});
  done(command::Paint{RectEdit{{2, 3}, {5, 4}, 1, {}}});
  CHECK(count("sand") == 8);
  CHECK(session.download().cell(5, 4) == 1);
}

TEST_CASE_METHOD(SessionFixture, "paint with an element that does not exist is refused") {
  CHECK(refused(command::Paint{RectEdit{{0, 0}, {5, 5}, 4, {}}}) == "There is no element number 4.");
  StrokeEdit stroke;
  stroke.element = 255;
  CHECK(refused(command::Paint{stroke}) == "There is no element number 255.");
}

TEST_CASE_METHOD(SessionFixture, "a stamp whose cells do not fill its rectangle is refused") {
  StampEdit stamp;
  stamp.width = 4;
  stamp.height = 4;
  refused(command::Paint{stamp});
  stamp.cells = std::make_shared<const std::vector<std::uint8_t>>(15);
  refused(command::Paint{stamp});
  stamp.width = -4;
  stamp.height = -4;
  stamp.cells = std::make_shared<const std::vector<std::uint8_t>>(16);
  refused(command::Paint{stamp});
}

TEST_CASE_METHOD(SessionFixture, "a parameter that the automaton lacks is refused by name") {
  CHECK(refused(command::SetParameter{"activity", 3}) == "density has no parameter 'activity'; there are: open_edge.");
}

TEST_CASE_METHOD(SessionFixture, "clear leaves background, and the step counter continues") {
  done(command::Clear{});
  CHECK(count("air") == 1200);
  CHECK(session.step_count() == 5);
}

TEST_CASE_METHOD(SessionFixture, "reset returns to the scene as it was loaded, at step 0") {
  Session fresh(registry, density_world(), {.seed = 7});
  REQUIRE(fresh.execute(command::LoadConfigText{kSmallRules, "", command::KeepWorld::clear}).ok);
  REQUIRE(fresh.execute(command::LoadScene{"mixed", 40, 30, {}}).ok);
  done(command::Paint{RectEdit{{0, 0}, {20, 20}, 1, {}}});
  done(command::Reset{});
  CHECK(session.step_count() == 0);
  CHECK(session.hash() == fresh.hash());
  CHECK(session.scene() == "mixed");
}

}  // namespace repose::test

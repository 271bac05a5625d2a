// Changing the automaton: which one a config runs in, and what happens to rules, world and parameters.
#include "session_support.hpp"

namespace repose::test {

namespace {

constexpr const char* kNamesElements = R"(automaton elements
cell air 0 0 0 0.1
cell sand 200 180 100 0.9
rule sand air air sand
)";

constexpr const char* kWxsand = R"(# subversion 2
element Empty 0 0 0 0 0 0 0 1
element Sand 200 180 100 1 0.1 0.5 0.2 1
element Spark 255 220 80 -1 1 0 1.1 1
)";

}  // namespace

TEST_CASE_METHOD(SessionFixture, "a config that names its automaton runs in that one") {
  const CommandResult result = done(command::LoadConfigText{kNamesElements, "", command::KeepWorld::by_name});
  CHECK(session.automaton() == "elements");
  CHECK(result.message.find("; elements runs it") != std::string::npos);
}

TEST_CASE_METHOD(SessionFixture,
                 "a config that names no automaton runs in density, in conserving if a word is for it") {
  const auto opens_in = [&](const std::string& rules) {
    done(command::LoadConfigText{rules, "", command::KeepWorld::clear});
    return session.automaton();
  };
  CHECK(opens_in(kNamesElements) == "elements");
  CHECK(opens_in(kSmallRules) == "density");
  for (const char* words :
       {"liquid water\n", "glow water 1\n", "describe sand when it burns\n", "group loose sand\n", "friction sand 3\n",
        "swap sand water\n", "# burst sand\n", "rule wall sand wall sand x\n"}) {
    INFO(words);
    CHECK(opens_in(kSmallRules + words) == "density");
  }
  for (const char* words : {"react sand\n", "powder sand\n", "viscosity water 0.5\n", "wander sand 0.1\n",
                            "resistance wall 0.5\n", "burst sand 3 air\n", "clone wall\n", "decay sand water 0.1\n",
                            "when sand touches water becomes sand sand\n", "rule wall sand wall sand 0.5\n"}) {
    INFO(words);
    CHECK(opens_in(kSmallRules + words) == "conserving");
  }
  CHECK(opens_in("automaton tiles\nreact sand\n" + kSmallRules) == "tiles");
}

TEST_CASE_METHOD(SessionFixture, "a text from the editor keeps the automaton that a person has chosen") {
  done(command::LoadConfigText{kSmallRules, "", command::KeepWorld::clear});
  done(command::SwitchSolver{"fastsab", Backend::cpu});
  done(command::LoadConfigText{kSmallRules + "react sand\n", "", command::KeepWorld::by_name});
  CHECK(session.automaton() == "fastsab");
  done(command::LoadConfigText{kSmallRules, "", command::KeepWorld::clear});
  done(command::LoadConfigText{kSmallRules + "react sand\n", "", command::KeepWorld::by_name});
  CHECK(session.automaton() == "conserving");  // nobody has chosen density
  done(command::LoadConfigText{"automaton conserving\n" + kSmallRules, "", command::KeepWorld::by_name});
  CHECK(session.automaton() == "conserving");
}

TEST_CASE_METHOD(SessionFixture, "reading the same config again keeps the automaton that a person has chosen") {
  const TemporaryFolder folder;
  std::ofstream(folder / "mine.cfg") << kNamesElements;
  done(command::LoadConfigFile{folder / "mine.cfg"});
  done(command::SwitchSolver{"density", Backend::cpu});
  done(command::ReloadConfig{});
  CHECK(session.automaton() == "density");
  done(command::LoadConfigText{kNamesElements, (folder / "mine.cfg").string()});
  CHECK(session.automaton() == "density");
  done(command::LoadConfigFile{folder / "mine.cfg"});
  CHECK(session.automaton() == "elements");
}

TEST_CASE_METHOD(SessionFixture, "a config that names an unknown automaton counts as naming none") {
  Ruleset rules;
  CHECK(registry.automaton_for(rules).name == "density");
  rules.automaton = "alchemy";
  CHECK(registry.automaton_for(rules).name == "density");
  rules.dialect = Dialect::wxsand;
  CHECK(registry.automaton_for(rules).name == "elements");
  rules.automaton = "density";
  CHECK(registry.automaton_for(rules).name == "density");
}

TEST_CASE_METHOD(SessionFixture, "a wxSand config runs in elements, a sand.js config after it in density again") {
  const auto sand = count("sand");
  done(command::LoadConfigText{kWxsand, "", command::KeepWorld::by_name});
  CHECK(session.automaton() == "elements");
  CHECK(count("Sand") == sand);
  done(command::LoadConfigText{kSmallRules, "", command::KeepWorld::by_name});
  CHECK(session.automaton() == "density");
  CHECK(count("sand") == sand);
}

TEST_CASE_METHOD(SessionFixture, "density refuses a wxSand config, or brings its own and gives it back") {
  done(command::LoadConfigText{kWxsand, "", command::KeepWorld::clear});
  done(command::LoadScene{"mixed", 40, 30, {}});
  const auto sand = count("Sand"), spark = count("Spark");
  CHECK(refused(command::SwitchSolver{"density", Backend::cpu})
            .find("The density automaton cannot run a wxSand config") == 0);
  const CommandResult result = done(command::SwitchSolver{"density", Backend::cpu, true});
  CHECK(session.ruleset().title == "density-world.cfg");
  CHECK(count("sand") == sand);
  done(command::SwitchSolver{"elements", Backend::scalar, true});
  CHECK(count("Sand") == sand);
  CHECK(count("Spark") == spark);  // nothing had happened in between
  done(command::SwitchSolver{"density", Backend::cpu, true});
  done(command::Step{1});
  done(command::SwitchSolver{"elements", Backend::scalar, true});
  CHECK(count("Sand") == sand);
  CHECK(count("Spark") == 0);
}

TEST_CASE_METHOD(SessionFixture, "automata that both accept the rules pass every cell on") {
  const World before = session.download();
  done(command::SwitchSolver{"elements", Backend::scalar});
  REQUIRE(session.solver().state_planes().has(Plane::energy));
  const World there = session.download();
  CHECK(std::ranges::equal(there.cells(), before.cells()));
  done(command::SwitchSolver{"density", Backend::cpu});
  const World back = session.download();
  CHECK(std::ranges::equal(back.cells(), before.cells()));
  CHECK(session.step_count() == 5);
}

TEST_CASE_METHOD(SessionFixture, "energies are kept through changes of backend, size and config") {
  done(command::SwitchSolver{"elements", Backend::scalar});
  World world(4, 3);
  world.add(Plane::energy);
  world.add(Plane::velocity);
  world.cell(1, 1) = 1;
  world.bytes(Plane::energy)[5] = 80;
  world.bytes(Plane::velocity)[10] = 7;
  world.cell(2, 1) = 2;
  world.bytes(Plane::energy)[6] = 60;
  done(command::PutWorld{world});
  done(command::SwitchSolver{"elements", Backend::scalar});
  CHECK(session.download() == world);
  done(command::ResizeWorld{6, 5, command::Anchor::top_left});
  const World larger = session.download();
  CHECK(larger.bytes(Plane::energy)[larger.index(1, 1)] == 80);
  CHECK(larger.bytes(Plane::velocity)[2 * larger.index(1, 1)] == 7);
  done(command::LoadConfigText{"cell air 0 0 0 0.1\ncell Sand 1 1 1 0.9\n", "", command::KeepWorld::by_name});
  const World mapped = session.download();
  CHECK(mapped.bytes(Plane::energy)[mapped.index(1, 1)] == 80);
  CHECK(mapped.bytes(Plane::energy)[mapped.index(2, 1)] == 0);  // water has become background, and cold
}

TEST_CASE_METHOD(SessionFixture, "upper and lower case do not matter where no name is exactly the same") {
  const auto sand = count("sand");
  const char* rules = "cell air 0 0 0 0.1\ncell SAND 1 1 1 0.5\ncell Water 2 2 2 0.4\n";
  done(command::LoadConfigText{rules, "", command::KeepWorld::by_name});
  CHECK(count("SAND") == sand);
}

TEST_CASE_METHOD(SessionFixture, "elements that cannot be carried over are listed by name") {
  const char* strange =
      "element Empty 0 0 0 0 0 0 0 1\nelement sand 9 9 9 1 0 0 0 1\nelement a 1 1 1 1 0 0 0 1\nelement b 1 1 2 1 0 0 0 "
      "1\nelement c 1 1 3 1 0 0 0 1\nelement d 1 1 4 1 0 0 0 1\n";
  done(command::LoadConfigText{strange, "", command::KeepWorld::clear});
  done(command::LoadScene{"mixed", 40, 30, {}});
  const CommandResult result = done(command::SwitchSolver{"density", Backend::scalar, true});
  CHECK(result.message.find("cells of elements it lacks became background: a, b, c and 1 more") != std::string::npos);
}

TEST_CASE_METHOD(SessionFixture, "before the switch it is known which elements of the world become a wall") {
  const char* strange =
      "element Empty 0 0 0 0 0 0 0 1\nelement sand 9 9 9 1 0 0.4 0 1\nelement brick 1 1 1 0 0 1 0 1\n"
      "element goo 1 1 2 1 0 0.3 0 1\nelement rail 1 1 3 0 0 1 0 1\n";
  done(command::LoadConfigText{strange, "", command::KeepWorld::clear});
  done(command::Paint{RectEdit{{0, 0}, {9, 0}, 2, {}}});
  done(command::Paint{RectEdit{{0, 1}, {9, 2}, 3, {}}});
  const SwitchPreview preview = session.preview_switch("density");
  CHECK(preview.config == "density-world.cfg");
  CHECK(preview.lost_share == Approx(2.0 / 3));  // the goo; no rail is there
  CHECK(preview.hardened == "brick");
  done(command::SwitchSolver{"density", Backend::scalar, true});
  CHECK(count("wall") == 10);
}

TEST_CASE_METHOD(SessionFixture, "the rules that made way do not return once another config has been loaded") {
  done(command::LoadConfigText{kWxsand, "", command::KeepWorld::clear});
  done(command::SwitchSolver{"density", Backend::cpu, true});
  done(command::ReloadConfig{});
  done(command::SwitchSolver{"elements", Backend::cpu, true});
  CHECK(session.ruleset().title != "small.cfg");
  CHECK_FALSE(session.ruleset().find("Spark"));
}

TEST_CASE_METHOD(SessionFixture, "every automaton remembers its parameters") {
  done(command::SetParameter{"open_edge", 1});
  done(command::SwitchSolver{"elements", Backend::scalar});
  done(command::SetParameter{"ambient", 55});
  done(command::SwitchSolver{"density", Backend::scalar});
  CHECK(session.solver().parameter("open_edge") == 1);
  done(command::LoadConfigText{kNamesElements, "", command::KeepWorld::by_name});
  CHECK(session.solver().parameter("ambient") == 55);
}

TEST_CASE("the wind of one scene does not blow in the next, other parameters stay") {
  TestSession s(default_rules(), {.threads = 1});
  s.done(command::LoadScene{"storm", 160, 100, 1, true});
  const auto wind = [&] { return s.session.solver_facts().parameter("wind_right"); };
  CHECK(wind() != 0);
  s.done(command::LoadScene{"fortress", 160, 100, 1, true});
  CHECK(wind() == 0);
  s.done(command::SetParameter{"wind_right", 50});
  s.done(command::SetParameter{"structures_fall", 0});
  s.done(command::LoadScene{"fortress", 160, 100, 1, true});
  CHECK(wind() == 0);
  CHECK(s.session.solver_facts().parameter("structures_fall") == 0);
}

}  // namespace repose::test

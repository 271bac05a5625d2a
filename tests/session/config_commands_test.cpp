#include "session_support.hpp"

namespace repose::test {

namespace {
constexpr const char* kNoWater = R"(cell void 5 5 5 0.2
cell wall 128 128 128 1
cell sand 200 180 100 0.8
rule sand void void sand
rule wall void wall void
rule wall sand wall sand
)";

}  // namespace

TEST_CASE_METHOD(SessionFixture, "another config keeps the world by element names") {
  const auto sand = count("sand"), wall = count("wall"), water = count("water"), air = count("air");
  const CommandResult result = done(command::LoadConfigText{kNoWater, "dry.cfg", command::KeepWorld::by_name});
  CHECK(count("sand") == sand);
  CHECK(count("wall") == wall);
  CHECK(count("void") == air + water);
  CHECK(result.message.find(std::to_string(water) + " cells of elements it lacks became background") !=
        std::string::npos);
  CHECK(result.message.find("3 elements, 3 rules") != std::string::npos);
  CHECK(session.step_count() == 5);
}

TEST_CASE_METHOD(SessionFixture, "of several elements with the same name the last one takes over the cells") {
  const auto sand = count("sand");
  done(command::LoadConfigText{"cell air 0 0 0 0.1\ncell sand 1 1 1 0.5\ncell sand 2 2 2 0.6\n", "",
                               command::KeepWorld::by_name});
  CHECK(session.ruleset().find("sand") == 2);
  CHECK(count("sand") == sand);
}

TEST_CASE_METHOD(SessionFixture, "densities come from the new rules") {
  done(command::LoadConfigText{"cell air 0 0 0 0.1\ncell sand 1 1 1 0.5\n", "", command::KeepWorld::by_name});
  REQUIRE(session.solver().state_planes().has(Plane::density));
  const World world = session.download();
  for (std::size_t i = 0; i < world.cell_count(); ++i) {
    CHECK(world.bytes(Plane::density)[i] == session.ruleset().elements[world.cells()[i]].density_byte);
  }
}

TEST_CASE_METHOD(SessionFixture, "reset after another config still finds the scene, in the new elements") {
  done(command::LoadConfigText{kNoWater, "", command::KeepWorld::by_name});
  done(command::Reset{});
  CHECK(session.step_count() == 0);
  const auto sand = count("sand");
  done(command::LoadConfigText{kSmallRules, "", command::KeepWorld::by_name});
  done(command::LoadScene{"mixed", 40, 30, {}});
  CHECK(count("sand") == sand);
}

TEST_CASE_METHOD(SessionFixture, "a config can come with an empty world of the same size") {
  done(command::LoadConfigText{kNoWater, "", command::KeepWorld::clear});
  CHECK(count("void") == 1200);
  CHECK(session.step_count() == 0);
  CHECK(session.scene().empty());
}

TEST_CASE_METHOD(SessionFixture, "a config with errors changes nothing and returns its diagnostics") {
  const command::LoadConfigText bad{"cell air 0 0 0 0.1\ncell sand 1 1 1 0.9\nrule sand aer air sand\n", "bad.cfg"};
  const std::string sentence = refused(bad);
  CHECK(sentence.find("bad.cfg:3:") == 0);
  CHECK(sentence.find("nothing was changed") != std::string::npos);
  const CommandResult result = session.execute(bad);
  REQUIRE(has_errors(result.diagnostics));
  CHECK_FALSE(has_errors(session.config_diagnostics()));
}

TEST_CASE_METHOD(SessionFixture, "a config with errors opens without the faulty lines once errors are accepted") {
  const CommandResult result =
      done(command::LoadConfigText{"cell air 0 0 0 0.1\ncell sand 1 1 1 0.9\nrule sand aer air sand\n", "bad.cfg",
                                   command::KeepWorld::by_name, true});
  CHECK(session.ruleset().elements.size() == 2);
  CHECK(has_errors(session.config_diagnostics()));
  CHECK(result.message.find("in spite of 1 error") != std::string::npos);
}

TEST_CASE_METHOD(SessionFixture, "a file without any element is refused even when errors are accepted") {
  refused(command::LoadConfigText{"", "empty.cfg", command::KeepWorld::by_name, true});
}

TEST_CASE_METHOD(SessionFixture, "a missing file is refused by name") {
  CHECK(refused(command::LoadConfigFile{"/nowhere/at.cfg"}).find("at.cfg") != std::string::npos);
}

TEST_CASE_METHOD(SessionFixture, "rules that did not come from a file cannot be reloaded") {
  done(command::LoadScene{"churn", 20, 20, {}});
  CHECK(refused(command::ReloadConfig{}) == "These rules did not come from a file; there is no file to read.");
}

TEST_CASE_METHOD(SessionFixture, "reload reads the file again and keeps the world") {
  const TemporaryFolder folder;
  const auto path = folder / "mine.cfg";
  write_text(path, kSmallRules);
  done(command::LoadConfigFile{path});
  CHECK(session.ruleset().title == "mine.cfg");
  const auto sand = count("sand"), wall = count("wall");
  write_text(path, kNoWater);
  done(command::ReloadConfig{});
  CHECK(session.ruleset().elements.size() == 3);
  CHECK(count("sand") == sand);
  CHECK(count("wall") == wall);
  write_text(path, "cell air 0 0 0 zero\n");
  refused(command::ReloadConfig{});
}

TEST_CASE_METHOD(SessionFixture, "a config sets parameters of the automaton that it names") {
  const std::string flows = std::string(kNoWater) + "automaton conserving\nparameter flow 6\n";
  done(command::LoadConfigText{flows, "", command::KeepWorld::by_name});
  CHECK(session.automaton() == "conserving");
  CHECK(session.solver().parameter("flow") == 6);

  done(command::SetParameter{"flow", 2});
  done(command::LoadConfigText{std::string(kNoWater) + "automaton conserving\n", "", command::KeepWorld::by_name});
  CHECK(session.solver().parameter("flow") == 2);  // a config without the word leaves it alone
  done(command::LoadConfigText{flows, "", command::KeepWorld::clear});
  CHECK(session.solver().parameter("flow") == 6);
}

TEST_CASE_METHOD(SessionFixture, "parameters of a config are not for other automata") {
  const std::string flows = std::string(kNoWater) + "automaton conserving\nparameter flow 6\n";
  done(command::LoadConfigText{flows, "own.cfg", command::KeepWorld::by_name});
  done(command::SetParameter{"flow", 2});
  done(command::SwitchSolver{"density", Backend::cpu});
  done(command::LoadConfigText{flows, "own.cfg", command::KeepWorld::by_name});  // again: density keeps running
  CHECK(session.automaton() == "density");
  done(command::SwitchSolver{"conserving", Backend::cpu});
  CHECK(session.solver().parameter("flow") == 2);
}

TEST_CASE_METHOD(SessionFixture, "loading a config says which of its words have no effect") {
  const std::string words = std::string(kNoWater) + "automaton density\nwander sand 0.5\n";
  const CommandResult result = done(command::LoadConfigText{words, "", command::KeepWorld::by_name});
  CHECK(result.message.ends_with(". Only conserving uses these words of the config: wander."));
}

}  // namespace repose::test

#include "density_world.hpp"
#include "repose/world_file.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

// A scene for that automaton, or the default one.
std::string scene_of(std::string_view automaton) {
  for (const Scene& scene : scenes()) {
    if (scene.automaton == automaton && scene.in_menu) return std::string(scene.name);
  }
  return "mixed";
}

// A session in which that automaton is busy, with a parameter that is not the default.
std::unique_ptr<Session> running(const Registry& registry, const SolverEntry& entry) {
  auto session = std::make_unique<Session>(registry, density_world(),
                                           SessionOptions{.seed = 11, .first_bias = Bias::right, .threads = 2});
  const fs::path config = fs::path(REPOSE_SOURCE_DIR) / "configs" / registry.automaton(entry.automaton)->config;
  REQUIRE(session->execute(command::LoadConfigFile{config, command::KeepWorld::clear}).ok);
  REQUIRE(session->execute(command::SwitchSolver{std::string(entry.automaton), entry.backend}).ok);
  REQUIRE(session->execute(command::LoadScene{scene_of(entry.automaton), 150, 90, {}}).ok);
  REQUIRE(session->execute(command::SwitchSolver{std::string(entry.automaton), entry.backend}).ok);
  for (const ParameterInfo& info : session->solver().parameters()) {
    if (info.kind == ParameterInfo::Kind::boolean) continue;
    REQUIRE(
        session->execute(command::SetParameter{std::string(info.name), (info.default_value + info.maximum) / 2}).ok);
    break;
  }
  return session;
}

WorldDocument small_document() {
  WorldDocument document;
  document.world = World(6, 4);
  document.world.cell(2, 1) = 1;
  document.config = kSmallRules;
  document.config_title = "small.cfg";
  document.run.automaton = "density";
  document.run.step = 40;
  return document;
}

fs::path written(const fs::path& path, const WorldDocument& document) {
  REQUIRE(write_world_file(path, document).ok());
  return path;
}

}  // namespace

TEST_CASE("a run that is saved and reopened halfway ends in the same bytes, in every automaton and backend") {
  const TemporaryFolder folder;
  const Registry registry = make_registry();
  for (const SolverEntry& entry : registry.solvers()) {
    if (!entry.available()) continue;
    CAPTURE(entry.automaton, backend_name(entry.backend));
    const auto whole = running(registry, entry);
    REQUIRE(whole->execute(command::Step{13}).ok);
    REQUIRE(whole->execute(command::SaveWorld{folder / "half.repose"}).ok);
    REQUIRE(whole->execute(command::Step{14}).ok);

    Session other(registry, density_world(), SessionOptions{.threads = 1});
    const CommandResult opened = other.execute(command::LoadWorld{folder / "half.repose"});
    INFO(opened.message);
    REQUIRE(opened.ok);
    CHECK(other.automaton() == entry.automaton);
    CHECK(other.step_count() == 13);
    CHECK(other.run_settings().seed == 11);
    CHECK(other.run_settings().first_bias == Bias::right);
    CHECK(other.ruleset().text == whole->ruleset().text);
    CHECK(other.ruleset().title == whole->ruleset().title);
    REQUIRE(other.execute(command::Step{14}).ok);
    CHECK(other.hash() == whole->hash());
    for (const ParameterInfo& info : whole->solver().parameters()) {
      CHECK(other.solver().parameter(info.name) == whole->solver().parameter(info.name));
    }
  }
}

TEST_CASE("rules that did not come from a file return with their world") {
  const TemporaryFolder folder;
  for (const char* scene : {"churn", "churn-256", "churn-patches", "elements-sources"}) {
    CAPTURE(scene);
    TestSession t;
    t.done(command::LoadScene{scene, 64, 64, {}});
    t.done(command::SaveWorld{folder / "a.repose"});
    const std::string title = t.session.ruleset().title;
    t.done(command::Step{9});
    const std::uint64_t hash = t.session.hash();
    t.done(command::LoadScene{"mixed", 30, 30, {}});
    t.done(command::LoadWorld{folder / "a.repose"});
    CHECK(t.session.ruleset().title == title);
    CHECK(t.session.ruleset().source.empty());
    t.done(command::Step{9});
    CHECK(t.session.hash() == hash);
  }
}

TEST_CASE_METHOD(SessionFixture, "reset returns to the world as it was opened, at its step") {
  const TemporaryFolder folder;
  done(command::SaveWorld{folder / "a.repose"});
  const std::uint64_t saved = session.hash();
  done(command::Step{20});
  const std::uint64_t ahead = session.hash();
  done(command::LoadWorld{folder / "a.repose"});
  CHECK(session.step_count() == 5);
  done(command::Step{20});
  CHECK(session.hash() == ahead);
  done(command::Reset{});
  CHECK(session.step_count() == 5);
  CHECK(session.hash() == saved);
  done(command::LoadScene{"mixed", 40, 30, {}});
  done(command::Reset{});
  CHECK(session.step_count() == 0);
}

TEST_CASE_METHOD(SessionFixture, "undo of opening a world restores what ran before, its seed too") {
  const TemporaryFolder folder;
  WorldDocument document = small_document();
  document.run.seed = 99;
  const fs::path file = written(folder / "a.repose", document);
  session.keep_history(HistoryLimits{});
  const std::uint64_t hash = session.hash();
  done(command::LoadWorld{file});
  CHECK(session.history().undo_title == "Open a.repose");
  done(command::Undo{});
  CHECK(session.hash() == hash);
  CHECK(session.run_settings().seed == 7);
  CHECK(session.step_count() == 5);
  done(command::Redo{});
  CHECK(session.run_settings().seed == 99);
  CHECK(session.step_count() == 40);
  done(command::Reset{});
  CHECK(session.step_count() == 40);
}

TEST_CASE_METHOD(SessionFixture, "seed and first bias come from the file unless others are given") {
  const TemporaryFolder folder;
  const fs::path file = written(folder / "a.repose", small_document());
  done(command::LoadWorld{file});
  CHECK(session.run_settings().seed == 1);
  done(command::LoadWorld{file, 99, Bias::right});
  CHECK(session.run_settings().seed == 99);
  CHECK(session.run_settings().first_bias == Bias::right);
}

TEST_CASE_METHOD(SessionFixture, "rules with errors run from a world file as they ran before") {
  const TemporaryFolder folder;
  done(
      command::LoadConfigText{kSmallRules + "rule sand sandd air air\n", "odd.cfg", command::KeepWorld::by_name, true});
  done(command::SaveWorld{folder / "a.repose"});
  done(command::LoadWorld{folder / "a.repose"});
  CHECK(has_errors(session.config_diagnostics()));
  CHECK(session.ruleset().title == "odd.cfg");
}

TEST_CASE_METHOD(SessionFixture, "a world file that cannot run is refused with a sentence, and nothing has changed") {
  const TemporaryFolder folder;
  CHECK_THAT(refused(command::LoadWorld{folder / "missing.repose"}),
             Catch::Contains("missing.repose could not be opened"));

  WorldDocument document = small_document();
  document.run.automaton = "alchemy";
  CHECK_THAT(refused(command::LoadWorld{written(folder / "a.repose", document)}), Catch::Contains("'alchemy'"));
  document = small_document();
  document.config = "";
  CHECK_THAT(refused(command::LoadWorld{written(folder / "a.repose", document)}), Catch::Contains("holds no rules"));
  CHECK_THAT(refused(command::SaveWorld{folder / "no/such/folder/a.repose"}), Catch::Contains("could not be written"));
}

TEST_CASE_METHOD(SessionFixture, "unknown parameters in a world file are named, and the world opens") {
  const TemporaryFolder folder;
  WorldDocument document = small_document();
  document.run.parameters = {{"phlogiston", 3}};
  CHECK_THAT(done(command::LoadWorld{written(folder / "a.repose", document)}).message,
             Catch::Contains("no longer has the parameter phlogiston"));
}

TEST_CASE_METHOD(SessionFixture, "a world that is too large for the gpu opens on the cpu") {
  const TemporaryFolder folder;
  WorldDocument document = small_document();
  document.world = World(120, 5);
  const fs::path file = written(folder / "wide.repose", document);
  done(command::SwitchSolver{"density", Backend::gpu});
  faults->uploads = false;
  done(command::LoadWorld{file});
  CHECK(session.backend() == Backend::cpu);
  CHECK(session.width() == 120);
}

}  // namespace repose::test

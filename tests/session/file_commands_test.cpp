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

TEST_CASE("a world file keeps the borders of its world, and the run goes on with the same bytes") {
  const TemporaryFolder folder;
  const Registry registry = make_registry();
  const auto whole = running(registry, *registry.solver("conserving", Backend::cpu));
  REQUIRE(whole->execute(command::SetParameter{"side_borders", 2}).message == "side_borders = wrap");
  REQUIRE(whole->execute(command::SetParameter{"top_border", 1}).ok);
  REQUIRE(whole->execute(command::Step{20}).ok);
  REQUIRE(whole->execute(command::SaveWorld{folder / "round.repose"}).ok);
  REQUIRE(whole->execute(command::Step{60}).ok);
  Session other(registry, density_world(), SessionOptions{.threads = 1});
  REQUIRE(other.execute(command::LoadWorld{folder / "round.repose"}).ok);
  CHECK(other.solver().parameter("side_borders") == 2);
  CHECK(other.solver().parameter("top_border") == 1);
  CHECK(other.solver().parameter("bottom_border") == 0);
  REQUIRE(other.execute(command::Step{60}).ok);
  CHECK(other.hash() == whole->hash());
}

TEST_CASE("rules that did not come from a file return with their world") {
  const TemporaryFolder folder;
  const Registry registry = make_registry();
  for (const char* scene : {"churn", "churn-256", "churn-patches", "elements-sources"}) {
    CAPTURE(scene);
    Session session(registry, density_world(), {});
    REQUIRE(session.execute(command::LoadScene{scene, 64, 64, {}}).ok);
    REQUIRE(session.execute(command::SaveWorld{folder / "a.repose"}).ok);
    const std::string title = session.ruleset().title;
    REQUIRE(session.execute(command::Step{9}).ok);
    const std::uint64_t hash = session.hash();
    REQUIRE(session.execute(command::LoadScene{"mixed", 30, 30, {}}).ok);
    REQUIRE(session.execute(command::LoadWorld{folder / "a.repose"}).ok);
    CHECK(session.ruleset().title == title);
    CHECK(session.ruleset().source.empty());
    REQUIRE(session.execute(command::Step{9}).ok);
    CHECK(session.hash() == hash);
  }
}

TEST_CASE("reset returns to the world as it was opened, at its step") {
  SessionFixture f;
  const TemporaryFolder folder;
  f.done(command::SaveWorld{folder / "a.repose"});
  const std::uint64_t saved = f.session.hash();
  f.done(command::Step{20});
  const std::uint64_t ahead = f.session.hash();
  f.done(command::LoadWorld{folder / "a.repose"});
  CHECK(f.session.step_count() == 5);
  f.done(command::Step{20});
  CHECK(f.session.hash() == ahead);
  f.done(command::Reset{});
  CHECK(f.session.step_count() == 5);
  CHECK(f.session.hash() == saved);
  f.done(command::LoadScene{"mixed", 40, 30, {}});
  f.done(command::Reset{});
  CHECK(f.session.step_count() == 0);
}

TEST_CASE("undo of opening a world restores what ran before, its seed too") {
  SessionFixture f;
  const TemporaryFolder folder;
  WorldDocument document = small_document();
  document.run.seed = 99;
  const fs::path file = written(folder / "a.repose", document);
  f.session.keep_history(HistoryLimits{});
  const std::uint64_t hash = f.session.hash();
  f.done(command::LoadWorld{file});
  CHECK(f.session.history().undo_title == "Open a.repose");
  f.done(command::Undo{});
  CHECK(f.session.hash() == hash);
  CHECK(f.session.run_settings().seed == 7);
  CHECK(f.session.step_count() == 5);
  f.done(command::Redo{});
  CHECK(f.session.run_settings().seed == 99);
  CHECK(f.session.step_count() == 40);
  f.done(command::Reset{});
  CHECK(f.session.step_count() == 40);
}

TEST_CASE("seed and first bias come from the file unless others are given") {
  SessionFixture f;
  const TemporaryFolder folder;
  const fs::path file = written(folder / "a.repose", small_document());
  f.done(command::LoadWorld{file});
  CHECK(f.session.run_settings().seed == 1);
  f.done(command::LoadWorld{file, 99, Bias::right});
  CHECK(f.session.run_settings().seed == 99);
  CHECK(f.session.run_settings().first_bias == Bias::right);
}

TEST_CASE("rules with errors run from a world file as they ran before") {
  SessionFixture f;
  const TemporaryFolder folder;
  f.done(
      command::LoadConfigText{kSmallRules + "rule sand sandd air air\n", "odd.cfg", command::KeepWorld::by_name, true});
  f.done(command::SaveWorld{folder / "a.repose"});
  f.done(command::LoadWorld{folder / "a.repose"});
  CHECK(has_errors(f.session.config_diagnostics()));
  CHECK(f.session.ruleset().title == "odd.cfg");
}

TEST_CASE("a world file that cannot run is refused with a sentence, and nothing has changed") {
  SessionFixture f;
  const TemporaryFolder folder;
  CHECK_THAT(f.refused(command::LoadWorld{folder / "missing.repose"}),
             Catch::Contains("missing.repose could not be opened"));

  WorldDocument document = small_document();
  document.run.automaton = "alchemy";
  CHECK_THAT(f.refused(command::LoadWorld{written(folder / "a.repose", document)}), Catch::Contains("'alchemy'"));
  document = small_document();
  document.config = "";
  CHECK_THAT(f.refused(command::LoadWorld{written(folder / "a.repose", document)}), Catch::Contains("holds no rules"));
  CHECK_THAT(f.refused(command::SaveWorld{folder / "no/such/folder/a.repose"}),
             Catch::Contains("could not be written"));
}

TEST_CASE("unknown parameters in a world file are named, and the world opens") {
  SessionFixture f;
  const TemporaryFolder folder;
  WorldDocument document = small_document();
  document.run.parameters = {{"phlogiston", 3}};
  CHECK_THAT(f.done(command::LoadWorld{written(folder / "a.repose", document)}).message,
             Catch::Contains("no longer has the parameter phlogiston"));
}

TEST_CASE("a world that is too large for the gpu opens on the cpu") {
  SessionFixture f;
  const TemporaryFolder folder;
  WorldDocument document = small_document();
  document.world = World(120, 5);
  const fs::path file = written(folder / "wide.repose", document);
  f.done(command::SwitchSolver{"density", Backend::gpu});
  f.faults->uploads = false;
  f.done(command::LoadWorld{file});
  CHECK(f.session.backend() == Backend::cpu);
  CHECK(f.session.width() == 120);
}

}  // namespace repose::test

// A twin on another solver stays in step with its session after every command.
#include "session/comparison.hpp"
#include "density_world.hpp"
#include "history_model.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace {

std::unique_ptr<Comparison> compare(Session& session, std::string_view automaton, Backend backend) {
  std::string error;
  auto comparison = Comparison::begin(session, automaton, backend, 2, error);
  INFO(error);
  REQUIRE(comparison != nullptr);
  return comparison;
}

std::uint64_t differing(Comparison& comparison) {
  REQUIRE(comparison.look_now().ok());
  return comparison.differences()->cells;
}

const StrokeEdit kStroke{{3, 4}, {30, 12}, 5, BrushShape::round, 1, {}};

}  // namespace

TEST_CASE("a twin on another backend has the same world after every command, in every exact automaton") {
  const Registry registry = make_registry();
  for (const AutomatonDefinition& info : registry.automata()) {
    if (info.determinism != Determinism::exact) continue;
    CAPTURE(info.name);
    TestSession t(density_world(), {.seed = 5, .threads = 2});
    t.done(command::SwitchSolver{std::string(info.name), Backend::cpu, true});
    t.done(command::NewWorld{40, 30});
    const auto comparison = compare(t.session, info.name, Backend::scalar);
    for (std::uint32_t salt = 1; salt <= 8; ++salt) {
      t.session.keep_history(std::nullopt);  // its model starts again
      t.session.keep_history(HistoryLimits{.keyframe_steps = 7});
      play_at_random(t.session, 12, salt, {Backend::cpu});
      CHECK(differing(*comparison) == 0);
      CHECK(comparison->twin().step_count() == t.session.step_count());
      CHECK(comparison->twin().hash() == t.session.hash());
    }
  }
}

TEST_CASE_METHOD(SessionFixture, "a twin follows paint and steps without taking over again") {
  const auto comparison = compare(session, "conserving", Backend::cpu);
  done(command::Step{50});
  done(command::Paint{kStroke});
  done(command::Fill{{{0, 0}}, 2, {}, {}});
  done(command::EraseRect{{5, 5}, {9, 9}});
  done(command::Step{30});
  const std::uint64_t differ = differing(*comparison);
  CHECK(differ > 0);  // would be 0 if the twin had started again
  CHECK(comparison->twin().step_count() == session.step_count());
}

TEST_CASE_METHOD(SessionFixture, "density against conserving shows where sand.js loses matter") {
  done(command::LoadScene{"mixed", 120, 90, {}});
  const auto comparison = compare(session, "conserving", Backend::cpu);
  CHECK(differing(*comparison) == 0);
  const auto sand_before = static_cast<std::uint64_t>(count("sand"));
  done(command::Step{100});
  REQUIRE(differing(*comparison) > 0);
  const Differences& found = *comparison->differences();
  const std::size_t sand = *session.ruleset().find("sand");
  CHECK(found.counts[0][sand] != sand_before);
  CHECK(found.counts[1][sand] == sand_before);
  CHECK(found.counts[0][sand] == static_cast<std::uint64_t>(count("sand")));
  CHECK(static_cast<std::uint64_t>(std::ranges::count(found.mask, 1)) == found.cells);
}

TEST_CASE_METHOD(SessionFixture, "a twin follows to other worlds, rules, sizes and times") {
  session.keep_history(HistoryLimits{});
  const auto comparison = compare(session, "density", Backend::scalar);
  const auto follows = [&](const Command& command) {
    done(command);
    done(command::Step{3});
    CHECK(differing(*comparison) == 0);
    CHECK(comparison->twin().width() == session.width());
    CHECK(comparison->twin().ruleset().text == session.ruleset().text);
    CHECK(comparison->twin().step_count() == session.step_count());
  };
  follows(command::Step{20});
  follows(command::LoadScene{"falls", 80, 60, {}});
  follows(command::ResizeWorld{90, 50});
  follows(command::TurnWorld{});
  follows(command::Shake{4});
  follows(command::Undo{});
  follows(command::Undo{});
  follows(command::Reset{});
  follows(command::Clear{});
  follows(command::LoadConfigText{kSmallRules, "other.cfg"});
  follows(command::SeekTime{4});
  follows(command::Step{40});  // repeats the inputs of the past
}

TEST_CASE_METHOD(SessionFixture, "the session and its twin swap solvers instead of running the same one") {
  const auto comparison = compare(session, "density", Backend::scalar);
  REQUIRE(session.backend() == Backend::cpu);
  done(command::SwitchSolver{"density", Backend::scalar});
  CHECK(differing(*comparison) == 0);
  CHECK(comparison->twin().backend() == Backend::cpu);
  done(command::SwitchSolver{"conserving", Backend::cpu});
  CHECK(differing(*comparison) == 0);
  CHECK(comparison->twin().automaton() == "density");
}

TEST_CASE_METHOD(SessionFixture,
                 "an impossible comparison is refused with a sentence, and one that cannot continue says so") {
  std::string error;
  CHECK(Comparison::begin(session, "sandpile", Backend::cpu, 2, error) == nullptr);
  CHECK(error == "density and sandpile cannot be compared: they have no plane in common.");
  CHECK(Comparison::begin(session, "water", Backend::cpu, 2, error) == nullptr);
  faults->creates = false;
  CHECK(Comparison::begin(session, "density", Backend::gpu, 2, error) == nullptr);
  CHECK(error == "The shader step.frag does not compile.");
  faults->creates = true;
  const auto comparison = compare(session, "density", Backend::gpu);
  faults->healthy = false;
  CHECK(comparison->collect().message().starts_with("The GPU went away."));
  CHECK(session.backend() == Backend::cpu);
  done(command::Step{1});
}

TEST_CASE("steps in the background keep two worlds in step, with paint between them") {
  TestSession t;
  t.done(command::LoadScene{"mixed", 300, 200, 3});
  const auto comparison = compare(t.session, "density", Backend::scalar);
  for (int i = 0; i < 10; ++i) {
    comparison->begin_steps(3);
    t.session.execute(command::Paint{kStroke});
    REQUIRE(comparison->collect().ok());
    REQUIRE(comparison->twin().step_count() == t.session.step_count());
  }
  CHECK(differing(*comparison) == 0);
  CHECK(comparison->differences()->step == t.session.step_count());
}

TEST_CASE_METHOD(SessionFixture, "worlds are compared again only when one of them may have changed") {
  const auto comparison = compare(session, "conserving", Backend::cpu);
  REQUIRE(comparison->collect().ok());
  const std::uint64_t first = comparison->generation();
  CHECK(comparison->differences() != nullptr);
  REQUIRE(comparison->collect().ok());
  CHECK(comparison->generation() == first);
  done(command::Step{1});
  REQUIRE(comparison->collect().ok());
  CHECK(comparison->generation() != first);
  CHECK(comparison->differences()->step == session.step_count());
}

TEST_CASE("a difference in any state plane marks its cell once") {
  World a(5, 2), b(5, 2);
  for (World* world : {&a, &b}) {
    world->add(Plane::energy);
    world->add(Plane::velocity);
  }
  a.cell(1, 0) = 3;
  a.bytes(Plane::energy)[1] = 9;
  b.bytes(Plane::velocity)[2 * 7 + 1] = 1;
  std::vector<std::uint8_t> mask;
  CHECK(compare_worlds(a, b, {Plane::cells, Plane::energy, Plane::velocity}, mask) == 2);
  CHECK(mask == std::vector<std::uint8_t>{0, 1, 0, 0, 0, 0, 0, 1, 0, 0});
  CHECK(compare_worlds(a, b, {Plane::cells}, mask) == 1);
}

}  // namespace repose::test

// Undo, redo, rewinding, painting and steps in any order give the worlds of a model that stores every world completely.
#include "density_world.hpp"
#include "history_model.hpp"
#include "repose/registry.hpp"
#include "session_support.hpp"

namespace repose::test {

namespace {

void play(std::string_view automaton, int count, std::uint32_t salt, std::uint64_t keyframe_steps) {
  CAPTURE(automaton, salt);
  const Registry registry = make_registry();
  TestSession t(density_world(), {.seed = 11, .threads = 2});
  t.done(command::SwitchSolver{std::string(automaton), Backend::cpu, true});
  t.done(command::NewWorld{40, 30});
  t.session.keep_history(HistoryLimits{.keyframe_steps = keyframe_steps});
  play_at_random(t.session, count, salt, {Backend::cpu, Backend::scalar});
}

}  // namespace

TEST_CASE("a few hundred random operations equal the model on every automaton") {
  const Registry registry = make_registry();
  std::uint32_t salt = 1;
  for (const AutomatonDefinition& info : registry.automata()) play(info.name, 300, ++salt, 7);
}

TEST_CASE("ten thousand random operations equal the model on every automaton", "[.long]") {
  const Registry registry = make_registry();
  for (const AutomatonDefinition& info : registry.automata()) {
    play(info.name, 10'000, 1, 0);
    play(info.name, 2'000, 2, 5);
  }
}

}  // namespace repose::test

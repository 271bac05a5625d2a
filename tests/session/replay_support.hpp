// A recording with inputs of every kind, for any automaton.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "density_world.hpp"
#include "repose/replay.hpp"
#include "repose/session.hpp"
#include "support.hpp"

namespace repose::test {

inline StrokeEdit stroke(CellPoint from, CellPoint to, std::uint8_t element) {
  return {from, to, 6, BrushShape::round, element, {}};
}

inline void must(Session& session, const Command& command) {
  const CommandResult result = session.execute(command);
  INFO(result.message);
  REQUIRE(result.ok);
}

inline AmountEdit poured(Plane plane) {
  return {plane, {20, 10}, 3, 2, std::make_shared<const std::vector<std::int32_t>>(6, kHeightOne * 5), false};
}

// Inputs and commands of every kind, in a few dozen steps.
inline void play_about(Session& session) {
  const auto last = static_cast<std::uint8_t>(session.ruleset().elements.size() - 1);
  must(session, command::Step{9});
  must(session, command::Paint{stroke({5, 5}, {40, 12}, last)});
  must(session, command::Paint{stroke({40, 12}, {44, 30}, last), true});
  must(session, command::Step{6});
  must(session, command::Paint{poured(Plane::height)});
  must(session, command::Paint{poured(Plane::mass)});
  const auto parameters = session.solver().parameters();
  if (!parameters.empty()) must(session, command::SetParameter{std::string(parameters[0].name), parameters[0].maximum});
  must(session, command::Step{11});
  must(session, command::Paint{RectEdit{{0, 0}, {9, 63}, 0, {}}});
  const bool pushable = session.registry().automaton(session.automaton())->no_push.empty();
  CHECK(session.execute(command::Shake{5, 3}).ok == pushable);
  must(session, command::Step{2});
  CHECK(session.execute(command::Paint{PushEdit{{9, 9}, {50, 40}, 31, BrushShape::round, false, 1, -1}}).ok ==
        pushable);
  must(session, command::Step{3});
  must(session, command::Undo{});
  must(session, command::Step{8});
  must(session, command::ResizeWorld{80, 64});
  must(session, command::TurnWorld{command::Turn::left});
  must(session, command::Step{5});
  must(session, command::SeekTime{session.timeline().now - 9});
  must(session, command::Paint{stroke({60, 5}, {60, 9}, last)});
  must(session, command::Step{10});
}

// A session that runs an automaton's own config.
struct Recorder {
  Session session;

  Recorder(const Registry& registry, const AutomatonDefinition& automaton, HistoryLimits limits)
      : session(registry, density_world(), {.seed = 5, .threads = 2}) {
    must(session, command::LoadConfigFile{std::filesystem::path(REPOSE_SOURCE_DIR) / "configs" / automaton.config});
    must(session, command::SwitchSolver{std::string(automaton.name), Backend::cpu, true});
    must(session, command::LoadScene{"mixed", 72, 64, {}});
    must(session, command::SwitchSolver{std::string(automaton.name), Backend::cpu, true});
    session.keep_history(limits);
  }
};

}  // namespace repose::test

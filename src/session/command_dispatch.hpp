// Calls the function that executes a command.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "repose/command.hpp"
#include "session/running_solver.hpp"

namespace repose {

// Executes commands on what runs, without a history. A small value; copies are equal.
class CommandDispatch {
 public:
  // `running` must outlive it. `sandjs_automaton` as in SessionOptions.
  CommandDispatch(RunningSolver& running, std::string_view sandjs_automaton)
      : running_(&running), sandjs_automaton_(sandjs_automaton) {}

  // Precondition: what runs is settled, except for Paint. Commands about the history fail.
  CommandResult perform(const Command& command) const;

 private:
  RunningSolver* running_;
  std::string_view sandjs_automaton_;
};

}  // namespace repose

namespace repose::commands {

// Short names for the results of commands.

inline CommandResult failed(std::string message) { return {false, std::move(message), {}}; }
inline CommandResult done(std::string message) { return {true, std::move(message), {}}; }

}  // namespace repose::commands

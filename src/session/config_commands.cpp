#include "session/config_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "repose/config.hpp"
#include "repose/session.hpp"
#include "session/carry_over.hpp"
#include "session/command_results.hpp"

namespace repose {

bool has_enough_rules(const Registry& registry, std::string_view automaton, const Ruleset& ruleset) {
  const auto needs_all = [](const AutomatonDefinition* a) { return a == nullptr || a->needs_rule_for_every_pair; };
  return needs_all(registry.automaton(ruleset.automaton)) || !needs_all(registry.automaton(automaton));
}

namespace commands {

namespace {

std::string shown_name(const Ruleset& ruleset) { return ruleset.title.empty() ? "the config" : ruleset.title; }

std::string counted(std::size_t n, std::string_view noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

std::size_t count_errors(const Diagnostics& diagnostics) {
  return static_cast<std::size_t>(std::ranges::count(diagnostics, Severity::error, &Diagnostic::severity));
}

std::string refusal(const Diagnostics& diagnostics) {
  const auto first = std::ranges::find(diagnostics, Severity::error, &Diagnostic::severity);
  if (first == diagnostics.end()) return "The config holds no element; nothing was changed.";
  const std::size_t errors = count_errors(diagnostics);
  if (errors == 1) return fmt::format("{}; nothing was changed.", format(*first));
  return fmt::format("{} and {} more; nothing was changed.", format(*first), counted(errors - 1, "error"));
}

std::string welcome(const Ruleset& ruleset, const Diagnostics& diagnostics) {
  std::string text = fmt::format("Loaded {}: {}, {}", shown_name(ruleset), counted(ruleset.elements.size(), "element"),
                                 counted(ruleset.rule_count(), "rule"));
  const std::size_t errors = count_errors(diagnostics);
  const auto warnings =
      static_cast<std::size_t>(std::ranges::count(diagnostics, Severity::warning, &Diagnostic::severity));
  if (errors > 0) text += fmt::format(", in spite of {}", counted(errors, "error"));
  if (warnings > 0) text += fmt::format(", {}", counted(warnings, "warning"));
  return text;
}

// What these rules cannot do in the running automaton.
std::string remark_on_rules(const RunningSolver& running) {
  const auto remark = running.factory().registry().automaton(running.automaton())->remark;
  return remark != nullptr ? remark(running.ruleset()) : std::string{};
}

// These rules, with an empty world of the same size.
CarriedOver start_empty(RunningSolver& running, std::string_view automaton, LoadedRules rules) {
  CarriedOver empty{in_automaton(running.state(), automaton), World(running.width(), running.height()), {}};
  empty.next.rules = std::move(rules);
  empty.next.displaced = nullptr;
  empty.next = starting_at(std::move(empty.next), {running.store().put(empty.world), 0, {}});
  return empty;
}

bool is_usable(const ConfigResult& config, bool accept_errors) {
  return config.ruleset && (accept_errors || !has_errors(config.diagnostics));
}

CommandResult refuse(ConfigResult config) {
  return {false, refusal(config.diagnostics), std::move(config.diagnostics)};
}

// Precondition: the config is usable.
CommandResult take_config(RunningSolver& running, ConfigResult config, command::KeepWorld keep,
                          std::string_view automaton) {
  const bool moves = automaton != running.automaton();
  LoadedRules rules = share_rules(std::move(*config.ruleset), config.diagnostics);
  CarriedOver carried = keep == command::KeepWorld::by_name ? carry_over(running, automaton, std::move(rules))
                                                            : start_empty(running, automaton, std::move(rules));
  take_parameters_of_rules(carried.next);
  if (const Status status = running.change_to(std::move(carried.next), carried.world); !status)
    return {false, status.message(), std::move(config.diagnostics)};
  std::string text = welcome(running.ruleset(), config.diagnostics);
  if (moves) text += fmt::format("; {} runs it", running.automaton());
  if (!carried.loss.empty()) text += "; " + carried.loss;
  if (const std::string remark = remark_on_rules(running); !remark.empty()) text += ". " + remark;
  return {true, std::move(text), std::move(config.diagnostics)};
}

}  // namespace

std::string_view automaton_after(const RunningSolver& running, const Ruleset& ruleset,
                                 std::string_view sandjs_automaton, bool is_again) {
  const Ruleset& before = running.ruleset();
  if (is_again && ruleset.dialect == before.dialect && ruleset.automaton == before.automaton)
    return running.automaton();
  const std::string_view otherwise = before.dialect == Dialect::sandjs ? running.automaton() : sandjs_automaton;
  return running.factory().registry().automaton_for(ruleset, otherwise).name;
}

CommandResult load_config(RunningSolver& running, const command::LoadConfigFile& c, std::string_view sandjs_automaton) {
  ConfigResult config = read_config_file(c.path);
  if (!is_usable(config, c.accept_errors)) return refuse(std::move(config));
  const std::string_view automaton = automaton_after(running, *config.ruleset, sandjs_automaton);
  return take_config(running, std::move(config), c.keep, automaton);
}

CommandResult load_config(RunningSolver& running, const command::LoadConfigText& c, std::string_view sandjs_automaton) {
  ConfigResult config = read_config(c.text, c.file);
  if (!is_usable(config, c.accept_errors)) return refuse(std::move(config));
  const bool is_again = !c.file.empty() && c.file == running.ruleset().source;
  const std::string_view automaton = automaton_after(running, *config.ruleset, sandjs_automaton, is_again);
  return take_config(running, std::move(config), c.keep, automaton);
}

CommandResult reload_config(RunningSolver& running, const command::ReloadConfig& c, std::string_view sandjs_automaton) {
  if (running.ruleset().source.empty())
    return failed("These rules did not come from a file; there is no file to read.");
  ConfigResult config = read_config_file(running.ruleset().source);
  if (!is_usable(config, c.accept_errors)) return refuse(std::move(config));
  const std::string_view automaton = automaton_after(running, *config.ruleset, sandjs_automaton, true);
  return take_config(running, std::move(config), command::KeepWorld::by_name, automaton);
}

}  // namespace commands

}  // namespace repose

// The session's commands about configs.
#include <fmt/format.h>

#include <algorithm>

#include "repose/session.hpp"
#include "session/world_ops.hpp"

namespace repose {

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

}  // namespace

std::string_view own_automaton(const Registry& registry, const Ruleset& ruleset, std::string_view sandjs_automaton) {
  if (const AutomatonDefinition* named = registry.automaton(ruleset.automaton)) return named->name;
  if (ruleset.dialect == Dialect::sandjs && !sandjs_automaton.empty()) return sandjs_automaton;
  const AutomatonDefinition* home = registry.default_automaton(ruleset.dialect);
  return home != nullptr ? home->name : registry.automata().front().name;
}

std::string_view Session::automaton_for(const Ruleset& ruleset) const {
  const bool stays = ruleset.dialect == ruleset_->dialect && registry_.automaton(ruleset.automaton) == nullptr;
  return stays ? automaton_ : own_automaton(registry_, ruleset, options_.sandjs_automaton);
}

std::string_view Session::automaton_for_again(const Ruleset& ruleset) const {
  const bool stays = ruleset.dialect == ruleset_->dialect && ruleset.automaton == ruleset_->automaton;
  return stays ? automaton_ : automaton_for(ruleset);
}

CommandResult Session::run(const command::LoadConfigFile& c) {
  ConfigResult config = read_config_file(c.path);
  const std::string_view automaton = config.ruleset ? automaton_for(*config.ruleset) : automaton_;
  return take_config(std::move(config), c.keep, c.accept_errors, automaton);
}

CommandResult Session::run(const command::LoadConfigText& c) {
  ConfigResult config = read_config(c.text, c.file);
  const bool again = !c.file.empty() && c.file == ruleset_->source;
  const std::string_view automaton = !config.ruleset ? automaton_
                                     : again         ? automaton_for_again(*config.ruleset)
                                                     : automaton_for(*config.ruleset);
  return take_config(std::move(config), c.keep, c.accept_errors, automaton);
}

CommandResult Session::run(const command::ReloadConfig& c) {
  if (ruleset_->source.empty())
    return {false, "These rules did not come from a file, so there is nothing to reload.", {}};
  ConfigResult config = read_config_file(ruleset_->source);
  const std::string_view automaton = config.ruleset ? automaton_for_again(*config.ruleset) : automaton_;
  return take_config(std::move(config), command::KeepWorld::by_name, c.accept_errors, automaton);
}

CommandResult Session::take_config(ConfigResult config, command::KeepWorld keep, bool accept_errors,
                                   std::string_view automaton) {
  const bool usable = config.ruleset && (accept_errors || !has_errors(config.diagnostics));
  if (!usable) return {false, refusal(config.diagnostics), std::move(config.diagnostics)};

  const ElementMap map = match_by_name(*ruleset_, *config.ruleset);
  const bool keeps = keep == command::KeepWorld::by_name;
  const bool moves = automaton != automaton_;
  Mapped next = keeps ? map_elements(world_for(automaton, *this), map) : Mapped{World(width_, height_), 0, {}};
  if (const Status status = install_in(automaton, *config.ruleset, next.world); !status) {
    return {false, status.message(), std::move(config.diagnostics)};
  }
  const std::string loss = describe_loss(next, *ruleset_);
  if (keeps) {
    origin_ = store(map_elements(origin(), map).world);
  } else {
    begin_at(std::move(next.world), {});
  }
  displaced_.reset();
  take_rules(std::move(*config.ruleset), config.diagnostics);
  std::string text = welcome(*ruleset_, *diagnostics_);
  if (moves) text += fmt::format("; {} runs it", automaton_);
  if (!loss.empty()) text += "; " + loss;
  return {true, std::move(text), std::move(config.diagnostics)};
}

}  // namespace repose

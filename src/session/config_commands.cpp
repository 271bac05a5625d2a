// The session's commands about configs.
#include <fmt/format.h>

#include <algorithm>

#include "repose/session.hpp"
#include "session/world_ops.hpp"

namespace repose {

namespace {

std::string shown_name(const Ruleset& ruleset) {
  return ruleset.title.empty() ? "the config" : ruleset.title;
}

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

std::string welcome(const Ruleset& ruleset, const Diagnostics& diagnostics, std::uint64_t lost) {
  std::string text = fmt::format("Loaded {}: {}, {}", shown_name(ruleset), counted(ruleset.elements.size(), "element"),
                                 counted(ruleset.reactions.size(), "rule"));
  const std::size_t errors = count_errors(diagnostics);
  const auto warnings = static_cast<std::size_t>(std::ranges::count(diagnostics, Severity::warning, &Diagnostic::severity));
  if (errors > 0) text += fmt::format(", in spite of {}", counted(errors, "error"));
  if (warnings > 0) text += fmt::format(", {}", counted(warnings, "warning"));
  if (lost > 0) text += fmt::format("; {} of elements it lacks became background", counted(lost, "cell"));
  return text;
}

}  // namespace

CommandResult Session::run(const command::LoadConfigFile& c) {
  return take_config(read_config_file(c.path), c.keep, c.accept_errors);
}

CommandResult Session::run(const command::LoadConfigText& c) {
  return take_config(read_config(c.text, c.file), c.keep, c.accept_errors);
}

CommandResult Session::run(const command::ReloadConfig& c) {
  if (ruleset_.source.empty()) return {false, "These rules did not come from a file, so there is nothing to reload.", {}};
  return take_config(read_config_file(ruleset_.source), command::KeepWorld::by_name, c.accept_errors);
}

CommandResult Session::take_config(ConfigResult config, command::KeepWorld keep, bool accept_errors) {
  const bool usable = config.ruleset && (accept_errors || !has_errors(config.diagnostics));
  if (!usable) return {false, refusal(config.diagnostics), std::move(config.diagnostics)};

  const ElementMap map = match_by_name(ruleset_, *config.ruleset);
  const bool keeps = keep == command::KeepWorld::by_name;
  Mapped next = keeps ? map_elements(download(), map) : Mapped{World(width_, height_)};
  if (const Status status = install(*config.ruleset, next.world); !status) {
    return {false, status.message(), std::move(config.diagnostics)};
  }
  if (keeps) {
    origin_ = map_elements(*origin_, map).world;
  } else {
    begin_at(std::move(next.world), {});
  }
  ruleset_ = std::move(*config.ruleset);
  diagnostics_ = config.diagnostics;
  return {true, welcome(ruleset_, diagnostics_, next.lost), std::move(config.diagnostics)};
}

}  // namespace repose

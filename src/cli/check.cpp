// `repose-cli check`: reads configs, challenges and codices and prints their problems.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/verbs.hpp"
#include "core/files.hpp"
#include "repose/config.hpp"
#include "repose/rule_lint.hpp"
#include "session/challenge.hpp"
#include "session/codex.hpp"

namespace repose::cli {

namespace {

struct CheckedFile {
  std::string file;
  ConfigResult config;  // of another file: its diagnostics
  bool is_challenge = false, is_codex = false;
  std::shared_ptr<const Challenge> challenge;  // null if it has errors
  std::shared_ptr<const Codex> codex;          // null if it has errors

  std::size_t elements() const { return config.ruleset ? config.ruleset->elements.size() : 0; }
  std::size_t reactions() const { return config.ruleset ? config.ruleset->rule_count() : 0; }
};

std::string counted(std::size_t n, std::string_view noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

Json to_json(const CheckedFile& checked) {
  Json diagnostics = Json::array();
  for (const Diagnostic& d : checked.config.diagnostics) {
    diagnostics.push_back({{"severity", severity_name(d.severity)},
                           {"line", d.line},
                           {"column", d.column},
                           {"message", d.message},
                           {"hint", d.hint}});
  }
  if (checked.is_challenge) {
    return {{"file", checked.file},
            {"dialect", "challenge"},
            {"goals", checked.challenge ? checked.challenge->goals.size() : 0},
            {"diagnostics", std::move(diagnostics)}};
  }
  if (checked.is_codex) {
    return {{"file", checked.file},
            {"dialect", "codex"},
            {"entries", checked.codex ? checked.codex->entries.size() : 0},
            {"diagnostics", std::move(diagnostics)}};
  }
  return {{"file", checked.file},
          {"dialect", dialect_name(checked.config.dialect)},
          {"elements", checked.elements()},
          {"reactions", checked.reactions()},
          {"diagnostics", std::move(diagnostics)}};
}

CheckedFile read(const std::string& file) {
  CheckedFile checked;
  checked.file = file;
  constexpr std::size_t kBeginning = 4096;  // bytes: enough to tell what it is
  std::string fault;
  const auto beginning = read_file_start(file, kBeginning, fault);
  checked.is_challenge = beginning && is_challenge(*beginning);
  checked.is_codex = beginning && is_codex(*beginning);
  if (checked.is_codex) {
    CodexResult result = read_codex_file(file, default_rules());
    checked.codex = std::move(result.codex);
    checked.config.diagnostics = std::move(result.diagnostics);
    return checked;
  }
  if (!checked.is_challenge) {
    checked.config = read_config_file(file);
    return checked;
  }
  ChallengeResult result = read_challenge_file(file, default_rules());
  checked.challenge = std::move(result.challenge);
  checked.config.diagnostics = std::move(result.diagnostics);
  return checked;
}

}  // namespace

int run_verb(const CheckOptions& options) {
  for (const std::string& file : options.files) need_file("check", file);
  bool sound = true;
  Json files = Json::array();
  for (const std::string& file : options.files) {
    CheckedFile checked = read(file);
    if (options.notes && checked.config.ruleset)
      std::ranges::move(lint_rules(*checked.config.ruleset), std::back_inserter(checked.config.diagnostics));
    sound = sound && !has_errors(checked.config.diagnostics);
    if (options.json) {
      files.push_back(to_json(checked));
    } else {
      for (const Diagnostic& d : checked.config.diagnostics) {
        fmt::print("{}\n", format(d));
        if (!d.excerpt.empty()) fmt::print("    {}\n", d.excerpt);
      }
      const auto count = [&](Severity severity) {
        return static_cast<std::size_t>(
            std::ranges::count(checked.config.diagnostics, severity, &Diagnostic::severity));
      };
      if (checked.is_challenge) {
        fmt::print("{}: challenge, {}, {}; {}, {}\n", checked.file,
                   counted(checked.challenge ? checked.challenge->goals.size() : 0, "goal"),
                   counted(checked.challenge ? checked.challenge->allowed.size() : 0, "element"),
                   counted(count(Severity::error), "error"), counted(count(Severity::warning), "warning"));
        continue;
      }
      if (checked.is_codex) {
        fmt::print("{}: codex, {} to find; {}, {}\n", checked.file, checked.codex ? checked.codex->entries.size() : 0,
                   counted(count(Severity::error), "error"), counted(count(Severity::warning), "warning"));
        continue;
      }
      fmt::print("{}: {}, {}, {}; {}, {}\n", checked.file, dialect_name(checked.config.dialect),
                 counted(checked.config.ruleset ? paintable_count(*checked.config.ruleset) : 0, "element"),
                 counted(checked.reactions(), "reaction"), counted(count(Severity::error), "error"),
                 counted(count(Severity::warning), "warning"));
    }
  }
  if (options.json) print_json({{"files", std::move(files)}});
  return sound ? kExitFine : kExitCheckFailed;
}

}  // namespace repose::cli

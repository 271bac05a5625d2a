// `repose-cli check`: reads configs, challenges and codices and prints their problems.

#include <algorithm>
#include <iterator>

#include "cli/verbs.hpp"
#include "core/files.hpp"
#include "repose/config.hpp"
#include "session/challenge.hpp"
#include "session/codex.hpp"

namespace repose::cli {

namespace {

struct CheckedFile {
  std::string file, dialect;
  std::vector<std::pair<const char*, std::size_t>> counts;  // for JSON
  std::string summary;                                      // the same as text
  Diagnostics diagnostics;
};

std::string counted(std::size_t n, std::string_view noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

Json to_json(const CheckedFile& checked) {
  Json json = {{"file", checked.file}, {"dialect", checked.dialect}};
  for (const auto& [name, count] : checked.counts) json[name] = count;
  Json& diagnostics = json["diagnostics"] = Json::array();
  for (const Diagnostic& d : checked.diagnostics) {
    diagnostics.push_back({{"severity", severity_name(d.severity)},
                           {"line", d.line},
                           {"column", d.column},
                           {"message", d.message},
                           {"hint", d.hint}});
  }
  return json;
}

CheckedFile read(const std::string& file, bool with_notes) {
  constexpr std::size_t kBeginning = 4096;  // bytes: enough to tell what it is
  std::string fault;
  const auto beginning = read_file_start(file, kBeginning, fault);
  if (beginning && is_codex(*beginning)) {
    CodexResult read = read_codex_file(file, default_rules());
    const std::size_t entries = read.codex ? read.codex->entries.size() : 0;
    return {file, "codex", {{"entries", entries}}, fmt::format("{} to find", entries), std::move(read.diagnostics)};
  }
  if (beginning && is_challenge(*beginning)) {
    ChallengeResult read = read_challenge_file(file, default_rules());
    const std::size_t goals = read.challenge ? read.challenge->goals.size() : 0;
    const std::size_t allowed = read.challenge ? read.challenge->allowed.size() : 0;
    return {file,
            "challenge",
            {{"goals", goals}},
            counted(goals, "goal") + ", " + counted(allowed, "element"),
            std::move(read.diagnostics)};
  }
  ConfigResult config = read_config_file(file);
  const Ruleset* const rules = config.ruleset ? &*config.ruleset : nullptr;
  if (with_notes && rules != nullptr) std::ranges::move(lint_rules(*rules), std::back_inserter(config.diagnostics));
  const std::size_t reactions = rules != nullptr ? rules->rule_count() : 0;
  return {file,
          std::string(dialect_name(config.dialect)),
          {{"elements", rules != nullptr ? rules->elements.size() : 0}, {"reactions", reactions}},
          counted(rules != nullptr ? paintable_count(*rules) : 0, "element") + ", " + counted(reactions, "reaction"),
          std::move(config.diagnostics)};
}

}  // namespace

int run_verb(const CheckOptions& options) {
  for (const std::string& file : options.files) need_file("check", file);
  bool sound = true;
  Json files = Json::array();
  for (const std::string& file : options.files) {
    const CheckedFile checked = read(file, options.notes);
    sound = sound && !has_errors(checked.diagnostics);
    if (options.json) {
      files.push_back(to_json(checked));
      continue;
    }
    for (const Diagnostic& d : checked.diagnostics) {
      fmt::print("{}\n", format(d));
      if (!d.excerpt.empty()) fmt::print("    {}\n", d.excerpt);
    }
    fmt::print("{}: {}, {}; {}, {}\n", checked.file, checked.dialect, checked.summary,
               counted(count_of(checked.diagnostics, Severity::error), "error"),
               counted(count_of(checked.diagnostics, Severity::warning), "warning"));
  }
  if (options.json) print_json({{"files", std::move(files)}});
  return sound ? kExitFine : kExitCheckFailed;
}

}  // namespace repose::cli

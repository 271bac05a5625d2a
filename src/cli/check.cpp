// `repose-cli check`: reads configs and prints their problems.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/verbs.hpp"
#include "repose/config.hpp"
#include "repose/rule_lint.hpp"

namespace repose::cli {

namespace {

struct CheckedFile {
  std::string file;
  ConfigResult config;

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
  return {{"file", checked.file},
          {"dialect", dialect_name(checked.config.dialect)},
          {"elements", checked.elements()},
          {"reactions", checked.reactions()},
          {"diagnostics", std::move(diagnostics)}};
}

}  // namespace

int run_verb(const CheckOptions& options) {
  for (const std::string& file : options.files) need_file("check", file);
  bool sound = true;
  Json files = Json::array();
  for (const std::string& file : options.files) {
    CheckedFile checked{file, read_config_file(file)};
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

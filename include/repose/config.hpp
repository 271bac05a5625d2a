// Reads configs. The dialect is recognised by content, not by file name. Any thread; no shared state.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "repose/diagnostics.hpp"
#include "repose/ruleset.hpp"

namespace repose {

inline constexpr std::size_t kConfigBytesMax = 16u << 20;  // larger files are refused; real configs are far smaller

struct ConfigResult {
  Dialect dialect = Dialect::sandjs;
  // The valid part of the config; empty only if there is no element. If there are errors, ask the user before using it.
  std::optional<Ruleset> ruleset;
  Diagnostics diagnostics;
};

// Compares the number of lines that start with `cell`/`rule` and with `element`/`neighbor`/...; sand.js on a tie. Both
// dialects have `group`, which decides only in a text without `cell` and `rule`.
Dialect detect_dialect(std::string_view text);

// `file` is used in diagnostics and as the ruleset's source. Bad input gives diagnostics, never an exception.
ConfigResult read_config(std::string_view text, const std::string& file);
// As read_config(), for a file. A file that cannot be opened gives one error diagnostic with line 0.
ConfigResult read_config_file(const std::filesystem::path& path);
// As above, for other automata than those of this library.
ConfigResult read_config(std::string_view text, const std::string& file, std::span<const ConfigTarget> targets);
ConfigResult read_config_file(const std::filesystem::path& path, std::span<const ConfigTarget> targets);

// Notes for authors of configs, not mistakes: rules with little or no effect, and rules that make or destroy matter.
//
// The notes, ordered by line: rules that later rules replace, rules of two elements that never meet, hidden elements
// that no rule makes and the rules that need them, and rules after which more or fewer cells hold matter. For configs
// that *conserving* runs also reactions that seldom happen, because they need the denser element above the lighter one.
Diagnostics lint_rules(const Ruleset& ruleset);
// As above, for other automata than those of this library. `uses_react`: the config is for an automaton in which a
// reaction needs the denser element above, unless the word `react` names one of the two.
Diagnostics lint_rules(const Ruleset& ruleset, bool uses_react);

}  // namespace repose

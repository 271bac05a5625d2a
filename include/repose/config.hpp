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
  // The valid part of the config. Empty only if there is no element. If `diagnostics` has errors, show them and ask the
  // user before the ruleset is used.
  std::optional<Ruleset> ruleset;
  Diagnostics diagnostics;
};

// Compares the number of lines that start with `cell`/`rule` and with `element`/`neighbor`/...; sand.js on a tie. Both
// dialects have `group`, which decides only in a text without `cell` and `rule`.
Dialect detect_dialect(std::string_view text);

// Reads `text`; `file` is used in diagnostics and as the ruleset's source. Bad input gives diagnostics, never an
// exception.
ConfigResult read_config(std::string_view text, const std::string& file);
// As read_config(), for a file. A file that cannot be opened gives one error diagnostic with line 0.
ConfigResult read_config_file(const std::filesystem::path& path);
// As above, for other automata than those of this library.
ConfigResult read_config(std::string_view text, const std::string& file, std::span<const ConfigTarget> targets);
ConfigResult read_config_file(const std::filesystem::path& path, std::span<const ConfigTarget> targets);

}  // namespace repose

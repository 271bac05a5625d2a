// Reading configs. The dialect is recognised by content, not by file name.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "repose/diagnostics.hpp"
#include "repose/ruleset.hpp"

namespace repose {

inline constexpr std::size_t kConfigBytesMax = 16u << 20;  // larger files are refused: no config comes near it

struct ConfigResult {
  Dialect dialect = Dialect::sandjs;
  // What could be read. Absent only when nothing sound remains (no element at all). With errors in `diagnostics` the
  // caller shows them first and asks before it uses the ruleset.
  std::optional<Ruleset> ruleset;
  Diagnostics diagnostics;
};

// By the words that stand first on lines: `cell`/`rule` against `element`/`neighbor`/...; sand.js when nothing tells.
Dialect detect_dialect(std::string_view text);

// Reads `text`; `file` is used in diagnostics and as the ruleset's source. Never throws for bad input.
ConfigResult read_config(std::string_view text, const std::string& file);
// The same from a file. A file that cannot be opened gives one error diagnostic with line 0.
ConfigResult read_config_file(const std::filesystem::path& path);
// The same for other automata than those of this library.
ConfigResult read_config(std::string_view text, const std::string& file, std::span<const ConfigTarget> targets);
ConfigResult read_config_file(const std::filesystem::path& path, std::span<const ConfigTarget> targets);

}  // namespace repose
